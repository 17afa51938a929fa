import { useQuery } from '@tanstack/react-query';
import { Badge, Card, Col, Descriptions, Flex, Row, Statistic, Tabs, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { device } from '#modules/device/contract/catalogue/device.ts';
import { deviceNow } from '#modules/device/contract/telemetry/telemetry.ts';
import { useKindName, useLabel } from '../common/names.ts';
import { useOne } from '../common/rows.ts';
import { LevelTag, metricUnits } from '../common/state.tsx';
import { Buttons } from './buttons.tsx';
import { CredentialTab } from './credential-tab.tsx';
import { CurveTab } from './curve-tab.tsx';
import { MessageTab } from './message-tab.tsx';
import { PlaceTab } from './place-tab.tsx';
import { AlarmTab, BindingTab } from './record-tabs.tsx';

const lamps = { online: 'success', silent: 'default', never: 'warning' } as const;

/** One device: how it is, what it said, who wore it, what it raised. */
export function DeviceView({ id }: { readonly id: number }) {
  const text = useTexts('device.detailPage');
  const label = {
    kind: useLabel('device_kind'),
    status: useLabel('device_status'),
    online: useLabel('device_online'),
    metric: useLabel('device_metric'),
  };
  const kindName = useKindName();
  const url = useUrlState();
  const { actions } = useSession();
  const { row, error, refresh } = useOne(device, id);
  const { data: now } = useQuery({
    queryKey: ['device.now', id],
    queryFn: () => call(deviceNow, { query: { id }, quiet: true }),
    refetchInterval: 5_000,
  });
  if (error) return <Failed error={error} onRetry={refresh} />;
  if (!row || !now) return <Waiting />;
  const metrics = now.metrics.map((one) => one.code);
  const open = now.alarms.filter((one) => one.status !== 'closed');
  const items = [
    {
      key: 'now',
      label: text('now'),
      children: (
        <Row gutter={[12, 12]}>
          {Object.entries(now.values).map(([metric, value]) => (
            <Col key={metric} xs={12} md={6} xl={4}>
              <Card size="small">
                <Statistic title={label.metric(metric)} value={value} suffix={metricUnits[metric] ?? ''} />
              </Card>
            </Col>
          ))}
          <Col span={24}>
            <Descriptions
              size="small"
              bordered
              column={{ xs: 1, md: 2, xl: 3 }}
              items={[
                { key: 'model', label: text('model'), children: row.modelIdName },
                { key: 'holder', label: text('holder'), children: <span data-record>{row.principalIdName}</span> },
                { key: 'owner', label: text('owner'), children: <span data-record>{row.ownerIdName}</span> },
                { key: 'firmware', label: text('firmware'), children: now.firmware ?? '-' },
                { key: 'gateway', label: text('gateway'), children: now.gatewayNo ?? '-' },
                { key: 'event', label: text('lastEvent'), children: now.lastEventAt ? wallTime(now.lastEventAt) : '-' },
                {
                  key: 'skew',
                  label: text('skew'),
                  children: now.clockSkew === null ? '-' : text('seconds', { n: Math.round(now.clockSkew) }),
                },
                { key: 'sim', label: text('sim'), children: row.simExpireOn ?? '-' },
                { key: 'share', label: text('share'), children: row.shareScopeName },
              ]}
            />
          </Col>
        </Row>
      ),
    },
    ...(metrics.length > 0
      ? [
          {
            key: 'curves',
            label: text('curves'),
            children: <CurveTab id={id} metrics={metrics.filter((one) => one !== 'bat')} />,
          },
        ]
      : []),
    { key: 'place', label: text('place'), children: <PlaceTab id={id} kind={row.kind} now={now} /> },
    { key: 'bindings', label: text('bindings'), children: <BindingTab id={id} /> },
    { key: 'alarms', label: text('alarms', { n: open.length }), children: <AlarmTab alarms={now.alarms} /> },
    { key: 'messages', label: text('messages'), children: <MessageTab id={id} /> },
    ...(actions.has('device:info:credential') && now.transport === 'mqtt'
      ? [
          {
            key: 'credential',
            label: text('credential'),
            children: <CredentialTab id={id} credential={now.credential} />,
          },
        ]
      : []),
  ];
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={16} wrap align="center" justify="space-between">
          <Flex vertical gap={4}>
            <Flex gap={8} align="center" wrap>
              <Badge status={lamps[row.online as keyof typeof lamps] ?? 'default'} />
              <Typography.Title level={4} style={{ margin: 0 }} data-record>
                {row.deviceNo}
              </Typography.Title>
              <Tag>{label.kind(row.kind)}</Tag>
              <Tag color="blue">{label.status(row.status)}</Tag>
              {open[0] && (
                <Flex gap={4} align="center">
                  <LevelTag level={open[0].level} />
                  <PageLink to={`/anm/device/alarm/detail?id=${open[0].id}`}>{kindName(open[0].kind)}</PageLink>
                </Flex>
              )}
            </Flex>
            <Typography.Text type="secondary">
              {label.online(row.online)} · {now.lastSeenAt ? wallTime(now.lastSeenAt) : '-'} · {text('battery')}{' '}
              {now.batteryPct ?? '-'} % · {text('signal')}{' '}
              {now.signalPct === null ? (now.rssi === null ? '-' : `${now.rssi} dBm`) : `${now.signalPct} %`}
              {now.binding && (
                <>
                  {' '}
                  · <span data-record>{now.binding.earTag ?? now.binding.text}</span>
                </>
              )}
            </Typography.Text>
          </Flex>
          <Buttons row={row} now={now} onChanged={refresh} />
        </Flex>
      </Card>
      <Card size="small">
        <Tabs
          activeKey={url.get('tab') ?? 'now'}
          onChange={(tab) => url.set({ tab }, { replace: true })}
          items={items}
        />
      </Card>
    </Flex>
  );
}
