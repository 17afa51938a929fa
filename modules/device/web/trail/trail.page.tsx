import { useQuery } from '@tanstack/react-query';
import { Button, Card, Col, DatePicker, Empty, Flex, Row, Segmented, Table, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { saveFile } from '#kit/web/api/save-file.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { TrailPlayer } from '#kit/web/map/trail-player.tsx';
import { useSession } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { chart } from '#kit/web/ui/palette.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { dateFormat, toWire, wallTime } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { exportTrail, type Trail, trail, trailDays } from '#modules/device/contract/telemetry/telemetry.ts';
import { useBoundaries, useKindName } from '../common/names.ts';
import { LocatorList } from '../locator/locator-list.tsx';

/** 轨迹回放: where an animal has been, played again. */
export default function TrailPage() {
  const text = useTexts('device.trailPage');
  const url = useUrlState();
  const deviceId = Number(url.get('deviceId')) || null;
  const animalId = Number(url.get('animalId')) || null;
  const from = url.get('from') ?? dayjs().subtract(2, 'day').format(dateFormat);
  const to = url.get('to') ?? dayjs().format(dateFormat);
  const span = { from: toWire(dayjs(from, dateFormat).startOf('day')), to: toWire(dayjs(to, dateFormat).endOf('day')) };
  const { data, error, refetch } = useQuery({
    queryKey: ['device.trail', deviceId, animalId, from, to],
    queryFn: () =>
      call(trail, {
        query: { ...span, ...(animalId ? { animalIds: String(animalId) } : { deviceIds: String(deviceId) }) } as never,
        quiet: true,
      }),
    enabled: deviceId !== null || animalId !== null,
  });
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={8} xl={7}>
        <LocatorList
          chosen={deviceId}
          isFirstChosen={animalId === null}
          onChoose={(id) => url.set({ deviceId: String(id), animalId: null }, { replace: true })}
        />
      </Col>
      <Col xs={24} lg={16} xl={17}>
        <Flex vertical gap={12}>
          <Flex gap={8} wrap align="center">
            <DatePicker.RangePicker
              aria-label={text('period')}
              allowClear={false}
              maxDate={dayjs()}
              value={[dayjs(from, dateFormat), dayjs(to, dateFormat)]}
              disabledDate={(day, { from: first }) =>
                first !== undefined && Math.abs(day.diff(first, 'day')) >= trailDays
              }
              onChange={(dates) => {
                const [first, last] = dates ?? [];
                if (first && last) url.set({ from: first.format(dateFormat), to: last.format(dateFormat) });
              }}
            />
            {deviceId !== null && <Exports deviceId={deviceId} span={span} />}
          </Flex>
          {deviceId === null && animalId === null && <Empty description={text('choose')} />}
          {error && <Failed error={error} onRetry={() => void refetch()} />}
          {(deviceId !== null || animalId !== null) && !data && !error && <Waiting />}
          {data && <Found data={data} />}
        </Flex>
      </Col>
    </Row>
  );
}

function Exports({ deviceId, span }: { readonly deviceId: number; readonly span: { from: string; to: string } }) {
  const { actions } = useSession();
  if (!actions.has('device:trail:export')) return null;
  const save = async (as: 'gpx' | 'csv') => {
    const { name, text } = await call(exportTrail, { query: { deviceId, ...span, as } });
    saveFile({ blob: new Blob([text], { type: 'text/plain' }), name });
  };
  return (
    <>
      <Button onClick={() => void save('gpx')}>GPX</Button>
      <Button onClick={() => void save('csv')}>CSV</Button>
    </>
  );
}

function Found({ data }: { readonly data: Trail }) {
  const text = useTexts('device.trailPage');
  const boundaries = useBoundaries();
  const kindName = useKindName();
  const [at, setAt] = useState(0);
  const line = data.lines[at] ?? data.lines[0];
  const fixes = useMemo(
    () =>
      (line?.points ?? [])
        .filter(([, , , mark]) => !mark.includes('jump'))
        .map(([t, longitude, latitude]) => ({ at: t, longitude, latitude })),
    [line],
  );
  if (!line || fixes.length === 0) return <Empty description={text('none')} />;
  return (
    <>
      <Card
        size="small"
        title={<span data-record>{line.label}</span>}
        extra={
          data.lines.length > 1 && (
            <Segmented
              value={at}
              onChange={(value) => setAt(Number(value))}
              options={data.lines.map((one, n) => ({ value: n, label: one.label }))}
            />
          )
        }
        styles={{ body: { padding: 8 } }}
      >
        <TrailPlayer trail={fixes} boundaries={boundaries} label={text('of', { name: line.label })} height={460} />
      </Card>
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={10}>
          <Card size="small" title={text('walked')}>
            <Chart
              label={text('walked')}
              height={220}
              option={{
                tooltip: { trigger: 'axis' },
                grid: { left: 48, right: 8, top: 12, bottom: 24 },
                xAxis: { type: 'category', data: line.days.map((one) => one.day.slice(5)) },
                yAxis: { type: 'value', name: 'km' },
                series: [
                  { type: 'bar', color: chart.blue, data: line.days.map((one) => Math.round(one.metres / 10) / 100) },
                ],
              }}
            />
          </Card>
        </Col>
        <Col xs={24} xl={7}>
          <Card size="small" title={text('stops')}>
            <Table
              size="small"
              rowKey="from"
              dataSource={line.stops.slice(-30).toReversed()}
              pagination={false}
              scroll={{ y: 200 }}
              columns={[
                {
                  title: text('from'),
                  dataIndex: 'from',
                  render: (value: string) => dayjs(value).format('MM-DD HH:mm'),
                },
                { title: text('minutes'), dataIndex: 'minutes', align: 'right' },
              ]}
            />
          </Card>
        </Col>
        <Col xs={24} xl={7}>
          <Card size="small" title={text('alarms')}>
            {data.alarms.length === 0 && <Typography.Text type="secondary">{text('noAlarms')}</Typography.Text>}
            <Flex vertical gap={4}>
              {data.alarms.slice(0, 12).map((one) => (
                <Flex key={one.id} gap={8} justify="space-between">
                  <PageLink to={`/anm/device/alarm/detail?id=${one.id}`}>{kindName(one.kind)}</PageLink>
                  <Typography.Text type="secondary">{wallTime(one.at).slice(5, 16)}</Typography.Text>
                </Flex>
              ))}
            </Flex>
            {data.fences.length > 0 && (
              <Flex gap={4} wrap style={{ marginTop: 8 }}>
                {data.fences.map((one) => (
                  <Tag key={one.id}>
                    <span data-record>{one.name}</span>
                  </Tag>
                ))}
              </Flex>
            )}
          </Card>
        </Col>
      </Row>
    </>
  );
}
