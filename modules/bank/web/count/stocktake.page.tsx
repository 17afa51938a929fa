import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { planCount, pledgeCount, pledgeCountLine } from '#modules/bank/contract/count/count.ts';
import { PlanDialog } from './plan-dialog.tsx';

const ResultSheet = panelLater(async () => (await import('./result-sheet.tsx')).default);

/** 活体盘点: what was counted, what is ahead and what waits for its judge. */
export default function StocktakePage() {
  const text = useTexts('bank.countPage');
  const { search } = usePage();
  return search.get('lines') ? <Lines /> : <Counts text={text} />;
}

function Counts({ text }: { readonly text: ReturnType<typeof useTexts<'bank.countPage'>> }) {
  const { openPage } = usePage();
  const queries = useQueryClient();
  const mayCount = useCan('bank:count:edit');
  const [planning, setPlanning] = useState(false);
  const [printed, setPrinted] = useState<number | null>(null);
  const linesOf = (id: number, more = '') => `/bank/stocktake?lines=1&countId=${id}${more}`;
  return (
    <>
      <ResourcePage
        resource={pledgeCount}
        isOwn={false}
        extra={() => mayCount && <Button onClick={() => setPlanning(true)}>{text('plan')}</Button>}
        cells={{
          bookHeads: (row) => <PageLink to={linesOf(row.id, '&expected=true')}>{row.bookHeads}</PageLink>,
          found: (row) => <PageLink to={linesOf(row.id, '&expected=true&result=found,tagLost')}>{row.found}</PageLink>,
          missing: (row) =>
            row.status === 'counting' || row.missing === 0 ? (
              row.missing
            ) : (
              <PageLink to={linesOf(row.id, '&expected=true&result=missing')}>{row.missing}</PageLink>
            ),
          gap: (row) => (row.gap > 0 ? <PageLink to={linesOf(row.id, '&isGap=true')}>{row.gap}</PageLink> : row.gap),
          extra: (row) =>
            row.extra > 0 ? <PageLink to={linesOf(row.id, '&expected=false')}>{row.extra}</PageLink> : row.extra,
        }}
        actions={(row) => [
          ...(mayCount && ['planned', 'counting'].includes(row.status)
            ? [
                {
                  key: 'count',
                  label: text(row.status === 'planned' ? 'start' : 'goOn'),
                  run: () => openPage(`/bank/stocktake/count?countId=${row.id}`),
                },
              ]
            : []),
          ...(['counted', 'settled'].includes(row.status)
            ? [{ key: 'print', label: text('print'), run: () => setPrinted(row.id) }]
            : []),
        ]}
      />
      {planning && (
        <PlanDialog
          title={text('plan')}
          save={(body, idempotencyKey) => call(planCount, { body, idempotencyKey })}
          onDone={() => queries.invalidateQueries({ queryKey: resourceKey(pledgeCount) })}
          onClose={() => setPlanning(false)}
        />
      )}
      {printed !== null && <ResultSheet countId={printed} onDone={() => setPrinted(null)} />}
    </>
  );
}

/** Heads behind a number of a count. */
const Lines = () => <ResourcePage resource={pledgeCountLine} isOwn={false} />;
