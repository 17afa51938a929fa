import { CheckCircleFilled, ClockCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Card, Col, Empty, Flex, Row, Statistic, Table, Typography, theme } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { traceBoard } from '#modules/traceability/contract/inquiry/inquiry.ts';

/** 溯源总览: what waits today, where animals went, how complete their records are, and the last seal. */
export default function BoardPage() {
  const text = useTexts('traceability.boardPage');
  const { token } = theme.useToken();
  const { openPage } = usePage();
  const { data, error, refetch } = useQuery({
    queryKey: ['traceability.board'],
    queryFn: () => call(traceBoard, {}),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const { seal } = data;
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={32} wrap>
          {data.tiles.map((one) => (
            <PageLink key={one.key} to={one.path}>
              <Statistic
                title={text(`tile_${one.key}` as 'tile_toAccept')}
                value={one.n}
                {...(one.n > 0 && ['overdue', 'recalled', 'held'].includes(one.key)
                  ? { styles: { content: { color: token.colorError } } }
                  : {})}
              />
            </PageLink>
          ))}
        </Flex>
      </Card>
      <Row gutter={[12, 12]}>
        <Col xs={24} lg={14}>
          <Card size="small" title={text('grades')}>
            {data.grades.length === 0 ? (
              <Empty />
            ) : (
              <Chart
                height={260}
                label={text('grades')}
                option={{
                  tooltip: { trigger: 'axis' },
                  legend: {},
                  xAxis: { type: 'category', data: data.grades.map((one) => one.county) },
                  yAxis: { type: 'value' },
                  series: (['a', 'b', 'c', 'd'] as const).map((grade, at) => ({
                    type: 'bar',
                    stack: 'all',
                    name: grade.toUpperCase(),
                    color: [token.colorSuccess, token.colorPrimary, token.colorWarning, token.colorError][at],
                    data: data.grades.map((one) => one[grade]),
                  })),
                }}
                onPick={() => openPage('/traceability/traceabilityIdentification/liveTraceability')}
              />
            )}
          </Card>
        </Col>
        <Col xs={24} lg={10}>
          <Card size="small" title={text('flows')}>
            <Table
              size="small"
              rowKey={(one) => `${one.from} ${one.to}`}
              pagination={false}
              dataSource={data.flows}
              columns={[
                { dataIndex: 'from', title: text('from') },
                { dataIndex: 'to', title: text('to') },
                { dataIndex: 'heads', title: text('heads'), align: 'right' },
              ]}
            />
          </Card>
        </Col>
        <Col xs={24} lg={14}>
          <Card size="small" title={text('scans')}>
            <Chart
              height={200}
              label={text('scans')}
              option={{
                tooltip: { trigger: 'axis' },
                xAxis: { type: 'category', data: data.scans.map((one) => one.day) },
                yAxis: { type: 'value', minInterval: 1 },
                series: [{ type: 'line', areaStyle: {}, name: text('scans'), data: data.scans.map((one) => one.n) }],
              }}
            />
          </Card>
        </Col>
        <Col xs={24} lg={10}>
          <Card size="small" title={text('seal')}>
            {seal ? (
              <Flex vertical gap={8}>
                <span>
                  {seal.checkState === 'ok' ? (
                    <CheckCircleFilled style={{ color: token.colorSuccess }} aria-hidden />
                  ) : seal.checkState === 'broken' ? (
                    <CloseCircleFilled style={{ color: token.colorError }} aria-hidden />
                  ) : (
                    <ClockCircleFilled style={{ color: token.colorTextTertiary }} aria-hidden />
                  )}{' '}
                  {text('sealed', { no: seal.sealNo, at: wallTime(seal.cutAt), n: seal.leafCount })}
                </span>
                <Typography.Text code copyable style={{ wordBreak: 'break-all' }}>
                  {seal.root}
                </Typography.Text>
              </Flex>
            ) : (
              <Empty description={text('noSeal')} />
            )}
          </Card>
          <Card size="small" title={text('purposes')} style={{ marginBlockStart: 12 }}>
            <Flex gap={32} wrap>
              {data.purposes.map((one) => (
                <Statistic key={one.name} title={one.name} value={one.n} />
              ))}
            </Flex>
          </Card>
        </Col>
      </Row>
    </Flex>
  );
}
