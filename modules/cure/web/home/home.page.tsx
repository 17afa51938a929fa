import { useQuery } from '@tanstack/react-query';
import { Button, Card, Col, Empty, Flex, Row, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { chart } from '#kit/web/ui/palette.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { dayFromNow, wallTime } from '#kit/web/ui/times.ts';
import { type CareCounts, type CareHome, careHome } from '#modules/cure/contract/home/home.ts';
import { EarTag } from '#modules/registry/web/index.ts';
import { UrgencyTag } from '../consult/urgency-tag.tsx';
import { SocietyDesk } from '../society/society-desk.tsx';
import { UntilTag } from '../withdrawal/until-tag.tsx';
import { DueToday } from './due-today.tsx';
import { InCare } from './in-care.tsx';
import { MyDuty } from './my-duty.tsx';

interface Tile {
  readonly key: keyof CareCounts;
  readonly to?: string;
  readonly needs: string;
  readonly isBad?: boolean;
}
const tiles: readonly Tile[] = [
  { key: 'offers', to: '/cure/expert/myInvitation?status=open', needs: 'cure:offer:list', isBad: true },
  { key: 'waiting', to: '/cure/consult/list?status=waiting,offered', needs: 'cure:consult:list' },
  { key: 'open', to: '/cure/consult/list?status=inProgress,needInfo', needs: 'cure:consult:list' },
  { key: 'late', needs: 'cure:consult:list', isBad: true },
  { key: 'followUps', to: '/cure/followUp?status=due', needs: 'cure:followUp:list' },
  { key: 'sheets', to: '/cure/prescription/list?status=issued,running', needs: 'cure:prescription:list' },
  { key: 'blocked', to: '/cure/withdrawal?status=open', needs: 'cure:withdrawal:list' },
  {
    key: 'ending',
    to: `/cure/withdrawal?status=open&meatUntilFrom=${dayFromNow(0)}&meatUntilTo=${dayFromNow(1)}`,
    needs: 'cure:withdrawal:list',
  },
  { key: 'suspects', to: '/cure/suspect?status=sent', needs: 'cure:suspect:list', isBad: true },
  { key: 'tries', needs: 'cure:stat:view' },
  {
    key: 'notEntitled',
    to: '/cure/sys/practitioner?status=active&prescriber=false',
    needs: 'cure:practitioner:list',
  },
];

/** 诊疗首页: what waits for whoever looks, and the one button of a holder whose animal is ill. */
export default function CareHomePage() {
  const text = useTexts('cure.home');
  const { openPage } = usePage();
  const { actions } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['cure.home'],
    queryFn: () => call(careHome, { quiet: true }),
    refetchInterval: 60_000,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Flex vertical gap={12}>
      <Flex gap={8} wrap>
        {actions.has('cure:consult:ask') && (
          <Button type="primary" size="large" onClick={() => openPage('/cure/consult/ask')}>
            {text('ask')}
          </Button>
        )}
        {actions.has('cure:treatment:add') && (
          <Button size="large" onClick={() => openPage('/cure/treatment/add')}>
            {text('treat')}
          </Button>
        )}
        {actions.has('cure:prescription:issue') && (
          <Button size="large" onClick={() => openPage('/cure/prescription/issue')}>
            {text('prescribe')}
          </Button>
        )}
      </Flex>
      {actions.has('cure:member:check') && <SocietyDesk />}
      {actions.has('cure:entrust:sign') && <InCare />}
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))', gap: 12 }}>
        {tiles
          .filter((one) => actions.has(one.needs))
          .map((one) => (
            <Figure key={one.key} tile={one} n={data.counts[one.key]} />
          ))}
      </div>
      <Row gutter={[12, 12]}>
        {actions.has('cure:consult:list') && (
          <Col xs={24} xl={12}>
            <Consults home={data} />
          </Col>
        )}
        {actions.has('cure:offer:list') && actions.has('cure:duty:list') && (
          <Col xs={24} xl={12}>
            <MyDuty />
          </Col>
        )}
        {actions.has('cure:treatment:add') && (
          <Col xs={24} xl={12}>
            <DueToday />
          </Col>
        )}
        {actions.has('cure:withdrawal:list') && (
          <Col xs={24} xl={12}>
            <Withdrawals home={data} />
          </Col>
        )}
        {data.months.length > 0 && (
          <Col xs={24} xl={12}>
            <Months home={data} />
          </Col>
        )}
      </Row>
    </Flex>
  );
}

function Figure({ tile: { key, to, isBad }, n }: { readonly tile: Tile; readonly n: number }) {
  const text = useTexts('cure.home');
  const figure = (
    <Typography.Text
      {...(isBad && n > 0 && { type: 'danger' as const })}
      style={{ fontSize: 24, fontVariantNumeric: 'tabular-nums' }}
    >
      {n}
    </Typography.Text>
  );
  return (
    <Card size="small">
      <Typography.Text type="secondary">{text(key)}</Typography.Text>
      <div>{to && n > 0 ? <PageLink to={to}>{figure}</PageLink> : figure}</div>
    </Card>
  );
}

const none = (description: string) => <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={description} />;
const whole = { height: '100%' } as const;

function Consults({ home }: { readonly home: CareHome }) {
  const text = useTexts('cure.home');
  const { asked, medianMinutes, inTime } = home.answers;
  return (
    <Card
      size="small"
      title={text('openConsults')}
      style={whole}
      extra={<PageLink to="/cure/consult/list">{text('all')}</PageLink>}
    >
      {asked > 0 && medianMinutes !== null && inTime !== null && (
        <Typography.Paragraph type="secondary">
          {text('answers', { asked, minutes: medianMinutes, share: inTime })}
        </Typography.Paragraph>
      )}
      {home.consults.length === 0 && none(text('noConsults'))}
      <Flex vertical gap={10}>
        {home.consults.map((one) => (
          <Flex key={one.id} vertical style={{ minWidth: 0 }}>
            <Flex gap={8} align="center" wrap>
              <UrgencyTag urgency={one.urgency} />
              <PageLink to={`/cure/consult/detail?id=${one.id}`}>{one.docNo}</PageLink>
              <span data-record>{[one.holder, one.signs].filter(Boolean).join(' · ')}</span>
              {one.isLate && <Tag color="error">{text('isLate')}</Tag>}
            </Flex>
            <Typography.Text type="secondary" ellipsis data-record>
              {wallTime(one.lastAt).slice(5, 16)} {one.said ?? ''}
            </Typography.Text>
          </Flex>
        ))}
      </Flex>
    </Card>
  );
}

function Withdrawals({ home }: { readonly home: CareHome }) {
  const text = useTexts('cure.home');
  return (
    <Card
      size="small"
      title={text('endingNext')}
      style={whole}
      extra={<PageLink to="/cure/withdrawal?status=open">{text('all')}</PageLink>}
    >
      {home.withdrawals.length === 0 && none(text('noWithdrawals'))}
      <Flex vertical gap={8}>
        {home.withdrawals.map((one) => (
          <Flex key={one.id} gap={8} align="center" justify="space-between" wrap>
            <span data-record>
              {one.earTag ? <EarTag tag={one.earTag} /> : text('group')} · {one.holder} · {one.medicines}
            </span>
            <UntilTag until={one.until} />
          </Flex>
        ))}
      </Flex>
    </Card>
  );
}

function Months({ home }: { readonly home: CareHome }) {
  const text = useTexts('cure.home');
  return (
    <Card size="small" title={text('months')} style={whole}>
      <Chart
        label={text('months')}
        height={240}
        option={{
          tooltip: { trigger: 'axis' },
          legend: { top: 0 },
          xAxis: { type: 'category', data: home.months.map((one) => one.month) },
          yAxis: [
            { type: 'value', name: text('treatments') },
            { type: 'value', name: 'g', splitLine: { show: false } },
          ],
          series: [
            {
              name: text('treatments'),
              type: 'bar',
              color: chart.blue,
              data: home.months.map((one) => one.treatments),
            },
            {
              name: text('grams'),
              type: 'line',
              yAxisIndex: 1,
              color: chart.orange,
              data: home.months.map((one) => Math.round(one.grams * 10) / 10),
            },
          ],
        }}
      />
    </Card>
  );
}
