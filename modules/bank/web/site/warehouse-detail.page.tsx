import { useQuery } from '@tanstack/react-query';
import { Button, Card, Col, Descriptions, Empty, Flex, Row, Tag, Typography, theme } from 'antd';
import { useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useCan, useMayOpen } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { panelLater } from '#kit/web/ui/later.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type PledgeSite, pledgeSite, type SiteBoard, siteBoard } from '#modules/bank/contract/site/site.ts';
import { SiteMap } from './site-map.tsx';

const SiteSignSheet = panelLater(async () => (await import('./site-sign-sheet.tsx')).default);
const SiteFormDialog = panelLater(async () => (await import('./site-form.tsx')).default);

/** 监管场详情: each house with book, seen and camera, sixty nights of all three, and what hangs on the site. */
export default function WarehouseDetailPage() {
  const text = useTexts('bank.sitePage');
  const language = useLanguage();
  const { search, openPage } = usePage();
  const id = Number(search.get('id')) || 0;
  const mayEdit = useCan('bank:site:edit');
  const mayCount = useCan('bank:count:edit');
  const [isSigned, setSigned] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const row = useQuery({
    queryKey: [...resourceKey(pledgeSite), 'detail', id, language],
    queryFn: async () =>
      (await callEnvelope(callOf(pledgeSite, 'detail'), { params: { id }, quiet: true } as never)).data as PledgeSite,
    enabled: id > 0,
  });
  const board = useQuery({
    queryKey: ['bank', 'siteBoard', id],
    queryFn: () => call(siteBoard, { query: { siteId: String(id), days: '60' } as never, quiet: true }),
    enabled: id > 0,
  });
  if (id === 0)
    return (
      <Card>
        <Empty description={text('none')}>
          <Button type="primary" onClick={() => openPage('/bank/warehouse')}>
            {text('toList')}
          </Button>
        </Empty>
      </Card>
    );
  const error = row.error ?? board.error;
  if (error) return <Failed error={error} onRetry={() => void Promise.all([row.refetch(), board.refetch()])} />;
  if (!row.data || !board.data) return <Waiting />;
  const site = row.data;
  return (
    <Flex vertical gap={12}>
      <Card
        size="small"
        title={<span data-record>{`${site.siteNo} ${site.name}`}</span>}
        extra={
          <Flex gap={8} wrap>
            {mayEdit && site.status !== 'closed' && <Button onClick={() => setEditing(true)}>{text('change')}</Button>}
            {mayCount && site.book > 0 && (
              <Button type="primary" onClick={() => openPage(`/bank/stocktake/count?siteId=${site.id}`)}>
                {text('count')}
              </Button>
            )}
            <Button onClick={() => setSigned(true)}>{text('sign')}</Button>
          </Flex>
        }
      >
        <Descriptions
          size="small"
          column={{ xs: 1, md: 2, xl: 4 }}
          items={[
            { key: 'client', label: text('client'), children: <span data-record>{site.client}</span> },
            { key: 'bank', label: text('bank'), children: <span data-record>{site.bank}</span> },
            {
              key: 'supervisor',
              label: text('supervisor'),
              children: <span data-record>{site.supervisor ?? '-'}</span>,
            },
            { key: 'status', label: text('status'), children: <Tag>{site.statusName}</Tag> },
            { key: 'manager', label: text('manager'), children: <span data-record>{site.manager ?? '-'}</span> },
            {
              key: 'guard',
              label: text('guard'),
              children: <span data-record>{[site.guardName, site.guardPhone].filter(Boolean).join(' ') || '-'}</span>,
            },
            {
              key: 'last',
              label: text('lastCount'),
              children: site.lastCountOn ? (
                <PageLink to={`/bank/stocktake?siteId=${site.id}`}>
                  {`${site.lastCountOn}${site.accuracy === null ? '' : ` · ${site.accuracy} %`}`}
                </PageLink>
              ) : (
                '-'
              ),
            },
            { key: 'next', label: text('nextDue'), children: site.nextDueOn ?? '-' },
          ]}
        />
        {site.isShared && <Tag color="red">{text('shared')}</Tag>}
      </Card>
      <HovelPlan board={board.data} siteId={site.id} />
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={14}>
          <DayLine board={board.data} />
        </Col>
        <Col xs={24} xl={10}>
          <SiteMap sites={board.data.sites} fence={board.data.fence} height={280} />
        </Col>
      </Row>
      <Below siteId={site.id} />
      {isSigned && <SiteSignSheet siteId={site.id} onDone={() => setSigned(false)} />}
      {isEditing && <SiteFormDialog id={site.id} onClose={() => setEditing(false)} />}
    </Flex>
  );
}

function HovelPlan({ board, siteId }: { readonly board: SiteBoard; readonly siteId: number }) {
  const text = useTexts('bank.sitePage');
  const { token } = theme.useToken();
  const figures = (one: SiteBoard['hovels'][number]) =>
    [
      { key: 'book', value: one.book, to: `/bank/animals?siteId=${siteId}`, isBad: false },
      { key: 'seen', value: one.seen, to: null, isBad: one.seen < one.book },
      { key: 'camera', value: one.camera, to: null, isBad: one.camera !== null && one.camera < one.book },
    ] as const;
  return (
    <Card size="small" title={text('plan')}>
      {board.hovels.length === 0 && <Empty description={text('noHovels')} />}
      <Flex gap={12} wrap>
        {board.hovels.map((one) => {
          const border = one.missing > 0 ? token.colorError : one.unseen > 0 ? token.colorWarning : token.colorSuccess;
          return (
            <div
              key={one.hovelId ?? 0}
              data-hovel={one.hovelId ?? 0}
              style={{
                flex: '1 1 220px',
                maxInlineSize: 360,
                border: `2px solid ${border}`,
                borderRadius: 8,
                padding: 12,
              }}
            >
              <strong data-record>{one.name || text('elsewhere')}</strong>
              <Flex gap={16} style={{ marginBlock: 8 }}>
                {figures(one).map(({ key, value, isBad }) => (
                  <Flex key={key} vertical>
                    <Typography.Text type="secondary">{text(key)}</Typography.Text>
                    <Typography.Text
                      {...(isBad && { type: 'danger' as const })}
                      style={{ fontSize: 24, fontVariantNumeric: 'tabular-nums' }}
                    >
                      {value ?? '-'}
                    </Typography.Text>
                  </Flex>
                ))}
              </Flex>
              <Flex gap={4} wrap>
                {one.unseen > 0 && <Tag color="orange">{text('unseenN', { n: one.unseen })}</Tag>}
                {one.missing > 0 && <Tag color="red">{text('missingN', { n: one.missing })}</Tag>}
                {one.cameraAt && <Tag>{wallTime(one.cameraAt).slice(5, 16)}</Tag>}
              </Flex>
            </div>
          );
        })}
      </Flex>
    </Card>
  );
}

function DayLine({ board }: { readonly board: SiteBoard }) {
  const text = useTexts('bank.sitePage');
  const { token } = theme.useToken();
  const line = (
    name: string,
    colour: string,
    pick: (day: SiteBoard['days'][number]) => number | null,
    isDashed = false,
  ) => ({
    type: 'line',
    name,
    showSymbol: false,
    connectNulls: false,
    color: colour,
    lineStyle: { type: isDashed ? 'dashed' : 'solid' },
    data: board.days.map(pick),
  });
  return (
    <Card size="small" title={text('days')}>
      {board.days.length === 0 ? (
        <Empty description={text('noDays')} />
      ) : (
        <Chart
          label={text('days')}
          height={280}
          option={{
            tooltip: { trigger: 'axis' },
            legend: { top: 0 },
            grid: { left: 40, right: 12, top: 32, bottom: 24 },
            xAxis: { type: 'category', data: board.days.map((one) => one.day.slice(5)) },
            yAxis: { type: 'value', scale: true },
            series: [
              line(text('book'), token.colorText, (one) => one.book, true),
              line(text('seen'), token.colorSuccess, (one) => one.seenAny),
              line(text('seenByDevice'), token.colorPrimary, (one) => one.seenByDevice),
              line(text('camera'), token.colorWarning, (one) => one.camera),
            ],
          }}
        />
      )}
    </Card>
  );
}

/** Lists of other screens, narrowed to this site. */
function Below({ siteId }: { readonly siteId: number }) {
  const text = useTexts('bank.sitePage');
  const mayOpen = useMayOpen();
  const links = (
    [
      { key: 'counts', to: `/bank/stocktake?siteId=${siteId}` },
      { key: 'patrols', to: `/bank/patrol?siteId=${siteId}` },
      { key: 'animals', to: `/bank/animals?siteId=${siteId}` },
      { key: 'alarms', to: `/bank/alarms?siteId=${siteId}` },
      { key: 'video', to: `/bank/video?siteId=${siteId}` },
    ] as const
  ).filter(({ to }) => mayOpen(to));
  return (
    <Card size="small">
      <Flex gap={16} wrap>
        {links.map((one) => (
          <PageLink key={one.key} to={one.to}>
            {text(`to_${one.key}`)}
          </PageLink>
        ))}
      </Flex>
    </Card>
  );
}
