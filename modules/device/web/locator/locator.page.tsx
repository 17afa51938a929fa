import { useQuery } from '@tanstack/react-query';
import { Button, Card, Col, Drawer, Flex, Row, Switch, Typography } from 'antd';
import { useMemo, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { chart } from '#kit/web/ui/palette.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { device } from '#modules/device/contract/catalogue/device.ts';
import { fence } from '#modules/device/contract/fence/fence.ts';
import { deviceNow } from '#modules/device/contract/telemetry/telemetry.ts';
import { DeviceMapView, ringLines } from '../common/device-map.tsx';
import { useOne, useRows } from '../common/rows.ts';
import { LocatorList } from './locator-list.tsx';

/** 定位项圈: where the animals are now. */
export default function LocatorPage() {
  const text = useTexts('device.locatorPage');
  const { openPage } = usePage();
  const url = useUrlState();
  const { actions } = useSession();
  const [withFences, setFences] = useState(true);
  const chosen = Number(url.get('id')) || null;
  const { rows: fences } = useRows(
    fence,
    { pageSize: '200', status: 'active' },
    { enabled: withFences && actions.has('device:fence:list') },
  );
  const lines = useMemo(
    () => (withFences ? fences.flatMap((one) => ringLines(one.polygon, one.colour ?? chart.green)) : []),
    [fences, withFences],
  );
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={9} xl={8}>
        <LocatorList chosen={chosen} onChoose={(id) => url.set({ id: String(id) }, { replace: true })} />
      </Col>
      <Col xs={24} lg={15} xl={16}>
        <Card
          size="small"
          title={text('map')}
          extra={
            <Flex gap={8} align="center">
              <Typography.Text type="secondary">{text('fences')}</Typography.Text>
              <Switch size="small" checked={withFences} onChange={setFences} aria-label={text('fences')} />
            </Flex>
          }
          styles={{ body: { padding: 0 } }}
        >
          <DeviceMapView
            kinds="collar"
            height={640}
            label={text('map')}
            lines={lines}
            onPick={(id) => url.set({ id: String(id) }, { replace: true })}
          />
        </Card>
      </Col>
      {chosen !== null && (
        <Chosen id={chosen} onClose={() => url.set({ id: null }, { replace: true })} onOpen={openPage} />
      )}
    </Row>
  );
}

function Chosen({ id, onClose, onOpen }: { readonly id: number; onClose(): void; onOpen(path: string): void }) {
  const text = useTexts('device.locatorPage');
  const { data } = useQuery({
    queryKey: ['device.now', id],
    queryFn: () => call(deviceNow, { query: { id } }),
    refetchInterval: 5_000,
  });
  const { row } = useOne(device, id);
  return (
    <Drawer open onClose={onClose} mask={false} title={<span data-record>{row?.deviceNo ?? ''}</span>} size={360}>
      <Flex vertical gap={8}>
        <Line label={text('animal')} value={data?.binding?.earTag ?? '-'} />
        <Line label={text('fix')} value={data?.locationAt ? wallTime(data.locationAt) : '-'} />
        <Line
          label={text('accuracy')}
          value={data?.locationAcc == null ? '-' : `± ${Math.round(data.locationAcc)} m`}
        />
        <Line label={text('speed')} value={data?.speed == null ? '-' : `${data.speed} km/h`} />
        <Line label={text('battery')} value={data?.batteryPct == null ? '-' : `${data.batteryPct} %`} />
        <Flex gap={8} style={{ marginTop: 8 }}>
          <Button type="primary" onClick={() => onOpen(`/anm/device/trail?deviceId=${id}`)}>
            {text('trail')}
          </Button>
          <Button onClick={() => onOpen(`/anm/device/detail?id=${id}`)}>{text('open')}</Button>
        </Flex>
      </Flex>
    </Drawer>
  );
}

const Line = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <Flex justify="space-between" gap={12}>
    <Typography.Text type="secondary">{label}</Typography.Text>
    <span data-record>{value}</span>
  </Flex>
);
