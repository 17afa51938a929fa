import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Form, Skeleton, Space, Typography } from 'antd';
import { useId } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { FormNotes } from '#kit/web/resource/form-notes.tsx';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { FormFooter } from '#kit/web/ui/form-footer.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { needOf, procurementProgress, signProcurement } from '#modules/sign/contract/papers/procurement.ts';
import { useCategories } from '../common/categories.ts';
import { NeedTip } from './parts/need-tip.tsx';

/** 申购编辑: what is asked for beside what is needed, and beside each line why it was sent back. */
export default function ProcurementEditPage() {
  const { search } = usePage();
  const id = Number(search.get('id')) || undefined;
  return <OrderForm key={id ?? 'new'} id={id} />;
}

interface Line {
  readonly categoryId?: number;
  readonly countyCode?: number;
  readonly applied?: number;
}

function OrderForm({ id }: { readonly id: number | undefined }) {
  const t = useT();
  const text = useTexts('sign.ui');
  const formId = useId();
  const { closePage } = usePage();
  const year = new Date().getFullYear();
  const form = useResourceForm(signProcurement, { id, initial: { year } });
  const before = useQuery({
    queryKey: ['sign.orderProgress', id],
    enabled: id !== undefined,
    queryFn: () => call(procurementProgress, { query: { id: id as number }, quiet: true }),
  });
  if (form.loadError) return <Failed error={form.loadError} onRetry={form.reload} />;
  if (form.loading) return <Skeleton active />;
  const lines = (form.values.lines as Line[] | undefined) ?? [];
  const refused = before.data?.lines.filter((one) => one.rejectText || one.rejectCode) ?? [];
  return (
    <Form
      layout="vertical"
      onFinish={() => {
        void form.submit().then((saved) => saved && closePage());
      }}
    >
      <Flex vertical gap={16} style={{ maxWidth: 1100, marginInline: 'auto' }}>
        <FormNotes form={form} />
        {refused.length > 0 && (
          <Alert
            type="error"
            showIcon
            title={text('sentBack')}
            description={refused.map((one) => (
              <div key={one.id} data-record>
                {one.category} {one.applied}: {one.rejectText}{' '}
                {one.suggested !== null && text('suggested', { n: one.suggested })}
              </div>
            ))}
          />
        )}
        <Card size="small">
          <FormFields id={formId} form={form} names={['docCategoryId', 'year', 'needBy', 'reason', 'files']} />
        </Card>
        <Card size="small" title={text('lines')}>
          <FormFields id={formId} form={form} names={['lines']} />
          <Space wrap style={{ marginBlockStart: 8 }}>
            {lines.map((line) => (
              <LineNeed key={`${line.categoryId} ${line.countyCode}`} line={line} />
            ))}
          </Space>
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

function LineNeed({ line: { categoryId, countyCode, applied } }: { readonly line: Line }) {
  const text = useTexts('sign.ui');
  const categories = useCategories();
  const { data } = useQuery({
    queryKey: ['sign.need', categoryId, countyCode],
    enabled: Boolean(categoryId && countyCode),
    queryFn: () =>
      call(needOf, {
        query: { categoryId: categoryId as number, countyCode: countyCode as number, months: 12 },
        quiet: true,
      }),
  });
  if (!data) return null;
  const isOver = (applied ?? 0) > data.need * 1.3;
  const perMonth = data.cover && data.cover > 0 ? data.unworn / data.cover : 0;
  return (
    <Card size="small">
      <div data-record>{categories.find((one) => one.id === categoryId)?.name}</div>
      <div>
        {text('need')} <NeedTip basis={data} />
      </div>
      {data.cover !== null && <div>{text('coverNow', { n: data.cover })}</div>}
      {perMonth > 0 && (
        <div>{text('coverAfter', { n: Math.round(((data.unworn + (applied ?? 0)) / perMonth) * 10) / 10 })}</div>
      )}
      {isOver && <Typography.Text type="warning">{text('overNeed')}</Typography.Text>}
    </Card>
  );
}
