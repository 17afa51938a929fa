import { DeleteOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Alert,
  Button,
  Card,
  Checkbox,
  Empty,
  Flex,
  Form,
  Input,
  InputNumber,
  Radio,
  Select,
  Tag,
  Typography,
} from 'antd';
import { useState } from 'react';
import { formatCents } from '#kit/contract/money.ts';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  type CartLine,
  cartList,
  cartRemove,
  cartSave,
  type OrderPreview,
  placeOrder,
  previewOrder,
} from '#modules/commerce/contract/shop/cart.ts';
import { DictSelect } from '../common/dict-select.tsx';
import { Photo } from '../common/photo.tsx';
import { Yuan } from '../common/yuan.tsx';
import style from './shop.module.css';

interface Address {
  readonly receiverName: string;
  readonly receiverPhone: string;
  readonly address: string;
  readonly depotId: number | null;
  readonly payMode: 'prepaid' | 'onReceipt' | 'monthly';
  readonly invoiceKind: 'none' | 'normal' | 'special';
  readonly invoiceTitle: string;
  readonly invoiceTaxNo: string;
  readonly remark: string;
}
const empty: Address = {
  receiverName: '',
  receiverPhone: '',
  address: '',
  depotId: null,
  payMode: 'onReceipt',
  invoiceKind: 'none',
  invoiceTitle: '',
  invoiceTaxNo: '',
  remark: '',
};

/** 购物车: what would be ordered, from whom, what it comes to and why, and what is in the way. */
export default function CartPage() {
  const text = useTexts('commerce.cartPage');
  const { search } = usePage();
  const client = useQueryClient();
  const cart = useQuery({ queryKey: ['commerce.cart'], queryFn: () => call(cartList, { quiet: true }) });
  const only = Number(search.get('only')) || null;
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [depotId, setDepot] = useState<number | null>(null);
  const lines = cart.data?.lines ?? [];
  const isChosen = (one: CartLine) =>
    one.fault === null && !left.has(one.productSkuId) && (only === null || one.productSkuId === only);
  const chosen = lines.filter(isChosen).map(({ productSkuId, qty }) => ({ productSkuId, qty }));
  const preview = useQuery({
    queryKey: ['commerce.preview', chosen, depotId],
    queryFn: () => call(previewOrder, { body: { lines: chosen, depotId }, quiet: true }),
    enabled: chosen.length > 0,
    // The address that was typed stays while the sums are asked for anew.
    placeholderData: keepPreviousData,
  });
  const again = () => client.invalidateQueries({ queryKey: ['commerce.cart'] });
  if (cart.error) return <Failed error={cart.error} onRetry={() => void cart.refetch()} />;
  if (!cart.data) return <Waiting />;
  if (lines.length === 0)
    return (
      <Empty description={text('empty')}>
        <PageLink to="/selectionLib/productList/commodityCenter">{text('toShop')}</PageLink>
      </Empty>
    );
  return (
    <Flex vertical gap={12} style={{ maxWidth: 1100, marginInline: 'auto' }}>
      {[...Map.groupBy(lines, (one) => one.supplierId).values()].map((own) => (
        <Card key={own[0]?.supplierId} size="small" title={<span data-record>{own[0]?.supplier}</span>}>
          <Flex vertical gap={14}>
            {own.map((one) => (
              <Line
                key={one.productSkuId}
                one={one}
                isChosen={isChosen(one)}
                onChoose={(isOn) => {
                  const next = new Set(left);
                  if (isOn) next.delete(one.productSkuId);
                  else next.add(one.productSkuId);
                  setLeft(next);
                }}
                onChanged={() => void again()}
              />
            ))}
          </Flex>
        </Card>
      ))}
      {chosen.length > 0 && preview.data && (
        <Checkout
          preview={preview.data}
          cart={cart.data}
          isFresh={!preview.isPlaceholderData}
          onDepot={setDepot}
          onPlaced={() => void again()}
          onStale={() => void preview.refetch()}
        />
      )}
    </Flex>
  );
}

interface LineProps {
  readonly one: CartLine;
  readonly isChosen: boolean;
  onChoose(isOn: boolean): void;
  onChanged(): void;
}
function Line({ one, isChosen, onChoose, onChanged }: LineProps) {
  const text = useTexts('commerce.cartPage');
  const set = async (qty: number) => {
    await call(cartSave, { body: { productSkuId: one.productSkuId, qty }, idempotencyKey: newKey() });
    onChanged();
  };
  const drop = async () => {
    await call(cartRemove, { body: { productSkuIds: [one.productSkuId] }, idempotencyKey: newKey() });
    onChanged();
  };
  return (
    <Flex gap={10} align="start">
      <Checkbox
        aria-label={one.title}
        checked={isChosen}
        disabled={one.fault !== null}
        onChange={(event) => onChoose(event.target.checked)}
        style={{ marginBlockStart: 16 }}
      />
      <Photo src={one.photo} size={56} />
      <Flex vertical gap={4} style={{ flex: 1, minWidth: 0 }}>
        <PageLink to={`/selectionLib/productList/detail?id=${one.productId}`}>{`${one.title} ${one.spec}`}</PageLink>
        <Flex gap={8} wrap align="center">
          <Yuan cents={one.salePrice} />
          {one.subsidisedQty > 0 && (
            <Tag color="success">{text('aid', { n: one.subsidisedQty, aid: formatCents(one.subsidyPerUnit) })}</Tag>
          )}
          {one.subsidyPerUnit > 0 && one.subsidisedQty < one.qty && (
            <Tag color="warning">{text('fullPrice', { n: one.qty - one.subsidisedQty })}</Tag>
          )}
        </Flex>
        {one.fault && <Typography.Text type="danger">{one.fault.text}</Typography.Text>}
        <Flex gap={8} align="center" wrap>
          <InputNumber
            aria-label={text('qty')}
            size="small"
            value={one.qty}
            min={one.minQty}
            step={one.stepQty}
            onChange={(qty) => qty && void set(qty).catch(() => {})}
          />
          <Typography.Text strong>
            <Yuan cents={one.lineAmount} />
          </Typography.Text>
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={text('remove')}
            onClick={() => void drop().catch(() => {})}
          />
        </Flex>
      </Flex>
    </Flex>
  );
}

interface CheckoutProps {
  readonly preview: OrderPreview;
  readonly cart: { readonly address: string | null; readonly depots: readonly { id: number; name: string }[] };
  readonly isFresh: boolean;
  onDepot(depotId: number | null): void;
  onPlaced(): void;
  onStale(): void;
}
function Checkout({ preview, cart, isFresh, onDepot, onPlaced, onStale }: CheckoutProps) {
  const joined = useJoined();
  const text = useTexts('commerce.cartPage');
  const { openPage, closePage } = usePage();
  const [to, setTo] = useState<Address>({ ...empty, address: cart.address ?? '' });
  const [requestId, setRequestId] = useState(newKey);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [news, setNews] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (more: Partial<Address>) => {
    setTo({ ...to, ...more });
    if (more.depotId !== undefined) onDepot(more.depotId);
  };
  const total = preview.orders.reduce((sum, one) => sum + one.payable, 0);
  const aid = preview.orders.reduce((sum, one) => sum + one.subsidy, 0);
  const place = async () => {
    setBusy(true);
    setErrors({});
    setNews(null);
    try {
      const lines = preview.orders.flatMap((order) =>
        order.lines.map((one) => ({
          productSkuId: one.productSkuId,
          qty: one.qty,
          seenPrice: one.salePrice,
          seenSubsidised: one.subsidisedQty,
        })),
      );
      const { invoiceTitle, invoiceTaxNo, remark, ...rest } = to;
      const body = {
        ...rest,
        requestId,
        lines,
        seenPayable: total,
        invoiceTitle: invoiceTitle || null,
        invoiceTaxNo: invoiceTaxNo || null,
        remark: remark || null,
      };
      const made = await call(placeOrder, { body, idempotencyKey: requestId });
      notify('success', text('placed', { no: joined(made.map((one) => one.orderNo)) }));
      setRequestId(newKey());
      onPlaced();
      closePage();
      openPage(
        made.length === 1 ? `/selectionLib/orderCenter/detail?id=${made[0]?.orderId}` : '/selectionLib/orderCenter',
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(Object.fromEntries(error.errors.map((one) => [one.field, one.msg])));
      // What changed in the meantime is shown anew, and nothing was ordered.
      if (error.bizCode) {
        setNews(error.msg);
        setRequestId(newKey());
        onPlaced();
        onStale();
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Sums preview={preview} />
      <Delivery to={to} set={set} depots={cart.depots} errors={errors} />
      {news && <Alert type="warning" showIcon title={news} />}
      <Flex className={style.bar} justify="space-between" align="center" gap={12} wrap>
        <Flex vertical>
          <Typography.Text strong style={{ fontSize: 20 }}>
            <Yuan cents={total} />
          </Typography.Text>
          {aid > 0 && <Typography.Text type="success">{text('saved', { aid: formatCents(aid) })}</Typography.Text>}
        </Flex>
        <Button
          type="primary"
          size="large"
          loading={busy}
          disabled={!isFresh || preview.refused > 0 || !to.receiverName || !to.receiverPhone || !to.address}
          onClick={() => void place()}
        >
          {text(preview.orders.some((one) => one.needsApproval) ? 'placeForApproval' : 'place')}
        </Button>
      </Flex>
    </>
  );
}

/** How each sum comes about: what the subsidy bears, and what it does not. */
function Sums({ preview }: { readonly preview: OrderPreview }) {
  const text = useTexts('commerce.cartPage');
  return preview.orders.map((order) => (
    <Card key={order.supplierId} size="small" title={text('sumOf', { supplier: order.supplier })}>
      <Flex vertical gap={6}>
        {order.steps.map((step) => (
          <Flex key={`${step.name} ${step.how}`} justify="space-between" gap={12}>
            <span data-record>{`${step.name} · ${step.how}`}</span>
            <Yuan cents={step.cents} />
          </Flex>
        ))}
        <Flex justify="space-between">
          <Typography.Text strong>{text('payable')}</Typography.Text>
          <Typography.Text strong>
            <Yuan cents={order.payable} />
          </Typography.Text>
        </Flex>
        {order.needsApproval && <Alert type="info" showIcon title={text('needsApproval')} />}
        {order.coldChain && <Alert type="info" showIcon title={text('cold')} />}
      </Flex>
    </Card>
  ));
}

interface DeliveryProps {
  readonly to: Address;
  readonly depots: readonly { id: number; name: string }[];
  readonly errors: Readonly<Record<string, string>>;
  set(more: Partial<Address>): void;
}
function Delivery({ to, depots, errors, set }: DeliveryProps) {
  const text = useTexts('commerce.cartPage');
  const pay = useDict('pay_mode');
  const field = (name: 'receiverName' | 'receiverPhone' | 'address' | 'remark', most: number, isNeeded = true) => (
    <Form.Item
      label={text(name)}
      htmlFor={`cart-${name}`}
      required={isNeeded}
      {...(errors[name] && { validateStatus: 'error' as const, help: errors[name] })}
    >
      <Input
        id={`cart-${name}`}
        maxLength={most}
        inputMode={name === 'receiverPhone' ? 'tel' : 'text'}
        value={to[name]}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </Form.Item>
  );
  return (
    <Card size="small" title={text('delivery')}>
      <Form layout="vertical">
        {field('receiverName', 40)}
        {field('receiverPhone', 11)}
        {field('address', 200)}
        {depots.length > 0 && (
          <Form.Item label={text('depot')} htmlFor="cart-depot" extra={text('depotHint')}>
            <Select
              id="cart-depot"
              allowClear
              value={to.depotId}
              onChange={(depotId) => set({ depotId: depotId ?? null })}
              options={depots.map((one) => ({ value: one.id, label: one.name }))}
            />
          </Form.Item>
        )}
        <Form.Item label={text('payMode')}>
          <Radio.Group
            value={to.payMode}
            onChange={(event) => set({ payMode: event.target.value as Address['payMode'] })}
            options={pay.options.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
          />
        </Form.Item>
        <Form.Item label={text('invoice')} htmlFor="cart-invoice">
          <DictSelect
            id="cart-invoice"
            dict="invoice_kind"
            label={text('invoice')}
            value={to.invoiceKind}
            onChange={(value) => set({ invoiceKind: value as Address['invoiceKind'] })}
          />
        </Form.Item>
        {to.invoiceKind !== 'none' && (
          <Flex gap={8} wrap>
            <Input
              aria-label={text('invoiceTitle')}
              placeholder={text('invoiceTitle')}
              maxLength={80}
              value={to.invoiceTitle}
              onChange={(event) => set({ invoiceTitle: event.target.value })}
              style={{ flex: 1, minWidth: 200 }}
            />
            <Input
              aria-label={text('invoiceTaxNo')}
              placeholder={text('invoiceTaxNo')}
              maxLength={30}
              value={to.invoiceTaxNo}
              onChange={(event) => set({ invoiceTaxNo: event.target.value })}
              style={{ flex: 1, minWidth: 200 }}
            />
          </Flex>
        )}
        {field('remark', 200, false)}
      </Form>
    </Card>
  );
}
