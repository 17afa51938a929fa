import { useQuery } from '@tanstack/react-query';
import { Card, Statistic, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { costReport } from '#modules/farm/contract/cost/cost.ts';

/** Below it the figure says that too few were weighed (R42). */
const enough = 60;

/** Cost per kilogram of gain, the very figure of the cost report: for those who may open it. */
export function CostTile({ farmId }: { readonly farmId: number }) {
  const text = useTexts('farm.board');
  const { data } = useQuery({
    queryKey: ['farm', 'boardCost', farmId],
    queryFn: () => call(costReport, { query: { by: 'month', principalId: farmId }, quiet: true, background: true }),
    staleTime: 300_000,
  });
  const isFew = data?.weighedPct != null && data.weighedPct < enough;
  const note = isFew
    ? text('costFew', { n: data.weighedPct ?? 0 })
    : text('costPrice', { price: data?.price ? moneyText(data.price.cents) : '-' });
  return (
    <Card size="small">
      <Statistic
        title={<PageLink to="/anm/report/cost">{text('tile_cost')}</PageLink>}
        value={data?.costGain == null ? '-' : moneyText(data.costGain)}
        suffix={data?.costGain == null ? '' : text('unit_cost')}
      />
      <Typography.Text type={isFew ? 'warning' : 'secondary'} ellipsis={{ tooltip: note }}>
        {note}
      </Typography.Text>
    </Card>
  );
}
