import { Card, Empty, Flex, Input, List, Pagination, Segmented, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useKeyword } from '#kit/web/ui/use-keyword.ts';
import { device } from '#modules/device/contract/catalogue/device.ts';
import { useRows } from '../common/rows.ts';
import { OnlineTag } from '../common/state.tsx';

const pageSize = 20;

interface Props {
  readonly chosen: number | null;
  /** The first is chosen until somebody chooses: the page beside it has something to show. */
  readonly isFirstChosen?: boolean;
  onChoose(id: number): void;
}

/** Collars one below the other, those of the filter. */
export function LocatorList({ chosen, isFirstChosen = false, onChoose }: Props) {
  const text = useTexts('device.locatorPage');
  const { keyword, type } = useKeyword();
  const [online, setOnline] = useState('all');
  const [page, setPage] = useState(1);
  const { rows, total, error, isPending, refetch } = useRows(
    device,
    {
      kind: 'collar',
      status: 'active',
      pageSize: String(pageSize),
      pageNum: String(page),
      ...(keyword && { keyword }),
      ...(online !== 'all' && { online }),
    },
    { every: 15_000 },
  );
  const first = isFirstChosen && chosen === null ? rows[0]?.id : undefined;
  useEffect(() => {
    if (first !== undefined) onChoose(first);
  }, [first, onChoose]);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Card size="small" styles={{ body: { padding: 8 } }}>
      <Flex vertical gap={8}>
        <Input.Search allowClear placeholder={text('find')} onChange={(event) => type(event.target.value)} />
        <Segmented
          block
          value={online}
          onChange={(value) => {
            setOnline(String(value));
            setPage(1);
          }}
          options={['all', 'online', 'silent'].map((value) => ({ value, label: text(value as 'all') }))}
        />
        <List
          size="small"
          loading={isPending}
          dataSource={rows}
          style={{ height: 549, overflow: 'auto' }}
          locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('none')} /> }}
          renderItem={(row) => (
            <List.Item
              onClick={() => onChoose(row.id)}
              style={{ cursor: 'pointer', ...(row.id === chosen && { background: 'var(--ant-color-primary-bg)' }) }}
              extra={<OnlineTag state={row.online} />}
            >
              <List.Item.Meta
                title={<span data-record>{row.placeName ?? row.deviceNo}</span>}
                description={
                  <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                    {row.deviceNo} · {text('battery')} {row.batteryPct ?? '-'} % ·{' '}
                    {row.lastSeenAt ? wallTime(row.lastSeenAt).slice(5, 16) : '-'}
                  </Typography.Text>
                }
              />
            </List.Item>
          )}
        />
        <Pagination
          size="small"
          simple
          align="end"
          current={page}
          pageSize={pageSize}
          total={total}
          onChange={setPage}
        />
      </Flex>
    </Card>
  );
}
