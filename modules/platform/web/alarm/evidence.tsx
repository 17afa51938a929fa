import { Table, Typography } from 'antd';
import { useEffect } from 'react';
import { loadTexts, useT } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import type { AlarmDetail } from '#modules/platform/contract/alarm/alarm.ts';

interface Item {
  readonly at?: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly [name: string]: unknown;
}

const valuesOf = ({ at: _, values, ...rest }: Item): Readonly<Record<string, unknown>> => ({ ...rest, ...values });

/** What was measured, newest first: one column per value, named by the module that measured it. */
export function Evidence({ row }: { readonly row: AlarmDetail }) {
  const t = useT();
  // The words are the module's that raised it, whose pages need not have been opened.
  useEffect(() => void loadTexts(row.source), [row.source]);
  const items = [...((row.evidence ?? []) as Item[])].reverse();
  if (items.length === 0)
    return <Typography.Text type="secondary">{t('platform.alarmPage.noEvidence')}</Typography.Text>;
  const names = [...new Set(items.flatMap((item) => Object.keys(valuesOf(item))))];
  const labelOf = (name: string) => {
    const key = `${row.source}.alarmEvidence.${name}`;
    return t.has(key) ? t.any(key) : name;
  };
  return (
    <Table
      size="small"
      pagination={false}
      rowKey={(item) => `${item.at} ${JSON.stringify(valuesOf(item))}`}
      dataSource={items}
      scroll={{ x: 'max-content' }}
      columns={[
        {
          key: 'at',
          title: t('platform.alarmPage.at'),
          render: (_, item) => (item.at ? wallTime(item.at) : '-'),
        },
        ...names.map((name) => ({
          key: name,
          title: labelOf(name),
          render: (_: unknown, item: Item) => String(valuesOf(item)[name] ?? '-'),
        })),
      ]}
    />
  );
}
