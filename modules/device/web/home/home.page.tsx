import { useQuery } from '@tanstack/react-query';
import { Card, Col, Empty, Flex, List, Row, Statistic, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type DeviceHome, deviceHome, type HomeTodo } from '#modules/device/contract/home/home.ts';
import { DeviceMapView } from '../common/device-map.tsx';
import { useKindName, useLabel } from '../common/names.ts';
import { LevelTag } from '../common/state.tsx';

const fences = '/anm/device/fence';

/** 设备总览: what needs a look now, and what has to be done today. */
export default function DeviceHomePage() {
  const text = useTexts('device.home');
  const language = useLanguage();
  const { openPage } = usePage();
  const { data, error, refetch } = useQuery({
    queryKey: ['device.home', language],
    queryFn: () => call(deviceHome, { quiet: true }),
    refetchInterval: 15_000,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const share = data.worn > 0 ? Math.round((data.seen / data.worn) * 1000) / 10 : 0;
  return (
    <Flex vertical gap={12}>
      <Row gutter={[12, 12]}>
        <Figure
          title={text('urgent')}
          value={data.alarms.urgent}
          isBad={data.alarms.urgent > 0}
          to="/anm/device/alarm?level=urgent"
        />
        <Figure title={text('otherAlarms')} value={data.alarms.warn + data.alarms.info} to="/anm/device/alarm" />
        <Figure title={text('seen')} value={share} suffix={`% · ${data.seen}/${data.worn}`} />
        <Figure
          title={text('online')}
          value={data.online}
          suffix={`/ ${data.active}`}
          to="/anm/device/detail?status=active&online=online"
        />
        <Figure
          title={text('silent')}
          value={data.silent}
          isBad={data.silent > 0}
          to="/anm/device/detail?status=active&online=silent"
        />
        <Figure title={text('outNow')} value={data.outNow} isBad={data.outNow > 0} to={fences} />
      </Row>
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={14}>
          <Card size="small" title={text('map')} styles={{ body: { padding: 0 } }}>
            <DeviceMapView
              kinds="collar,gateway"
              height={420}
              label={text('map')}
              onPick={(id) => openPage(`/anm/device/detail?id=${id}`)}
            />
          </Card>
        </Col>
        <Col xs={24} xl={10}>
          <Latest latest={data.latest} />
        </Col>
      </Row>
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={10}>
          <Todo todo={data.todo} />
        </Col>
        <Col xs={24} xl={14}>
          <Rates rates={data.rates} />
        </Col>
      </Row>
    </Flex>
  );
}

interface FigureProps {
  readonly title: string;
  readonly value: number;
  readonly suffix?: string;
  readonly isBad?: boolean;
  readonly to?: string;
}

function Figure({ title, value, suffix, isBad = false, to }: FigureProps) {
  const { user } = useSession();
  const { openPage } = usePage();
  const mayOpen = to !== undefined && (user.pages ?? []).some((page) => page.path === to.split('?')[0]);
  return (
    <Col xs={12} md={8} xl={4}>
      <Card size="small" hoverable={mayOpen} {...(mayOpen && { onClick: () => openPage(to) })}>
        <Statistic
          title={title}
          value={value}
          {...(suffix && { suffix: <Typography.Text type="secondary">{suffix}</Typography.Text> })}
          {...(isBad && { styles: { content: { color: 'var(--ant-color-error)' } } })}
        />
      </Card>
    </Col>
  );
}

function Latest({ latest }: { readonly latest: DeviceHome['latest'] }) {
  const text = useTexts('device.home');
  const name = useKindName();
  return (
    <Card size="small" title={text('latest')} style={{ height: '100%' }}>
      <List
        size="small"
        dataSource={[...latest]}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noAlarms')} /> }}
        renderItem={(one) => (
          <List.Item extra={<Typography.Text type="secondary">{wallTime(one.at).slice(5, 16)}</Typography.Text>}>
            <Flex gap={8} wrap>
              <LevelTag level={one.level} />
              <PageLink to={`/anm/device/alarm/detail?id=${one.id}`}>{name(one.kind)}</PageLink>
              <span data-record>{one.title}</span>
            </Flex>
          </List.Item>
        )}
      />
    </Card>
  );
}

const colours: Record<HomeTodo['what'], string> = { collect: 'purple', replace: 'orange', bind: 'blue', sim: 'cyan' };

function Todo({ todo }: { readonly todo: readonly HomeTodo[] }) {
  const text = useTexts('device.home');
  return (
    <Card size="small" title={text('todo')} style={{ height: '100%' }}>
      <List
        size="small"
        dataSource={[...todo]}
        style={{ maxHeight: 300, overflow: 'auto' }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('nothing')} /> }}
        renderItem={(one) => (
          <List.Item
            extra={
              <Typography.Text type="secondary" data-record>
                {one.detail}
              </Typography.Text>
            }
          >
            <Flex gap={8}>
              <Tag color={colours[one.what]}>{text(one.what)}</Tag>
              {one.deviceId ? (
                <PageLink to={`/anm/device/detail?id=${one.deviceId}`}>{one.text}</PageLink>
              ) : (
                <span data-record>{one.text}</span>
              )}
            </Flex>
          </List.Item>
        )}
      />
    </Card>
  );
}

function Rates({ rates }: { readonly rates: DeviceHome['rates'] }) {
  const text = useTexts('device.home');
  const kind = useLabel('device_kind');
  const days = [...new Set(rates.map((one) => one.day))];
  const kinds = [...new Set(rates.map((one) => one.kind))];
  return (
    <Card size="small" title={text('rates')} style={{ height: '100%' }}>
      <Chart
        label={text('rates')}
        height={280}
        option={{
          tooltip: { trigger: 'axis' },
          legend: { top: 0, type: 'scroll' },
          grid: { left: 40, right: 12, top: 36, bottom: 28 },
          xAxis: { type: 'category', data: days.map((day) => day.slice(5)) },
          yAxis: { type: 'value', max: 100, min: 0 },
          series: kinds.map((one) => ({
            name: kind(one),
            type: 'line',
            showSymbol: false,
            data: days.map((day) => rates.find((rate) => rate.day === day && rate.kind === one)?.rate ?? null),
          })),
        }}
      />
    </Card>
  );
}
