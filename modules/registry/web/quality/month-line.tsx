import { Card, Select } from 'antd';
import { useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { chart } from '#kit/web/ui/palette.ts';
import { type QualityBoard, qualityMeasures } from '#modules/registry/contract/quality/quality.ts';

const names = ['completeness', 'holders', ...qualityMeasures] as const;
type Name = (typeof names)[number];

/** Twelve months of one measure: is it getting better? */
export function MonthLine({ months }: { readonly months: QualityBoard['months'] }) {
  const text = useTexts('registry.quality');
  const [name, setName] = useState<Name>('completeness');
  return (
    <Card
      size="small"
      title={text('line')}
      extra={
        <Select<Name>
          size="small"
          aria-label={text('measure')}
          value={name}
          onChange={setName}
          style={{ minWidth: 190 }}
          options={names.map((one) => ({ value: one, label: text(one) }))}
        />
      }
    >
      <Chart
        label={`${text('line')}: ${text(name)}`}
        height={200}
        option={{
          tooltip: { trigger: 'axis' },
          grid: { left: 8, right: 16, top: 16, bottom: 4, containLabel: true },
          xAxis: { type: 'category', data: months.map((one) => one.month), boundaryGap: false },
          yAxis: {
            type: 'value',
            scale: name === 'completeness',
            minInterval: name === 'completeness' ? undefined : 1,
          },
          series: [
            {
              name: text(name),
              type: 'line',
              smooth: true,
              symbolSize: 7,
              color: chart.orange,
              areaStyle: { opacity: 0.12 },
              data: months.map((one) => one[name]),
            },
          ],
        }}
      />
    </Card>
  );
}
