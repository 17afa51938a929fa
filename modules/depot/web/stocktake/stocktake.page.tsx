import { Progress, Typography } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { type Stocktake, stocktake } from '#modules/depot/contract/stocktake/stocktake.ts';
import { CountPaper } from './count-paper.tsx';
import { Review } from './review.tsx';
import { StocktakeForm } from './stocktake-form.tsx';

/** 盘点管理: the counts of the unit's stores, and the way to their sheets. */
export default function StocktakePage() {
  const { openPage } = usePage();
  const [paperOf, setPaperOf] = useState<Stocktake | null>(null);
  const text = useTexts('depot.stocktakePage');
  const mayCount = useCan('depot:count:edit');
  const open = (row: Stocktake) => openPage(`/pri/depot/inventoryCount?id=${row.id}`);
  return (
    <>
      <ResourcePage
        resource={stocktake}
        form={{
          initial: { countScope: 'all', blind: true },
          width: 640,
          body: (form, formId) => <StocktakeForm form={form} formId={formId} />,
        }}
        cells={{
          countedCount: (row) =>
            row.status === 'counting' ? (
              <Progress
                size="small"
                percent={row.lineCount > 0 ? Math.round((row.countedCount / row.lineCount) * 100) : 0}
                style={{ minWidth: 80 }}
              />
            ) : (
              <span>{row.countedCount}</span>
            ),
          // Who approves may not count: what differs is shown to them here.
          lines: (row) =>
            row.status === 'counted' || row.status === 'posted' ? (
              <Review count={row} mayRecount={false} isBare />
            ) : (
              <span>-</span>
            ),
          diffCount: (row) => <Differs n={row.diffCount} />,
          diffAmount: (row) =>
            row.diffAmount === null ? (
              <span>-</span>
            ) : (
              <Typography.Text type={row.diffAmount < 0 ? 'danger' : 'secondary'}>
                {row.diffAmount.toFixed(2)}
              </Typography.Text>
            ),
        }}
        actions={(row) => [
          ...(mayCount && row.status === 'counting'
            ? [{ key: 'count', label: text('count'), run: () => open(row) }]
            : mayCount && row.status === 'counted'
              ? [{ key: 'review', label: text('review'), run: () => open(row) }]
              : []),
          ...(row.status === 'draft' || row.status === 'cancelled'
            ? []
            : [{ key: 'paper', label: text('sheet'), run: () => setPaperOf(row) }]),
        ]}
      />
      {paperOf && <CountPaper count={paperOf} onDone={() => setPaperOf(null)} />}
    </>
  );
}

function Differs({ n }: { readonly n: number | null }) {
  if (n === null) return <span>-</span>;
  return n > 0 ? <Typography.Text type="danger">{n}</Typography.Text> : <span>0</span>;
}
