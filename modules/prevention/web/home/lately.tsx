import { useQuery } from '@tanstack/react-query';
import { Card, Col, Empty, Flex, Row, Table, Tag, Typography } from 'antd';
import { useMemo } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { chart } from '#kit/web/ui/palette.ts';
import { listNotices } from '#modules/platform/contract/notice/messages.ts';
import { type AntAlert, antAlert } from '#modules/prevention/contract/alert/alert.ts';
import type { HomeSummary } from '#modules/prevention/contract/home/home.ts';
import { useLabel } from '../common/use-label.ts';

const modes = [
  ['season', chart.blue],
  ['routine', chart.green],
  ['emergency', chart.red],
  ['self', chart.yellow],
] as const;

/** What was done in thirty days, what one was told, and the last sheets. */
export function Lately({ data }: { readonly data: HomeSummary }) {
  const t = useT();
  const mayNotices = useCan('sys:notice:info:list');
  const hasFigures = data.place !== null;
  return (
    <Row gutter={[12, 12]}>
      {hasFigures && (
        <Col xs={24} xl={mayNotices ? 15 : 24}>
          <Card size="small" title={t('prevention.homePage.curve')} style={{ height: '100%' }}>
            <DoneChart days={data.days} />
          </Card>
        </Col>
      )}
      {mayNotices && (
        <Col xs={24} xl={hasFigures ? 9 : 24}>
          <Flex vertical gap={12} style={{ height: '100%' }}>
            <Alerts />
            <Notices />
          </Flex>
        </Col>
      )}
      <Col xs={24}>
        <Visits visits={data.visits} />
      </Col>
    </Row>
  );
}

function DoneChart({ days }: Pick<HomeSummary, 'days'>) {
  const t = useT();
  const label = useLabel('immune_mode');
  const names = modes.map(([mode]) => label(mode)).join('|');
  const option = useMemo(
    () => ({
      legend: {},
      xAxis: { type: 'category', data: days.map((one) => one.day.slice(5)) },
      yAxis: { type: 'value' },
      series: modes.map(([mode, color], at) => ({
        name: names.split('|')[at],
        type: 'bar',
        stack: 'done',
        color,
        data: days.map((one) => one[mode] || null),
      })),
    }),
    [days, names],
  );
  return <Chart label={t('prevention.homePage.curve')} height={220} option={option} />;
}

function Notices() {
  const mayAlerts = useCan('ant:alert:list');
  const language = useLanguage();
  const text = useTexts('prevention.homePage');
  const { data } = useQuery({
    queryKey: ['prevention.home', 'notices', language],
    queryFn: () => call(listNotices, { body: { page: 1, pageSize: 30 }, quiet: true }),
  });
  // What warns stands among the alerts, as long as it is not closed.
  const told = (data?.list ?? []).filter((one) => one.type !== 'warning' || !mayAlerts).slice(0, 6);
  return (
    <Card
      size="small"
      title={text('notices')}
      style={{ flex: 1 }}
      extra={<PageLink to="/anm/warning/msg">{text('all')}</PageLink>}
    >
      {data && told.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noNotices')} />}
      <Flex vertical gap={8}>
        {told.map((one) => (
          <Flex key={one.noticeReceiverId} justify="space-between" gap={12}>
            <Typography.Text ellipsis strong={one.isRead === 0} style={{ flex: 1 }} data-record>
              {one.linkPath ? <PageLink to={one.linkPath}>{one.title}</PageLink> : one.title}
            </Typography.Text>
            <Typography.Text type="secondary">{one.noticeDate.slice(5, 10)}</Typography.Text>
          </Flex>
        ))}
      </Flex>
    </Card>
  );
}

const levels: Readonly<Record<string, string>> = { urgent: 'red', warn: 'orange' };

/** What is open now; what is closed is gone from here. */
function Alerts() {
  const language = useLanguage();
  const may = useCan('ant:alert:list');
  const text = useTexts('prevention.homePage');
  const query = { isOpen: 'true', pageSize: '5', sort: 'openedAt:desc' };
  const { data } = useQuery({
    queryKey: [...resourceKey(antAlert), 'home', language],
    queryFn: () => callEnvelope(callOf(antAlert, 'list'), { query, quiet: true }),
    enabled: may,
  });
  const rows = (data?.data ?? []) as AntAlert[];
  if (!may || rows.length === 0) return null;
  return (
    <Card
      size="small"
      title={text('openAlerts', { n: data?.total ?? rows.length })}
      extra={<PageLink to="/ant/preventionMange/alert?isOpen=true">{text('all')}</PageLink>}
    >
      <Flex vertical gap={8}>
        {rows.map((one) => (
          <Flex key={one.id} gap={8}>
            <Tag color={levels[one.level] ?? 'blue'}>{one.kindName}</Tag>
            <Typography.Text ellipsis style={{ flex: 1 }} data-record>
              <PageLink to={`/ant/preventionMange/alert?isOpen=true&kind=${one.kind}`}>{one.title}</PageLink>
            </Typography.Text>
          </Flex>
        ))}
      </Flex>
    </Card>
  );
}

function Visits({ visits }: Pick<HomeSummary, 'visits'>) {
  const text = useTexts('prevention.homePage');
  const label = useTexts('prevention.immunisationVisit');
  const [mode, result] = [useLabel('immune_mode'), useLabel('visit_result')];
  const maySee = useCan('ant:visit:list');
  if (!maySee) return null;
  return (
    <Card
      size="small"
      title={text('lastVisits')}
      extra={<PageLink to="/ant/preventionMange/logs">{text('all')}</PageLink>}
    >
      <Table<HomeSummary['visits'][number]>
        aria-label={text('lastVisits')}
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 760 }}
        dataSource={visits}
        locale={{ emptyText: text('noVisits') }}
        columns={[
          {
            key: 'docNo',
            title: label('docNo'),
            render: (_, one) => <PageLink to={`/ant/preventionMange/visitDetail?id=${one.id}`}>{one.docNo}</PageLink>,
          },
          { key: 'on', title: label('visitedOn'), width: 110, render: (_, one) => one.visitedOn },
          { key: 'holder', title: label('principalId'), ellipsis: true, render: (_, one) => one.holderName },
          { key: 'village', title: label('regionCode'), ellipsis: true, render: (_, one) => one.regionName },
          { key: 'staff', title: label('staffId'), width: 100, render: (_, one) => one.staffName ?? '-' },
          { key: 'heads', title: text('heads'), align: 'end', width: 80, render: (_, one) => one.heads },
          { key: 'mode', title: label('mode'), width: 100, render: (_, one) => mode(one.mode) },
          { key: 'result', title: label('result'), width: 100, render: (_, one) => result(one.result) },
        ]}
      />
    </Card>
  );
}
