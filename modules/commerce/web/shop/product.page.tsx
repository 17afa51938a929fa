import { SafetyCertificateOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Alert,
  Button,
  Card,
  Descriptions,
  Empty,
  Flex,
  Image,
  InputNumber,
  List,
  Radio,
  Rate,
  Tabs,
  Tag,
  Typography,
} from 'antd';
import { useState } from 'react';
import { formatCents } from '#kit/contract/money.ts';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { DetailView } from '#kit/web/resource/detail-view.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { product } from '#modules/commerce/contract/selection/product.ts';
import { cartSave } from '#modules/commerce/contract/shop/cart.ts';
import { type ShopPack, type ShopProduct, shopProduct } from '#modules/commerce/contract/shop/shop.ts';
import { DictName } from '#modules/registry/web/index.ts';
import { Photo } from '../common/photo.tsx';
import { Yuan } from '../common/yuan.tsx';
import { CartBar } from './shop.tsx';

/** 选品详情: what the buyer sees; operators see the numbers behind it too. */
export default function ProductPage() {
  const text = useTexts('commerce.productPage');
  const language = useLanguage();
  const { search } = usePage();
  const { actions } = useSession();
  const productId = Number(search.get('id')) || null;
  const { data, error, refetch } = useQuery({
    queryKey: ['commerce.shopProduct', productId, language],
    queryFn: () => call(shopProduct, { params: { productId: productId as number }, quiet: true }),
    enabled: productId !== null,
  });
  if (productId === null) return <Empty description={text('none')} />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const view = <BuyerView one={data} />;
  if (!actions.has('selection:product:list')) return view;
  return (
    <Tabs
      items={[
        { key: 'shop', label: text('asBuyer'), children: view },
        { key: 'numbers', label: text('numbers'), children: <Numbers id={productId} /> },
      ]}
    />
  );
}

function Numbers({ id }: { readonly id: number }) {
  const { row, error, refresh } = useResourceDetail(product, id);
  if (error) return <Failed error={error} onRetry={refresh} />;
  return row ? <DetailView resource={product} row={row} /> : <Waiting />;
}

function BuyerView({ one }: { readonly one: ShopProduct }) {
  const text = useTexts('commerce.productPage');
  const { actions } = useSession();
  const [chosen, setChosen] = useState(one.packs[0]?.productSkuId ?? 0);
  const pack = one.packs.find((own) => own.productSkuId === chosen) ?? one.packs[0];
  const facts = [
    ['supplier', one.supplier],
    ['category', one.category],
    ['manufacturer', one.manufacturer],
    ['approvalNo', one.approvalNo],
    ['origin', one.origin],
    ['storeTemp', one.storeTemp],
    ['packing', one.packing],
    ['shelfLife', one.shelfLifeMonths === null ? null : text('months', { n: one.shelfLifeMonths })],
    ['withdrawal', one.withdrawalDays === null ? null : text('days', { n: one.withdrawalDays })],
    ['shipWithin', text('days', { n: one.shipWithinDays })],
    ['afterSale', text('days', { n: one.afterSaleDays })],
    ['programme', one.subsidyProgram],
  ] as const;
  return (
    <Flex vertical gap={12}>
      {!one.isOnShelf && <Alert type="warning" showIcon title={text('offShelf')} />}
      <Card size="small">
        <Flex gap={20} wrap>
          <Image.PreviewGroup>
            <Flex gap={8} wrap style={{ flex: '0 1 320px' }}>
              {one.photos.length === 0 ? (
                <Photo src={null} size="100%" />
              ) : (
                one.photos.map((url, at) => (
                  <Image key={url} src={url} alt="" width={at === 0 ? '100%' : 64} style={{ borderRadius: 8 }} />
                ))
              )}
            </Flex>
          </Image.PreviewGroup>
          <Flex vertical gap={10} style={{ flex: '1 1 320px', minWidth: 0 }}>
            <Typography.Title level={4} data-record style={{ margin: 0 }}>
              {one.title}
            </Typography.Title>
            <Flex gap={6} wrap>
              <Tag color="success" icon={<SafetyCertificateOutlined aria-hidden />}>
                {text('verified')}
              </Tag>
              {one.coldChain && <Tag color="processing">{text('cold')}</Tag>}
              {one.rxOnly && <Tag color="error">{text('rx')}</Tag>}
              {one.rating !== null && <Tag>{`★ ${one.rating}`}</Tag>}
            </Flex>
            {one.packs.length > 1 && (
              <Radio.Group
                value={pack?.productSkuId}
                onChange={(event) => setChosen(Number(event.target.value))}
                optionType="button"
                options={one.packs.map((own) => ({
                  value: own.productSkuId,
                  label: <span data-record>{own.spec}</span>,
                }))}
              />
            )}
            {pack && <Price pack={pack} />}
            {pack && actions.has('shop:order:place') && one.isOnShelf && (
              <BuyBox key={pack.productSkuId} pack={pack} one={one} />
            )}
          </Flex>
        </Flex>
      </Card>
      <Card size="small" title={text('facts')}>
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2, lg: 3 }}
          items={facts
            .filter(([, value]) => value)
            .map(([key, value]) => ({ key, label: text(key), children: <span data-record>{value}</span> }))}
        />
        {one.intro && (
          <Typography.Paragraph data-record style={{ whiteSpace: 'pre-wrap', marginBlock: '12px 0' }}>
            {one.intro}
          </Typography.Paragraph>
        )}
        {one.serviceNote && <Typography.Text type="secondary">{one.serviceNote}</Typography.Text>}
      </Card>
      <Card size="small" title={text('ratings')}>
        <List
          size="small"
          locale={{ emptyText: text('noRatings') }}
          dataSource={one.ratings}
          renderItem={(rating) => (
            <List.Item>
              <Flex vertical gap={2}>
                <Flex gap={8} align="center" wrap>
                  <Rate disabled value={rating.rating} style={{ fontSize: 14 }} />
                  <Typography.Text type="secondary" data-record>
                    {`${rating.by} · ${rating.on}`}
                  </Typography.Text>
                </Flex>
                {rating.text && <span data-record>{rating.text}</span>}
              </Flex>
            </List.Item>
          )}
        />
      </Card>
      {actions.has('shop:order:place') && <CartBar />}
    </Flex>
  );
}

/** What it costs, what of that the subsidy bears, and for how many still. */
function Price({ pack }: { readonly pack: ShopPack }) {
  const text = useTexts('commerce.productPage');
  const isAided = pack.subsidyPerUnit > 0 && pack.subsidyLeft > 0;
  return (
    <Flex vertical gap={4}>
      <Flex gap={10} align="baseline" wrap>
        <Typography.Text strong style={{ fontSize: 26 }}>
          <Yuan cents={isAided ? pack.salePrice - pack.subsidyPerUnit : pack.salePrice} />
        </Typography.Text>
        <span>
          / <DictName dict="unit" value={pack.unit} />
        </span>
        {pack.marketPrice !== null && pack.marketPrice > pack.salePrice && (
          <Typography.Text type="secondary">
            {text('market')} <Yuan cents={pack.marketPrice} />
          </Typography.Text>
        )}
      </Flex>
      {pack.subsidyPerUnit > 0 && (
        <Typography.Text type={isAided ? 'success' : 'warning'}>
          {isAided
            ? text('aided', {
                full: formatCents(pack.salePrice),
                aid: formatCents(pack.subsidyPerUnit),
                n: pack.subsidyLeft,
              })
            : text('aidGone')}
        </Typography.Text>
      )}
      <Typography.Text type="secondary">{text('left', { n: pack.available })}</Typography.Text>
    </Flex>
  );
}

function BuyBox({ pack, one }: { readonly pack: ShopPack; readonly one: ShopProduct }) {
  const text = useTexts('commerce.productPage');
  const { openPage } = usePage();
  const client = useQueryClient();
  const [qty, setQty] = useState(pack.minQty);
  const [busy, setBusy] = useState(false);
  const put = async (isNow: boolean) => {
    setBusy(true);
    try {
      const body = { productSkuId: pack.productSkuId, qty, mode: isNow ? ('set' as const) : ('add' as const) };
      await call(cartSave, { body, idempotencyKey: newKey() });
      await client.invalidateQueries({ queryKey: ['commerce.cart'] });
      if (isNow) openPage(`/selectionLib/cart?only=${pack.productSkuId}`);
      else notify('success', text('added'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} align="center" wrap>
        <InputNumber
          aria-label={text('qty')}
          value={qty}
          min={pack.minQty}
          step={pack.stepQty}
          onChange={(value) => value && setQty(value)}
        />
        <Typography.Text type="secondary">{text('steps', { min: pack.minQty, step: pack.stepQty })}</Typography.Text>
      </Flex>
      {one.limitPerBuyerYear > 0 && (
        <Typography.Text type="secondary">
          {text('limit', { n: one.limitPerBuyerYear, bought: one.boughtThisYear })}
        </Typography.Text>
      )}
      <Flex gap={8}>
        <Button
          size="large"
          disabled={pack.available < pack.minQty}
          loading={busy}
          onClick={() => void put(false).catch(() => {})}
        >
          {text('add')}
        </Button>
        <Button
          size="large"
          type="primary"
          disabled={pack.available < pack.minQty}
          loading={busy}
          onClick={() => void put(true).catch(() => {})}
        >
          {text('buy')}
        </Button>
      </Flex>
    </Flex>
  );
}
