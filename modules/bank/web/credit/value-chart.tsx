import { useQuery } from '@tanstack/react-query';
import { Card } from 'antd';
import { yuanOf } from '#kit/contract/money.ts';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { creditValue } from '#modules/bank/contract/product/values.ts';

/** Value and balance day by day, with the ratio between them and the bounds it may reach. */
export function ValueChart({ id }: { readonly id: number }) {
  const text = useTexts('bank.creditPage');
  const { data } = useQuery({
    queryKey: ['bank', 'creditValue', id],
    queryFn: () => call(creditValue, { params: { id }, query: {}, quiet: true }),
  });
  if (!data || data.days.length === 0) return null;
  const line = (at: number, name: string) => ({ yAxis: at, name, label: { formatter: `${name} ${at}` } });
  return (
    <Card size="small" title={text('chart')} style={{ marginBlockStart: 12 }}>
      <Chart
        height={260}
        label={text('chart')}
        option={{
          tooltip: { trigger: 'axis' },
          legend: {},
          xAxis: { type: 'category', data: data.days.map((one) => one.day) },
          yAxis: [{ type: 'value' }, { type: 'value', min: 0 }],
          series: [
            { type: 'line', name: text('eligible'), data: data.days.map((one) => yuanOf(one.eligibleCents)) },
            { type: 'line', name: text('owed'), data: data.days.map((one) => yuanOf(one.balanceCents)) },
            {
              type: 'line',
              name: text('ltv'),
              yAxisIndex: 1,
              data: data.days.map((one) => one.ltv),
              markLine: {
                symbol: 'none',
                data: [
                  line(data.warnLtv, text('warn')),
                  line(data.callLtv, text('call')),
                  line(data.stopLtv, text('stop')),
                ],
              },
            },
          ],
        }}
      />
    </Card>
  );
}
