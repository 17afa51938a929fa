import { useQueries } from '@tanstack/react-query';
import { Progress, Table, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { noticeReceipts, type ReceiptRegion } from '#modules/platform/contract/notice/notice-content.ts';

interface Props {
  readonly noticeId: number;
  readonly regions: readonly ReceiptRegion[];
  readonly needReceipt: boolean;
  readonly selected: number | undefined;
  onSelect(code: number | undefined): void;
}

interface Node extends ReceiptRegion {
  key: string;
  isOwn: boolean;
  children?: Node[];
}

/** Regions that open into those below them, fetched when they are opened. */
export function ReceiptTree({ noticeId, regions, needReceipt, selected, onSelect }: Props) {
  const text = useTexts('platform.noticeReceipts');
  const language = useLanguage();
  const [opened, setOpened] = useState<readonly string[]>([]);
  const codes = [...new Set(opened.map((key) => Number(key.split('/').at(-1))))];
  const below = useQueries({
    queries: codes.map((regionCode) => ({
      queryKey: ['platform.noticeReceipts', noticeId, 'below', regionCode, language],
      queryFn: () => call(noticeReceipts, { query: { noticeId, regionCode, pageSize: 1 }, quiet: true }),
    })),
  });
  const nodes = (rows: readonly ReceiptRegion[], above: string, parent?: number): Node[] =>
    rows.map((row) => {
      const key = `${above}/${row.regionCode}`;
      const found = below[codes.indexOf(row.regionCode)]?.data?.regions;
      const isOwn = row.regionCode === parent;
      return {
        ...row,
        key,
        isOwn,
        ...(row.hasChildren && !isOwn && { children: found ? nodes(found, key, row.regionCode) : [] }),
      };
    });
  const done = (row: Node) => (needReceipt ? row.receipted : row.read);
  return (
    <Table<Node>
      size="small"
      rowKey="key"
      pagination={false}
      dataSource={nodes(regions, '')}
      scroll={{ x: 470 }}
      expandable={{ expandedRowKeys: opened, onExpandedRowsChange: (keys) => setOpened(keys.map(String)) }}
      columns={[
        {
          key: 'region',
          title: text('region'),
          render: (_, row) => (
            <Typography.Link
              strong={row.regionCode === selected}
              onClick={() => onSelect(row.regionCode === selected ? undefined : row.regionCode)}
            >
              {row.isOwn ? text('own') : row.regionName}
            </Typography.Link>
          ),
        },
        ...(['receivers', 'read', ...(needReceipt ? (['receipted', 'late'] as const) : [])] as const).map((name) => ({
          key: name,
          dataIndex: name,
          title: text(name),
          align: 'end' as const,
          width: 64,
          render: (n: number) => (name === 'late' && n > 0 ? <Typography.Text type="danger">{n}</Typography.Text> : n),
        })),
        {
          key: 'rate',
          title: text(needReceipt ? 'receiptRate' : 'readRate'),
          width: 104,
          render: (_, row) => (
            <Progress
              size="small"
              percent={row.receivers ? Math.round((100 * done(row)) / row.receivers) : 0}
              aria-label={text(needReceipt ? 'receiptRate' : 'readRate')}
            />
          ),
        },
      ]}
    />
  );
}
