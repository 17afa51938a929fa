import { useQuery } from '@tanstack/react-query';
import { Empty, Typography, theme } from 'antd';
import { useMemo } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { type GrowthPoint, type Variety, varietyGrowth } from '#modules/registry/contract/variety/variety.ts';

const height = 260;

/** The standard as lines, what animals of the breed weighed as points on them. */
export function GrowthCurve({ row }: { readonly row: Variety }) {
  const t = useT();
  const { token } = theme.useToken();
  const { data: measured = [] } = useQuery({
    queryKey: ['registry.variety', 'growth', row.species, row.code],
    queryFn: () => call(varietyGrowth, { query: { species: row.species, code: row.code }, quiet: true }),
  });
  const standard = row.growthStandard ?? [];
  const option = useMemo(() => {
    const text = (key: string) => t.any(`registry.varietyPage.${key}`);
    const points = (of: readonly { month: number; sex: string; weightKg: number }[], sex: GrowthPoint['sex']) =>
      of
        .filter((one) => one.sex === sex)
        .sort((a, b) => a.month - b.month)
        .map((one) => [one.month, one.weightKg]);
    const line = (name: string, sex: GrowthPoint['sex'], color: string) => ({
      type: 'line',
      name: text(name),
      data: points(standard, sex),
      smooth: true,
      symbolSize: 5,
      color,
    });
    const dots = (name: string, sex: GrowthPoint['sex'], color: string) => ({
      type: 'line',
      name: text(name),
      data: points(measured, sex),
      symbol: 'circle',
      symbolSize: 8,
      color,
      lineStyle: { width: 0 },
    });
    return {
      legend: { right: 0 },
      grid: { left: 8, right: 24, top: 40, bottom: 20, containLabel: true },
      xAxis: { type: 'value', name: text('month'), nameLocation: 'middle', nameGap: 26, min: 0 },
      yAxis: { type: 'value', name: text('weight') },
      series: [
        line('standardMale', 'male', token.blue6),
        line('standardFemale', 'female', token.magenta6),
        ...(measured.length > 0
          ? [dots('measuredMale', 'male', token.blue4), dots('measuredFemale', 'female', token.magenta4)]
          : []),
      ],
    };
  }, [standard, measured, t, token]);
  if (standard.length === 0 && measured.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('registry.varietyPage.noCurve')} />;
  const weighed = measured.reduce((sum, one) => sum + one.n, 0);
  return (
    <div style={{ width: '100%', minWidth: 0 }}>
      <Chart option={option} height={height} label={t('registry.varietyPage.curve')} />
      <Typography.Text type="secondary">
        {weighed > 0 ? t('registry.varietyPage.measured', { n: weighed }) : t('registry.varietyPage.notMeasured')}
      </Typography.Text>
    </div>
  );
}
