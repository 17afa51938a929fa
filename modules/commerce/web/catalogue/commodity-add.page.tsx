import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Form, Skeleton, Tag, Typography } from 'antd';
import { useId } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { FormNotes } from '#kit/web/resource/form-notes.tsx';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { FormFooter } from '#kit/web/ui/form-footer.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import {
  commodity,
  commodityContent,
  fromLibrary,
  requirements,
} from '#modules/commerce/contract/catalogue/commodity.ts';

const keepFlag = 'commodityAddKeep';
const usual = { freightMode: 'free', shipWithinDays: 3 };
const sections = [
  {
    title: 'commerce.commodityPage.what',
    names: ['title', 'brand', 'manufacturer', 'approvalNo', 'origin', 'intro', 'photos', 'reports'],
  },
  { title: 'commerce.commodityPage.keeping', names: ['shelfLifeMonths', 'storeTemp', 'packing'] },
  { title: 'commerce.commodityPage.packs', names: ['skus'] },
  {
    title: 'commerce.commodityPage.delivery',
    names: ['regions', 'freightMode', 'freight', 'freeAbove', 'shipWithinDays'],
  },
] as const;

/** 发布商品: the category first, which says what it asks for. */
export default function CommodityAddPage() {
  const { search } = usePage();
  const id = Number(search.get('id')) || undefined;
  return <CommodityForm key={id ?? 'new'} id={id} />;
}

function CommodityForm({ id }: { readonly id: number | undefined }) {
  const t = useT();
  const text = useTexts('commerce.commodityPage');
  const formId = useId();
  const { closePage } = usePage();
  const form = useResourceForm(commodity, { id, initial: usual, keepFlag });
  const categoryId = Number(form.values.categoryId) || null;
  const libraryId = Number(form.values.libraryId) || null;
  const take = async () => {
    if (!libraryId) return;
    const { spec, unit, ...entry } = await call(fromLibrary, { query: { libraryId } });
    for (const [name, value] of Object.entries(entry)) if (value !== null) form.set(name, value);
    form.set('skus', [
      {
        spec,
        unit,
        supplyPrice: null,
        marketPrice: null,
        minQty: 1,
        stepQty: 1,
        weightKg: null,
        barcode: null,
        isOn: true,
      },
    ]);
  };
  if (form.loadError) return <Failed error={form.loadError} onRetry={form.reload} />;
  if (form.loading) return <Skeleton active />;
  return (
    <Form layout="vertical" onFinish={() => void form.submit().then((saved) => saved && closePage())}>
      <Flex vertical gap={16} style={{ maxWidth: 1200, marginInline: 'auto' }}>
        <FormNotes form={form} />
        {id && <Reasons id={id} />}
        <Card size="small" title={text('category')}>
          <FormFields id={formId} form={form} names={['categoryId', 'libraryId']} />
          <Flex vertical gap={8}>
            {libraryId && !form.isEditing && (
              <Button onClick={() => void take().catch(() => {})} style={{ alignSelf: 'start' }}>
                {text('takeOver')}
              </Button>
            )}
            {categoryId && <Requirements categoryId={categoryId} />}
          </Flex>
        </Card>
        {sections.map(({ title, names }) => (
          <Card key={title} title={t.any(title)} size="small">
            <FormFields id={formId} form={form} names={names} />
          </Card>
        ))}
        <FormFooter form={form}>
          <Button type="primary" htmlType="submit" loading={form.submitting}>
            {t('kit.save')}
          </Button>
        </FormFooter>
      </Flex>
    </Form>
  );
}

/** Which papers the category asks for, and which of them the supplier holds. */
function Requirements({ categoryId }: { readonly categoryId: number }) {
  const text = useTexts('commerce.commodityPage');
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['commerce.requirements', categoryId, language],
    queryFn: () => call(requirements, { query: { categoryId }, quiet: true }),
  });
  if (!data) return null;
  if (!data.sellable) return <Alert type="error" showIcon title={text('notSellable')} />;
  const isMissing = data.papers.some((one) => !one.isHeld);
  return (
    <Flex vertical gap={6}>
      <Flex gap={8} wrap align="center">
        <Typography.Text type="secondary">{text('papers')}</Typography.Text>
        {data.papers.map((one) => (
          <Tag key={one.docKind} color={one.isHeld ? 'success' : 'error'}>
            {`${one.name} ${one.isHeld ? (one.validTo ?? '') : text('missing')}`}
          </Tag>
        ))}
        {data.approvalNo && <Tag color="processing">{text('needsApprovalNo')}</Tag>}
        {data.coldChain && <Tag color="processing">{text('cold')}</Tag>}
      </Flex>
      {isMissing && <Alert type="warning" showIcon title={text('paperHint')} />}
      {data.serviceNote && <Typography.Text type="secondary">{data.serviceNote}</Typography.Text>}
    </Flex>
  );
}

/** What the reviewer said, field by field. */
function Reasons({ id }: { readonly id: number }) {
  const t = useT();
  const text = useTexts('commerce.commodityPage');
  const { data } = useQuery({
    queryKey: ['commerce.commodityContent', id],
    queryFn: () => call(commodityContent, { query: { id }, quiet: true }),
  });
  const reasons = Object.entries(data?.reasons ?? {});
  if (reasons.length === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      title={text('rejected')}
      description={
        <ul style={{ margin: 0, paddingInlineStart: 18 }}>
          {reasons.map(([name, reason]) => (
            <li key={name} data-record>{`${t.any(`commerce.reviewed.${name}`)}: ${reason}`}</li>
          ))}
        </ul>
      }
    />
  );
}
