import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Empty, Flex, Form, InputNumber, Skeleton, Table, Tag, Typography } from 'antd';
import { useEffect, useId } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { FormNotes } from '#kit/web/resource/form-notes.tsx';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { FormFooter } from '#kit/web/ui/form-footer.tsx';
import { toCents } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type Pricing, pricing, product } from '#modules/commerce/contract/selection/product.ts';
import { Yuan } from '../common/yuan.tsx';

const keepFlag = 'productAddKeep';
const usual = { buyerTypes: [], limitPerBuyerYear: 0, recommended: false, orderNum: 100 };
const rest = [
  'buyerTypes',
  'limitPerBuyerYear',
  'recommended',
  'orderNum',
  'shelfFrom',
  'shelfTo',
  'subsidyProgram',
] as const;

interface Pack {
  readonly id?: number;
  readonly skuId: number;
  readonly salePrice: number | null;
  readonly subsidyPerUnit: number;
  readonly subsidyQuota: number;
}

/** 新增选品: a price for every pack, beside what the supplier asks, the market takes and similar goods cost. */
export default function ProductAddPage() {
  const text = useTexts('commerce.productPage');
  const { search } = usePage();
  const id = Number(search.get('id')) || undefined;
  const commodityId = Number(search.get('commodityId')) || undefined;
  if (!id && !commodityId)
    return (
      <Empty description={text('pickFirst')}>
        <PageLink to="/selectionLib/productList/commodityCenter?tab=pool">{text('toPool')}</PageLink>
      </Empty>
    );
  return <ProductForm key={id ?? `of ${commodityId}`} id={id} commodityId={commodityId} />;
}

function ProductForm({
  id,
  commodityId,
}: {
  readonly id: number | undefined;
  readonly commodityId: number | undefined;
}) {
  const t = useT();
  const text = useTexts('commerce.productPage');
  const formId = useId();
  const { closePage } = usePage();
  const form = useResourceForm(product, { id, initial: { ...usual, commodityId }, keepFlag });
  const goods = commodityId ?? (Number(form.values.commodityId) || null);
  const { data, error, refetch } = useQuery({
    queryKey: ['commerce.pricing', goods],
    queryFn: () => call(pricing, { query: { commodityId: goods as number }, quiet: true }),
    enabled: goods !== null,
  });
  const packs = (form.values.skus ?? []) as readonly Pack[];
  const { set } = form;
  const isNew = !form.isEditing && form.values.skus === null && data !== undefined;
  useEffect(() => {
    if (!isNew || !data) return;
    set(
      'skus',
      data.skus.map((one) => ({ skuId: one.skuId, salePrice: one.supplyPrice, subsidyPerUnit: 0, subsidyQuota: 0 })),
    );
    set(
      'regions',
      data.regions.map((regionCode) => ({ regionCode })),
    );
  }, [isNew, data, set]);
  if (form.loadError) return <Failed error={form.loadError} onRetry={form.reload} />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (form.loading) return <Skeleton active />;
  if (!data) return <Waiting />;
  const change = (skuId: number, more: Partial<Pack>) =>
    set(
      'skus',
      packs.map((one) => (one.skuId === skuId ? { ...one, ...more } : one)),
    );
  return (
    <Form layout="vertical" onFinish={() => void form.submit().then((saved) => saved && closePage())}>
      <Flex vertical gap={16} style={{ maxWidth: 1200, marginInline: 'auto' }}>
        <FormNotes form={form} />
        <Card size="small" title={<span data-record>{`${data.title} · ${data.supplier}`}</span>}>
          <Prices data={data} packs={packs} onChange={change} />
          {Object.entries(form.errors)
            .filter(([name]) => name.startsWith('skus'))
            .map(([name, message]) => (
              <Alert key={name} type="error" showIcon title={message} style={{ marginBlockStart: 8 }} />
            ))}
          {data.similar.length > 0 && (
            <Flex gap={8} wrap style={{ marginBlockStart: 10 }}>
              <Typography.Text type="secondary">{text('similar')}</Typography.Text>
              {data.similar.map((one) => (
                <Tag key={`${one.title} ${one.spec}`}>
                  {`${one.title} ${one.spec} `}
                  <Yuan cents={one.salePrice} />
                </Tag>
              ))}
            </Flex>
          )}
        </Card>
        <Card size="small" title={text('whereAndWho')}>
          <FormFields id={formId} form={form} names={['regions', ...rest]} />
        </Card>
        <FormFooter form={form}>
          <Button type="primary" htmlType="submit" loading={form.submitting}>
            {t('kit.save')}
          </Button>
        </FormFooter>
      </Flex>
    </Form>
  );
}

interface PricesProps {
  readonly data: Pricing;
  readonly packs: readonly Pack[];
  onChange(skuId: number, more: Partial<Pack>): void;
}
function Prices({ data, packs, onChange }: PricesProps) {
  const text = useTexts('commerce.productPage');
  const packOf = (skuId: number) => packs.find((one) => one.skuId === skuId);
  const yuan = (value: number | null | undefined) => (value === null || value === undefined ? null : value / 100);
  return (
    <Table
      size="small"
      rowKey="skuId"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={[...data.skus]}
      columns={[
        { title: text('spec'), render: (_, one) => <span data-record>{one.spec}</span> },
        { title: text('supplyPrice'), align: 'right', render: (_, one) => <Yuan cents={one.supplyPrice} /> },
        { title: text('marketPrice'), align: 'right', render: (_, one) => <Yuan cents={one.marketPrice} /> },
        { title: text('stock'), align: 'right', dataIndex: 'stockQty' },
        {
          title: text('salePrice'),
          render: (_, one) => (
            <InputNumber
              aria-label={`${one.spec} ${text('salePrice')}`}
              precision={2}
              min={0.01}
              value={yuan(packOf(one.skuId)?.salePrice)}
              onChange={(value) => onChange(one.skuId, { salePrice: value === null ? null : toCents(value) })}
            />
          ),
        },
        {
          title: text('aidPerUnit'),
          render: (_, one) => (
            <InputNumber
              aria-label={`${one.spec} ${text('aidPerUnit')}`}
              precision={2}
              min={0}
              value={yuan(packOf(one.skuId)?.subsidyPerUnit)}
              onChange={(value) => onChange(one.skuId, { subsidyPerUnit: toCents(value ?? 0) })}
            />
          ),
        },
        {
          title: text('quota'),
          render: (_, one) => (
            <InputNumber
              aria-label={`${one.spec} ${text('quota')}`}
              precision={0}
              min={0}
              value={packOf(one.skuId)?.subsidyQuota ?? 0}
              onChange={(value) => onChange(one.skuId, { subsidyQuota: value ?? 0 })}
            />
          ),
        },
      ]}
    />
  );
}
