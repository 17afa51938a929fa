import { Alert, Button, Card, Flex, Form, Skeleton } from 'antd';
import { useId } from 'react';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { FormNotes } from '#kit/web/resource/form-notes.tsx';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { FormFooter } from '#kit/web/ui/form-footer.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { dayFromNow } from '#kit/web/ui/times.ts';
import { rangeOfLine } from '#modules/sign/contract/papers/line.ts';
import { signScrap } from '#modules/sign/contract/papers/scrap.ts';
import { useCategories } from '../common/categories.ts';
import { type PickedLine, RangePicker } from './parts/range-picker.tsx';

interface FormLine {
  readonly id?: number;
  readonly categoryId: number;
  readonly codeFrom: string | null;
  readonly codeTo: string | null;
  readonly packNo?: string | null;
}

/** What is reported: scanned from the own bags; the kind decides what else is asked and who must agree. */
export function ScrapForm({ id }: { readonly id: number | undefined }) {
  const t = useT();
  const text = useTexts('sign.ui');
  const formId = useId();
  const { closePage } = usePage();
  const { user } = useSession() as unknown as { user: { principalId?: number | null; staffId?: number | null } };
  const categories = useCategories();
  const form = useResourceForm(signScrap, {
    id,
    initial: { kind: 'lost', happenedOn: dayFromNow(), lines: [] },
  });
  if (form.loadError) return <Failed error={form.loadError} onRetry={form.reload} />;
  if (form.loading) return <Skeleton active />;
  const kind = String(form.values.kind ?? '');
  const isGone = ['lost', 'stolen'].includes(kind);
  const raw = (form.values.lines as FormLine[] | undefined) ?? [];
  const lines = raw.flatMap((line): PickedLine[] => {
    const range = rangeOfLine(line);
    return range
      ? [
          {
            ...range,
            categoryId: line.categoryId,
            category: categories.find((one) => one.id === line.categoryId)?.name ?? '',
            packNo: line.packNo ?? null,
          },
        ]
      : [];
  });
  const total = lines.reduce((sum, line) => sum + line.to - line.from + 1, 0);
  const set = (next: readonly PickedLine[]) =>
    form.set(
      'lines',
      next.map((line) => ({
        categoryId: line.categoryId,
        codeFrom: String(line.from),
        codeTo: String(line.to),
        count: line.to - line.from + 1,
        packNo: line.packNo,
      })),
    );
  const names = ['kind', 'happenedOn', 'happenedAt', 'witness', ...(isGone ? ['policeNo'] : ['photos']), 'liable'];
  return (
    <Form layout="vertical" onFinish={() => void form.submit().then((saved) => saved && closePage())}>
      <Flex vertical gap={16} style={{ maxWidth: 1000, marginInline: 'auto' }}>
        <FormNotes form={form} />
        <Alert type="info" showIcon title={isGone && total > 50 ? text('scrapPrefecture') : text('scrapCounty')} />
        <Card size="small">
          <FormFields id={formId} form={form} names={names as never} />
        </Card>
        <Card size="small" title={text('whichNumbers')}>
          <RangePicker
            holder={{ principalId: user.principalId ?? 0, staffId: null }}
            action="scrap"
            lines={lines}
            onChange={set}
          />
        </Card>
        <FormFooter form={form}>
          <Button type="primary" htmlType="submit" loading={form.submitting} disabled={lines.length === 0}>
            {t('kit.save')}
          </Button>
        </FormFooter>
      </Flex>
    </Form>
  );
}
