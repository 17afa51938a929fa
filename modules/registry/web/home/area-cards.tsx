import { Card, Table, Typography, theme } from 'antd';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import type { Overview } from '#modules/registry/contract/home/base.ts';
import { Opens } from './figures.tsx';

type Unit = Overview['units'][number];

/** The units of the area by type, and when somebody of them was last at work. */
export function UnitsCard({ units }: { readonly units: readonly Unit[] }) {
  const text = useTexts('registry.base');
  return (
    <Card size="small" title={text('units')} style={{ height: '100%' }}>
      <Table<Unit>
        size="small"
        rowKey="type"
        dataSource={units}
        pagination={false}
        scroll={{ y: 240 }}
        columns={[
          { title: text('type'), dataIndex: 'typeName' },
          {
            title: text('count'),
            width: 96,
            align: 'right',
            render: (_, row) => (
              <Opens to={`/pri/principal/info?principalUnitType=${row.type}&status=active`} needs="pri:principal:list">
                {row.n.toLocaleString('en')}
              </Opens>
            ),
          },
          { title: text('recent'), width: 130, align: 'right', render: (_, row) => `${row.recent} / ${row.n}` },
          {
            title: text('lastActive'),
            width: 160,
            render: (_, row) =>
              row.lastActiveAt ? (
                dayjs(row.lastActiveAt).format('YYYY-MM-DD HH:mm')
              ) : (
                <Typography.Text type="secondary">{text('never')}</Typography.Text>
              ),
          },
        ]}
      />
    </Card>
  );
}

/** How often the public asked for animals of the area. */
export function ScansCard({ scans }: { readonly scans: Overview['scans'] }) {
  const t = useT();
  const { token } = theme.useToken();
  const title = t('registry.base.scans', { n: scans.reduce((sum, one) => sum + one.hits, 0).toLocaleString('en') });
  const option = useMemo(
    () => ({
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: scans.map((one) => one.day.slice(5)) },
      yAxis: { type: 'value', minInterval: 1 },
      series: [
        { type: 'bar', data: scans.map((one) => one.hits), barMaxWidth: 14, itemStyle: { color: token.colorPrimary } },
      ],
    }),
    [scans, token],
  );
  return (
    <Card size="small" title={title} style={{ height: '100%' }}>
      <Chart option={option} height={270} label={title} />
    </Card>
  );
}
