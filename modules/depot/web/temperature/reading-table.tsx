import { Table, Tag, Typography } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { slots, type TemperatureSeries } from '#modules/depot/contract/temperature/temperature.ts';

interface Line {
  readonly key: string;
  readonly at: number;
  readonly reading?: TemperatureSeries['readings'][number];
  readonly missing?: TemperatureSeries['missing'][number];
}

/** The readings, newest first, with the slots nobody read between them in grey. */
export function ReadingTable({ series }: { readonly series: TemperatureSeries }) {
  const text = useTexts('depot.temperaturePage');
  const lines: Line[] = [
    ...series.readings.map((reading) => ({ key: String(reading.id), at: Date.parse(reading.readAt), reading })),
    ...series.missing.map((missing) => ({
      key: `${missing.day} ${missing.slot}`,
      at:
        Date.parse(`${missing.day}T00:00:00+08:00`) +
        (slots.find((one) => one.name === missing.slot)?.from ?? 0) * 3_600_000,
      missing,
    })),
  ].sort((a, b) => b.at - a.at);
  return (
    <Table<Line>
      size="small"
      rowKey="key"
      dataSource={lines}
      pagination={{ pageSize: 20, showSizeChanger: false, hideOnSinglePage: true }}
      scroll={{ x: 620 }}
      locale={{ emptyText: text('none') }}
      onRow={({ missing }) => (missing ? { style: { opacity: 0.55 } } : {})}
      columns={[
        {
          key: 'at',
          title: text('readAt'),
          width: 180,
          render: (_, { reading, missing }) =>
            reading ? wallTime(reading.readAt).slice(0, 16) : `${missing?.day} ${text(missing?.slot ?? 'morning')}`,
        },
        {
          key: 'celsius',
          title: text('celsius'),
          width: 150,
          align: 'end',
          render: (_, { reading }) =>
            reading && (
              <Typography.Text {...(reading.inRange ? {} : { type: 'danger' as const, strong: true })}>
                {reading.celsius.toFixed(1)}
              </Typography.Text>
            ),
        },
        {
          key: 'state',
          title: text('inRange'),
          width: 110,
          render: (_, { reading }) =>
            reading ? (
              <Tag color={reading.inRange ? 'success' : 'error'}>{text(reading.inRange ? 'ok' : 'out')}</Tag>
            ) : (
              <Tag>{text('missing')}</Tag>
            ),
        },
        {
          key: 'by',
          title: text('by'),
          width: 120,
          render: (_, { reading }) => reading && (reading.byName ?? (reading.isDevice ? text('device') : '-')),
        },
        { key: 'remark', title: text('remark'), render: (_, { reading }) => reading?.remark ?? '' },
      ]}
    />
  );
}
