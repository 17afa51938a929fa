import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, Col, Empty, Flex, Row, Statistic, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type ReportBoard, reportBoard } from '#modules/insurance/contract/claim/dispatch.ts';
import { useLabel } from '../common/inputs.tsx';
import { ClockBar } from './clock-bar.tsx';

const AssignDialog = panelLater(async () => (await import('./dispatch-dialogs.tsx')).AssignDialog);
const DispatchMap = panelLater(async () => (await import('./dispatch-map.tsx')).DispatchMap);
const ExtendDialog = panelLater(async () => (await import('./dispatch-dialogs.tsx')).ExtendDialog);
type Report = ReportBoard['rows'][number];
const columns = ['reported', 'offered', 'accepted', 'surveying'] as const;
const columnOf = (row: Report): (typeof columns)[number] =>
  row.status === 'surveying'
    ? 'surveying'
    : row.status === 'reported'
      ? 'reported'
      : row.offer === 'accepted'
        ? 'accepted'
        : 'offered';

/** 报案监测: what nobody has looked at yet, by the hours it has left. */
export default function ReportMonitorPage({ hasMap = false }: { readonly hasMap?: boolean }) {
  const text = useTexts('insurance.boardPage');
  const channel = useLabel('ins_claim_channel');
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ row: Report; what: 'assign' | 'extend' } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['insurance', 'reportBoard'],
    queryFn: () => call(reportBoard, { query: {} as never, quiet: true }),
    refetchInterval: 30_000,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const close = () => {
    setAsked(null);
    void client.invalidateQueries({ queryKey: ['insurance'] });
  };
  const figures = [
    ['today', data.today],
    ['overdue', data.overdue],
    ['dispatch', data.medianDispatchMinutes ?? '-'],
    ['arrive', data.medianArriveHours ?? '-'],
  ] as const;
  return (
    <Flex vertical gap={12}>
      <Row gutter={[12, 12]}>
        {figures.map(([name, value]) => (
          <Col key={name} xs={12} md={6}>
            <Card size="small">
              <Statistic title={text(name)} value={value} />
            </Card>
          </Col>
        ))}
      </Row>
      {hasMap && <DispatchMap board={data} onPick={(row) => setAsked({ row, what: 'assign' })} />}
      {data.channels.length > 0 && (
        <Flex gap={4} wrap>
          {data.channels.map((one) => (
            <Tag key={one.channel}>{`${channel(one.channel)} ${one.n}`}</Tag>
          ))}
        </Flex>
      )}
      <Row gutter={[12, 12]}>
        {columns.map((column) => {
          const rows = data.rows.filter((row) => columnOf(row) === column);
          return (
            <Col key={column} xs={24} md={12} xl={6}>
              <Card size="small" title={`${text(column)} ${rows.length}`}>
                {rows.length === 0 ? (
                  <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('empty')} />
                ) : (
                  <Flex vertical gap={8}>
                    {rows.map((row) => (
                      <ReportCard key={row.id} row={row} onAsk={(what) => setAsked({ row, what })} />
                    ))}
                  </Flex>
                )}
              </Card>
            </Col>
          );
        })}
      </Row>
      {asked?.what === 'assign' && <AssignDialog claim={asked.row} onClose={close} />}
      {asked?.what === 'extend' && <ExtendDialog claim={asked.row} onClose={close} />}
    </Flex>
  );
}

function ReportCard({ row, onAsk }: { readonly row: Report; onAsk(what: 'assign' | 'extend'): void }) {
  const text = useTexts('insurance.boardPage');
  const cause = useLabel('death_cause');
  const mayAssign = useCan('ins:dispatch:assign');
  const mayExtend = useCan('ins:dispatch:extend');
  const isOpen = row.status !== 'surveying';
  return (
    <Card size="small" type="inner">
      <Flex vertical gap={4}>
        <Flex justify="space-between" gap={8} wrap>
          <PageLink to={`/insuranceMgt/claimDetail?id=${row.id}`}>{row.docNo}</PageLink>
          {row.isExtended && <Tag color="orange">{text('extended')}</Tag>}
          {row.isMine && <Tag color="blue">{text('mine')}</Tag>}
        </Flex>
        <span data-record>{`${row.holder} · ${row.village}`}</span>
        <Typography.Text type="secondary">
          <span data-record>{[`${row.head}`, cause(row.cause), row.surveyor].filter(Boolean).join(' · ')}</span>
        </Typography.Text>
        <ClockBar from={row.reportedAt} due={row.dueAt} />
        {isOpen && (mayAssign || mayExtend) && (
          <Flex gap={4}>
            {mayAssign && (
              <Button size="small" onClick={() => onAsk('assign')}>
                {text('assign')}
              </Button>
            )}
            {mayExtend && !row.isExtended && (
              <Button size="small" onClick={() => onAsk('extend')}>
                {text('extend')}
              </Button>
            )}
          </Flex>
        )}
      </Flex>
    </Card>
  );
}
