import { useQuery } from '@tanstack/react-query';
import { Card, Col, Empty, Flex, Row, Statistic, Table, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type ImproveHome, improveHome } from '#modules/breeding/contract/base/base.ts';
import { percentOf, useLabel } from '../common/use-label.ts';

const asRate = new Set(['aiRate', 'conception']);
const bad = new Set(['tagLate', 'low', 'dry', 'objections']);

/** 改良首页: first what waits, then how the area stands. */
export default function ImproveHomePage() {
  const text = useTexts('breeding.homePage');
  const language = useLanguage();
  const { user } = useSession();
  const breedOf = useLabel('breed_code');
  const { data, error, refetch } = useQuery({
    queryKey: ['breeding', 'home', language],
    queryFn: () => call(improveHome, { query: {} as never, quiet: true }),
  });
  const may = (path: string) => user.pages?.some((one) => one.path === path.split('?')[0]) ?? true;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const shownOf = ({ key, value, whole }: ImproveHome['tiles'][number]) => {
    if (value === null) return '-';
    if (asRate.has(key)) return whole ? percentOf(value / whole) : '-';
    return key === 'per100' ? (whole ? Math.round((value / whole) * 1000) / 10 : '-') : value;
  };
  const todo = data.todo.filter((one) => may(one.path));
  return (
    <Flex vertical gap={12}>
      <Row gutter={[12, 12]}>
        {data.tiles.map((one) => (
          <Col key={one.key} xs={12} md={8} xl={{ flex: '20%' }}>
            <Card size="small">
              <Statistic title={text(`tile_${one.key}` as 'tile_base')} value={shownOf(one)} />
              {may(one.path) && <PageLink to={one.path}>{text('open')}</PageLink>}
            </Card>
          </Col>
        ))}
      </Row>
      <Card size="small" title={text('todo')}>
        {todo.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} />}
        <Flex gap={24} wrap>
          {todo.map((one) => (
            <PageLink key={one.key} to={one.path}>
              <Typography.Text type="secondary">{text(`todo_${one.key}` as 'todo_heats')}</Typography.Text>{' '}
              <Typography.Text strong {...(bad.has(one.key) && (one.value ?? 0) > 0 && { type: 'danger' })}>
                {one.value}
              </Typography.Text>
            </PageLink>
          ))}
        </Flex>
      </Card>
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={14}>
          <Card size="small" title={text('months')}>
            <Chart
              height={260}
              label={text('months')}
              option={{
                tooltip: { trigger: 'axis' },
                legend: { top: 0 },
                grid: { left: 40, right: 16, top: 32, bottom: 28 },
                xAxis: { type: 'category', data: data.months.map((one) => one.month) },
                yAxis: { type: 'value' },
                series: [
                  { type: 'bar', name: text('heats'), data: data.months.map((one) => one.heats) },
                  { type: 'line', name: text('calves'), data: data.months.map((one) => one.calves) },
                ],
              }}
            />
          </Card>
        </Col>
        <Col xs={24} xl={10}>
          <Card size="small" title={text('sires')}>
            {data.sires.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} />}
            {data.sires.map((one) => (
              <Flex key={one.sireCode} justify="space-between">
                <span>
                  <PageLink to={`/ant/breed/seedAnimalDetail?sireCode=${one.sireCode}`}>{one.sireCode}</PageLink>{' '}
                  {breedOf(one.breed)}
                </span>
                <strong>{one.heats}</strong>
              </Flex>
            ))}
          </Card>
        </Col>
      </Row>
      <Card size="small" title={text('regions')}>
        <Table
          size="small"
          rowKey="regionCode"
          pagination={false}
          dataSource={data.regions}
          scroll={{ x: 560 }}
          columns={[
            { key: 'name', title: text('region'), render: (_, row) => <span data-record>{row.name}</span> },
            { key: 'heats', title: text('heats'), align: 'end', dataIndex: 'heats' },
            { key: 'judged', title: text('judged'), align: 'end', dataIndex: 'judged' },
            {
              key: 'rate',
              title: text('tile_conception'),
              align: 'end',
              render: (_, row) => (row.judged >= 30 ? percentOf(row.pregnant / row.judged) : text('tooFew')),
            },
            { key: 'calves', title: text('calves'), align: 'end', dataIndex: 'calves' },
          ]}
        />
      </Card>
    </Flex>
  );
}
