import { useQuery } from '@tanstack/react-query';
import { Button, DatePicker, Drawer, Empty, Flex, Space, Statistic, Table, Tabs, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import { type LedgerRow, ledgerMoves, wornBy } from '#modules/sign/contract/ledger/ledger.ts';
import { holdingOf } from '#modules/sign/contract/numbers/tag-segment.ts';
import { recoverAll } from '#modules/sign/contract/papers/recovery.ts';
import { Code, numberText, PlaceTag, useDictName } from '../common/parts.tsx';

/** One holder: what he has on that day, number by number, and every move with the balance after it. */
export function HolderDrawer({
  row,
  from,
  to,
  onClose,
}: {
  readonly row: LedgerRow;
  readonly from: string;
  readonly to: string;
  onClose(): void;
}) {
  const joined = useJoined();
  const text = useTexts('sign.ui');
  const kind = useDictName('tag_place');
  const state = useDictName('tag_state');
  const mayRecover = useCan('sign:recovery:add');
  const [day, setDay] = useState(to);
  const who = { principalId: row.principalId, ...(row.staffId && { staffId: row.staffId }) };
  const held = useQuery({
    queryKey: ['sign.holding', who, day],
    queryFn: () => call(holdingOf, { query: { ...who, at: day }, quiet: true }),
  });
  // The row that was opened is one category's; what else the holder has stands in its own row.
  const ranges = held.data?.ranges.filter((one) => one.categoryId === row.categoryId) ?? [];
  const next = held.data?.next.filter((one) => one.categoryId === row.categoryId) ?? [];
  const moves = useQuery({
    queryKey: ['sign.moves', who, row.categoryId, from, to],
    queryFn: () => call(ledgerMoves, { query: { ...who, categoryId: row.categoryId, from, to }, quiet: true }),
  });
  const worn = useQuery({
    queryKey: ['sign.wornBy', who, from, to],
    enabled: row.staffId !== null,
    queryFn: () =>
      callEnvelope(wornBy, {
        query: { staffId: row.staffId as number, from, to, pageNum: 1, pageSize: 100 },
        quiet: true,
      }),
  });
  const [made, setMade] = useState<string | null>(null);
  const recover = async () => {
    const done = await call(recoverAll, { body: { staffId: row.staffId as number, reason: 'leave' } }).catch(
      () => null,
    );
    if (done) setMade(done.docNo);
  };
  const tabs = [
    {
      key: 'held',
      label: text('numbersThen'),
      children: (
        <Flex vertical gap={12}>
          <Space wrap>
            <span>{text('onDay')}</span>
            <DatePicker
              allowClear={false}
              maxDate={dayjs()}
              value={dayjs(day)}
              onChange={(value) => value && setDay(value.format(dateFormat))}
              aria-label={text('onDay')}
            />
            {held.data && <b>{text('tags', { n: numberText(ranges.reduce((sum, one) => sum + one.count, 0)) })}</b>}
          </Space>
          {held.error && <Failed error={held.error} onRetry={() => void held.refetch()} />}
          {held.data && ranges.length === 0 && <Empty description={text('nothingThen')} />}
          {ranges.length > 0 && (
            <Table
              size="small"
              rowKey="from"
              pagination={{ pageSize: 15, hideOnSinglePage: true, showSizeChanger: false }}
              dataSource={ranges}
              scroll={{ x: 'max-content' }}
              columns={[
                { key: 'range', title: text('numbers'), render: (_, one) => <Code>{one.shown}</Code> },
                { key: 'count', title: text('count'), align: 'right', render: (_, one) => numberText(one.count) },
                {
                  key: 'place',
                  title: text('place'),
                  render: (_, one) => (
                    <Space>
                      <PlaceTag place={one.place} />
                      {one.isHeld && <Tag color="red">{text('held')}</Tag>}
                    </Space>
                  ),
                },
                { key: 'since', title: text('since'), render: (_, one) => one.since ?? '-' },
                { key: 'packs', title: text('pack'), render: (_, one) => joined(one.packs) || '-' },
              ]}
            />
          )}
          {next.map((one) => (
            <Space key={one.categoryId}>
              <span>{text('nextNumber')}</span>
              <Code>{one.shown}</Code>
            </Space>
          ))}
        </Flex>
      ),
    },
    {
      key: 'moves',
      label: text('moves'),
      children: (
        <>
          {moves.error && <Failed error={moves.error} onRetry={() => void moves.refetch()} />}
          {moves.data && (
            <>
              <Flex gap={32} style={{ marginBlockEnd: 8 }}>
                <Statistic title={text('opening')} value={moves.data.opening} />
                <Statistic title={text('closing')} value={moves.data.closing} />
              </Flex>
              <Table
                size="small"
                rowKey="id"
                pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
                scroll={{ x: 'max-content' }}
                dataSource={[...moves.data.moves].reverse()}
                columns={[
                  { key: 'on', title: text('day'), dataIndex: 'on' },
                  {
                    key: 'doc',
                    title: text('docNo'),
                    render: (_, one) => (one.link ? <PageLink to={one.link}>{one.docNo}</PageLink> : one.docNo),
                  },
                  { key: 'range', title: text('numbers'), render: (_, one) => <Code>{one.range}</Code> },
                  {
                    key: 'delta',
                    title: text('change'),
                    align: 'right',
                    render: (_, one) => (
                      <Typography.Text type={one.delta < 0 ? 'danger' : 'success'}>
                        {one.delta > 0 ? `+${one.delta}` : one.delta}
                      </Typography.Text>
                    ),
                  },
                  {
                    key: 'balance',
                    title: text('balance'),
                    align: 'right',
                    render: (_, one) => numberText(one.balance),
                  },
                  {
                    key: 'other',
                    title: text('otherSide'),
                    render: (_, one) => <span data-record>{one.other ?? kind(one.place)}</span>,
                  },
                ]}
              />
            </>
          )}
        </>
      ),
    },
    ...(row.staffId === null
      ? []
      : [
          {
            key: 'worn',
            label: text('wornNumbers'),
            children: (
              <Table
                size="small"
                rowKey="code"
                loading={worn.isFetching}
                pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
                dataSource={worn.data?.data ?? []}
                columns={[
                  {
                    key: 'code',
                    title: text('number'),
                    render: (_, one) => <PageLink to={`/sign/tagTrace?code=${one.code}`}>{one.shown}</PageLink>,
                  },
                  { key: 'on', title: text('wornOn'), dataIndex: 'wornOn' },
                  { key: 'issued', title: text('signedOn'), render: (_, one) => one.issuedOn ?? '-' },
                  { key: 'state', title: text('now'), render: (_, one) => state(one.state) },
                ]}
              />
            ),
          },
        ]),
  ];
  return (
    <Drawer
      open
      size={960}
      title={<span data-record>{`${row.name} · ${row.category}`}</span>}
      onClose={onClose}
      extra={
        row.staffId !== null && mayRecover && row.closing > 0 ? (
          made ? (
            <PageLink to={`/sign/packRecovery?keyword=${made}`}>{made}</PageLink>
          ) : (
            <Button onClick={() => void recover()}>{text('recoverAll')}</Button>
          )
        ) : null
      }
    >
      <Tabs items={tabs} />
    </Drawer>
  );
}
