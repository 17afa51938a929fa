import { AimOutlined, SaveOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, InputNumber, Space, Table, type TableColumnType, Typography } from 'antd';
import { type Key, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  type ActionTrace,
  drawZone,
  type InvestigationAction,
  investigationAction,
  keepZone,
  type RingFigures,
  type RingHolder,
} from '#modules/prevention/contract/outbreak/investigation.ts';
import { addPoints, investigationInfo } from '#modules/prevention/contract/outbreak/investigation-info.ts';
import { figure } from './names.tsx';
import { RingMap } from './ring-map.tsx';

const open = new Set(['draft', 'issued', 'ongoing']);

export interface Rings {
  readonly lon: number;
  readonly lat: number;
  readonly infected: number;
  readonly threatened: number;
}

export const ringsOf = (row: InvestigationAction): Rings | null =>
  row.location
    ? {
        lon: row.location.longitude,
        lat: row.location.latitude,
        infected: row.infectedKm,
        threatened: row.threatenedKm,
      }
    : null;

export const zoneQuery = (id: number, rings: Rings | null, language: string) => ({
  queryKey: [...resourceKey(investigationAction), 'zone', id, rings, language],
  queryFn: () =>
    call(drawZone, {
      params: { id },
      body: { lat: rings?.lat ?? 0, lon: rings?.lon ?? 0, radii: [rings?.infected ?? 3, rings?.threatened ?? 10] },
      quiet: true,
    }),
  enabled: rings !== null && rings.threatened > rings.infected,
  placeholderData: keepPreviousData,
});

interface Props {
  readonly row: InvestigationAction;
  readonly trace: ActionTrace | undefined;
  readonly language: string;
}

/** R47: draw the rings, see who and what stands in them. */
export function Zone({ row, trace, language }: Props) {
  const t = useT();
  const client = useQueryClient();
  const mayKeep = useCan('ant:investigation:issue');
  const mayAdd = useCan('ant:investigation:fill');
  const kept = ringsOf(row);
  const [rings, setRings] = useState<Rings | null>(kept);
  const [chosen, setChosen] = useState<readonly Key[]>([]);
  const text = useTexts('prevention.actionPage');
  const { data, error, refetch, isFetching } = useQuery(zoneQuery(row.id, rings, language));
  if (!rings) return <Alert type="info" showIcon title={text('noPlace')} />;
  const isChanged = JSON.stringify(rings) !== JSON.stringify(kept);
  const set = (part: Partial<Rings>) => setRings({ ...rings, ...part });
  const keep = async () => {
    try {
      await call(keepZone, {
        body: {
          id: row.id,
          version: row.version,
          lat: rings.lat,
          lon: rings.lon,
          infectedKm: rings.infected,
          threatenedKm: rings.threatened,
        },
      });
    } catch {
      // The client has said why; the action is read anew, so that it can be kept after a look.
    }
    await client.invalidateQueries({ queryKey: resourceKey(investigationAction) });
  };
  const add = async () => {
    await call(addPoints, { body: { actionId: row.id, role: 'zone', principalIds: chosen.map(Number) } });
    setChosen([]);
    await client.invalidateQueries({ queryKey: resourceKey(investigationAction) });
    await client.invalidateQueries({ queryKey: resourceKey(investigationInfo) });
  };
  const number = (name: keyof Rings, label: string, max: number, step: number) => (
    <Space size={6}>
      <Typography.Text type="secondary">{label}</Typography.Text>
      <InputNumber
        aria-label={label}
        min={name === 'lon' ? -180 : name === 'lat' ? -90 : 0.5}
        max={max}
        step={step}
        {...(name === 'lon' || name === 'lat' ? { precision: 5 } : {})}
        value={rings[name]}
        onChange={(value) => value !== null && set({ [name]: value })}
        style={{ width: name === 'lon' || name === 'lat' ? 130 : 90 }}
      />
    </Space>
  );
  return (
    <Flex vertical gap={12}>
      <Flex gap={16} wrap align="center">
        {number('infected', text('infected'), 100, 1)}
        {number('threatened', text('threatened'), 200, 1)}
        {number('lon', text('lon'), 180, 0.01)}
        {number('lat', text('lat'), 90, 0.01)}
        {mayKeep && open.has(row.status) && (
          <Button icon={<SaveOutlined aria-hidden />} disabled={!isChanged} onClick={() => void keep()}>
            {text('keepRings')}
          </Button>
        )}
        {isChanged && (
          <Button type="text" icon={<AimOutlined aria-hidden />} onClick={() => setRings(kept)}>
            {text('resetRings')}
          </Button>
        )}
      </Flex>
      {rings.threatened <= rings.infected && (
        <Alert type="warning" showIcon title={t('prevention.investigationAction.ringOrder')} />
      )}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <>
          <RingFiguresTable rings={data.rings} total={data.total} vaccine={data.vaccine} />
          <RingMap
            lon={rings.lon}
            lat={rings.lat}
            radii={[rings.infected, rings.threatened]}
            holders={data.list}
            points={trace?.points ?? []}
            moves={trace?.moves ?? []}
            height={420}
          />
          <Flex justify="space-between" align="center" wrap gap={8}>
            <Typography.Text strong>{text('inside', { n: figure(data.total.holders) })}</Typography.Text>
            {mayAdd && open.has(row.status) && (
              <Button disabled={chosen.length === 0} onClick={() => void add()}>
                {text('addZone', { n: chosen.length })}
              </Button>
            )}
          </Flex>
          <Table<RingHolder>
            aria-label={text('inside', { n: data.total.holders })}
            size="small"
            rowKey="id"
            loading={isFetching}
            dataSource={data.list}
            columns={holderColumns(text.any, rings)}
            pagination={data.list.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
            scroll={{ x: 1400 }}
            {...(mayAdd && open.has(row.status)
              ? {
                  rowSelection: {
                    selectedRowKeys: [...chosen],
                    onChange: setChosen,
                    getCheckboxProps: (one: RingHolder) => ({ disabled: one.role !== null }),
                  },
                }
              : {})}
          />
        </>
      )}
    </Flex>
  );
}

type Say = (key: string, args?: Record<string, string | number>) => string;

function holderColumns(text: Say, rings: Rings): TableColumnType<RingHolder>[] {
  const n = (name: keyof RingHolder): TableColumnType<RingHolder> => ({
    key: name,
    title: text(name),
    align: 'end',
    width: 112,
    sorter: (a, b) => Number(a[name]) - Number(b[name]),
    render: (_, row) => figure(Number(row[name])),
  });
  return [
    {
      key: 'name',
      title: text('holder'),
      fixed: 'start',
      width: 150,
      render: (_, row) => <PageLink to={`/pri/mainFile?id=${row.id}`}>{row.name}</PageLink>,
    },
    { key: 'region', title: text('village'), dataIndex: 'regionName', ellipsis: true, width: 220 },
    {
      key: 'ring',
      title: text('ring'),
      width: 130,
      render: (_, row) => text('within', { n: row.ring === 0 ? rings.infected : rings.threatened }),
    },
    { ...n('km'), render: (_, row) => row.km.toFixed(2) },
    n('cattle'),
    n('sheep'),
    n('goat'),
    n('unprotected'),
    n('doses'),
    n('movesIn'),
    n('movesOut'),
  ];
}

export const ringNames = [
  'holders',
  'cattle',
  'sheep',
  'goat',
  'tagged',
  'untagged',
  'unprotected',
  'doses',
  'movesIn',
  'movesOut',
] as const;

interface FiguresProps {
  readonly rings: readonly (RingFigures & { readonly km: number })[];
  readonly total: RingFigures;
  readonly vaccine: string | null;
}

function RingFiguresTable({ rings, total, vaccine }: FiguresProps) {
  const text = useTexts('prevention.actionPage');
  const rows = [
    ...rings.map((one, at) => ({
      key: String(one.km),
      title: text(at === 0 ? 'ringIn' : 'ringOut', { n: one.km }),
      ...one,
    })),
    { key: 'total', title: text('total'), ...total },
  ];
  return (
    <>
      <Table
        aria-label={text('zone')}
        size="small"
        rowKey="key"
        dataSource={rows}
        pagination={false}
        scroll={{ x: 900 }}
        columns={[
          {
            key: 'title',
            title: text('ring'),
            fixed: 'start',
            width: 170,
            render: (_, row) => (row.key === 'total' ? <b>{row.title}</b> : row.title),
          },
          ...ringNames.map((name) => ({
            key: name,
            title: text(name),
            align: 'end' as const,
            render: (_: unknown, row: (typeof rows)[number]) =>
              name === 'unprotected' && row[name] > 0 ? (
                <Typography.Text type="danger">{figure(row[name])}</Typography.Text>
              ) : (
                figure(row[name])
              ),
          })),
        ]}
      />
      <Typography.Text type="secondary">
        {text('doseNote')}
        {vaccine && <span data-record> {vaccine}</span>}
      </Typography.Text>
    </>
  );
}
