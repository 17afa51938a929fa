import { useQuery } from '@tanstack/react-query';
import { Button, Card, Empty, Flex, Form, Skeleton } from 'antd';
import { useId } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { FormNotes } from '#kit/web/resource/form-notes.tsx';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { FormFooter } from '#kit/web/ui/form-footer.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { signStorage, storable } from '#modules/sign/contract/papers/handover.ts';

/** 入库编辑: what was signed for, line by line, as it is found on the pallet. */
export default function StorageEditPage() {
  const text = useTexts('sign.ui');
  const { search } = usePage();
  const id = Number(search.get('id')) || undefined;
  const from = search.get('from');
  const { data, error, refetch } = useQuery({
    queryKey: ['sign.storable'],
    enabled: id === undefined,
    queryFn: () => call(storable, { quiet: true }),
  });
  if (id) return <StorageForm key={id} id={id} initial={{}} />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const chosen = data.find((one) => one.docNo === from) ?? data[0];
  if (!chosen) return <Empty description={text('nothingToStore')} />;
  return (
    <StorageForm
      key={chosen.docNo}
      id={undefined}
      initial={{
        procurementId: chosen.procurementId,
        receivingIds: chosen.receivingIds,
        countedBoxes: new Set(chosen.lines.map((one) => one.packNo).filter(Boolean)).size,
        lines: chosen.lines.slice(0, 200).map(({ categoryId, codeFrom, codeTo, count, packNo }) => ({
          categoryId,
          codeFrom,
          codeTo,
          count,
          packNo,
          result: 'ok',
        })),
      }}
    />
  );
}

function StorageForm({ id, initial }: { readonly id: number | undefined; readonly initial: Record<string, unknown> }) {
  const t = useT();
  const text = useTexts('sign.ui');
  const formId = useId();
  const { closePage } = usePage();
  const form = useResourceForm(signStorage, { id, initial });
  if (form.loadError) return <Failed error={form.loadError} onRetry={form.reload} />;
  if (form.loading) return <Skeleton active />;
  return (
    <Form layout="vertical" onFinish={() => void form.submit().then((saved) => saved && closePage())}>
      <Flex vertical gap={16} style={{ maxWidth: 1100, marginInline: 'auto' }}>
        <FormNotes form={form} />
        <Card size="small">
          <FormFields id={formId} form={form} names={['depotId', 'shelf', 'countedBoxes', 'countedBags', 'remark']} />
        </Card>
        <Card size="small" title={text('lines')}>
          <FormFields id={formId} form={form} names={['lines']} />
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
