import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Col, Empty, Flex, List, Row, Segmented, Table, Tag, Typography } from 'antd';
import { useMemo, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { chart } from '#kit/web/ui/palette.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type Fence, fence, fenceAnimals } from '#modules/device/contract/fence/fence.ts';
import { boundsOf, DeviceMapView, ringLines } from '../common/device-map.tsx';
import { useLabel } from '../common/names.ts';
import { useRows } from '../common/rows.ts';
import { Steps } from '../common/steps.tsx';
import { FenceForm } from './fence-form.tsx';
import { RuleList } from './rule-list.tsx';

const colours: Record<string, string> = { active: 'success', draft: 'default', paused: 'warning', ended: 'default' };

/** 电子围栏: drawn, published, and told when somebody crosses them. */
export default function FencePage() {
  const text = useTexts('device.fencePage');
  const label = { kind: useLabel('fence_kind'), status: useLabel('fence_status') };
  const url = useUrlState();
  const { actions } = useSession();
  const [state, setState] = useState('active');
  const [form, setForm] = useState<Fence | 'new' | null>(null);
  const { rows, error, isPending, refetch } = useRows(
    fence,
    { pageSize: '200', ...(state !== 'all' && { status: state }) },
    { every: 30_000 },
  );
  const chosen = rows.find((one) => one.id === Number(url.get('id')));
  const lines = useMemo(
    () => rows.flatMap((one) => ringLines(one.polygon, one.colour ?? chart.green, one.status !== 'active')),
    [rows],
  );
  const bounds = useMemo(() => (chosen ? boundsOf(placesOf(chosen.polygon)) : null), [chosen]);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={8} xl={7}>
        <Card
          size="small"
          title={text('fences')}
          extra={
            actions.has('device:fence:edit') && (
              <Button type="primary" size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setForm('new')}>
                {text('draw')}
              </Button>
            )
          }
        >
          <Segmented
            block
            value={state}
            onChange={(value) => setState(String(value))}
            options={['active', 'draft', 'paused', 'all'].map((value) => ({
              value,
              label: value === 'all' ? text('all') : label.status(value),
            }))}
          />
          <List
            size="small"
            loading={isPending}
            dataSource={rows}
            style={{ height: 560, overflow: 'auto' }}
            locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('none')} /> }}
            renderItem={(row) => (
              <List.Item
                onClick={() => url.set({ id: String(row.id) }, { replace: true })}
                style={{
                  cursor: 'pointer',
                  ...(row.id === chosen?.id && { background: 'var(--ant-color-primary-bg)' }),
                }}
                extra={<Tag color={colours[row.status] ?? 'default'}>{label.status(row.status)}</Tag>}
              >
                <List.Item.Meta
                  title={<span data-record>{row.name}</span>}
                  description={
                    <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                      {label.kind(row.kind)} · {row.areaHa} ha ·{' '}
                      {text('inOut', { in: row.insideNow, out: row.outsideNow })}
                    </Typography.Text>
                  }
                />
              </List.Item>
            )}
          />
        </Card>
      </Col>
      <Col xs={24} lg={16} xl={17}>
        <Flex vertical gap={12}>
          <Card size="small" styles={{ body: { padding: 0 } }}>
            <DeviceMapView
              key={chosen?.id ?? 0}
              kinds="collar"
              height={chosen ? 400 : 653}
              label={text('map')}
              lines={lines}
              {...(bounds && { bounds })}
            />
          </Card>
          {chosen && (
            <Card
              size="small"
              title={<span data-record>{chosen.name}</span>}
              extra={
                <Flex gap={8}>
                  {chosen._can.includes('edit') && (
                    <Button size="small" onClick={() => setForm(chosen)}>
                      {text('edit')}
                    </Button>
                  )}
                  <Steps
                    resource={fence}
                    row={chosen}
                    names={['publish', 'pause', 'resume', 'end']}
                    main="publish"
                    size="small"
                  />
                </Flex>
              }
            >
              <Row gutter={[12, 12]}>
                <Col xs={24} xl={12}>
                  <RuleList fence={chosen} />
                </Col>
                <Col xs={24} xl={12}>
                  <Animals id={chosen.id} />
                </Col>
              </Row>
            </Card>
          )}
        </Flex>
      </Col>
      {form !== null && <FenceForm fence={form === 'new' ? null : form} onClose={() => setForm(null)} />}
    </Row>
  );
}

const placesOf = (polygon: unknown) =>
  (Array.isArray(polygon) ? (polygon as [number, number][][]) : [])
    .flat()
    .map(([longitude, latitude]) => ({ longitude, latitude }));

function Animals({ id }: { readonly id: number }) {
  const text = useTexts('device.fencePage');
  const { data } = useQuery({
    queryKey: ['device.fence', 'animals', id],
    queryFn: () => call(fenceAnimals, { query: { id }, quiet: true }),
    refetchInterval: 10_000,
  });
  return (
    <Table
      size="small"
      rowKey="deviceId"
      loading={!data}
      dataSource={data ?? []}
      pagination={{ pageSize: 8, showSizeChanger: false }}
      columns={[
        {
          title: text('animal'),
          render: (_, row) => (
            <PageLink to={`/anm/device/detail?id=${row.deviceId}`}>{row.earTag ?? row.deviceNo}</PageLink>
          ),
        },
        {
          title: text('where'),
          dataIndex: 'inside',
          width: 80,
          render: (inside: boolean) => (
            <Tag color={inside ? 'success' : 'error'}>{inside ? text('inside') : text('outside')}</Tag>
          ),
        },
        { title: text('since'), dataIndex: 'since', width: 110, render: (at: string) => wallTime(at).slice(5, 16) },
      ]}
    />
  );
}
