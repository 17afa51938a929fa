import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Grid, Select, Table, Tabs, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import * as moves from '#modules/farm/contract/herd/moves.ts';
import { useFarmQuery } from '../common/use-farm-query.ts';
import { useLabel } from '../common/use-label.ts';

/** 转群转栏: from a pen or group, ticked, into a pen or group; each animal is checked before anything is saved. */
export default function TurntablePage() {
  const text = useTexts('farm.turntable');
  const { search } = usePage();
  const [tab, setTab] = useState(search.get('tab') ?? 'move');
  return (
    <Tabs
      activeKey={tab}
      onChange={setTab}
      destroyOnHidden
      items={[
        { key: 'move', label: text('move'), children: <Mover /> },
        { key: 'suggest', label: text('suggest'), children: <Suggestions /> },
      ]}
    />
  );
}

function Mover() {
  const text = useTexts('farm.turntable');
  const language = useLanguage();
  const client = useQueryClient();
  const { search } = usePage();
  const sexOf = useLabel('animal_sex');
  const mayMove = useCan('anm:turntable:edit');
  const isWide = Grid.useBreakpoint().lg === true;
  const [penId, setPenId] = useState<number | null>(Number(search.get('penId')) || null);
  const [toPenId, setToPenId] = useState<number | null>(null);
  const [toGroupId, setToGroupId] = useState<number | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [checked, setChecked] = useState<ReadonlyMap<number, moves.CheckedMove['findings']>>(new Map());
  const [busy, setBusy] = useState(false);
  const farm = useFarmQuery();
  const { data, error, refetch } = useQuery({
    queryKey: ['farm', 'turntable', penId, farm, language],
    queryFn: () =>
      call(moves.turntable, { query: { ...farm, ...(penId && { penId: String(penId) }) } as never, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const asked = () => ({
    animalIds: [...chosen],
    ...(toPenId && { toPenId }),
    ...(toGroupId && { toGroupId }),
  });
  const findings = [...checked.values()].flat();
  const refused = findings.filter((one) => one.level === 'refused').length;
  const check = async () => {
    setBusy(true);
    try {
      const rows = await call(moves.checkMove, { body: asked() });
      setChecked(new Map(rows.map((row) => [row.animalId, row.findings])));
    } finally {
      setBusy(false);
    }
  };
  const submit = async () => {
    setBusy(true);
    try {
      const done = await call(moves.submitMove, { body: { ...asked(), confirmed: true } });
      notify('success', text('moved', { n: done.moved }));
      setChosen([]);
      setChecked(new Map());
      await client.invalidateQueries({ queryKey: ['farm'] });
    } finally {
      setBusy(false);
    }
  };
  const penLabel = (pen: moves.PenOption) => `${pen.name}　${pen.head}/${pen.capacity}`;
  return (
    <div
      style={{
        display: 'grid',
        gap: 12,
        alignItems: 'start',
        gridTemplateColumns: isWide ? 'minmax(0, 2fr) minmax(280px, 1fr)' : 'minmax(0, 1fr)',
      }}
    >
      <Card
        size="small"
        title={
          <Select
            style={{ inlineSize: 260 }}
            placeholder={text('fromPen')}
            value={penId}
            showSearch={{ optionFilterProp: 'label' }}
            options={data.pens.map((pen) => ({ value: pen.id, label: penLabel(pen) }))}
            onChange={(next) => {
              setPenId(next);
              setChosen([]);
              setChecked(new Map());
            }}
          />
        }
        extra={<Typography.Text type="secondary">{text('movedToday', { n: data.movedToday })}</Typography.Text>}
      >
        <Table
          size="small"
          rowKey="animalId"
          dataSource={[...data.animals]}
          pagination={{ pageSize: 50, hideOnSinglePage: true, size: 'small' }}
          scroll={{ x: 560 }}
          rowSelection={{ selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(Number)) }}
          columns={[
            { key: 'no', dataIndex: 'farmNo', title: text('farmNo'), render: (value: string | null) => value ?? '-' },
            { key: 'tag', dataIndex: 'earTag', title: text('earTag') },
            { key: 'sex', title: text('sex'), render: (_, row) => sexOf(row.sex) },
            { key: 'stage', title: text('stage'), render: (_, row) => <span data-record>{row.stage ?? '-'}</span> },
            { key: 'days', dataIndex: 'days', title: text('days'), align: 'end' },
            { key: 'kg', dataIndex: 'kg', title: 'kg', align: 'end' },
            {
              key: 'check',
              title: text('check'),
              render: (_, row) =>
                checked.get(row.animalId)?.map((one) => (
                  <Tag key={one.code} color={one.level === 'refused' ? 'red' : 'orange'}>
                    {one.text}
                  </Tag>
                )),
            },
          ]}
        />
      </Card>
      <Card size="small" title={text('to', { n: chosen.length })}>
        <Flex vertical gap={12}>
          <Select
            allowClear
            placeholder={text('toPen')}
            value={toPenId}
            showSearch={{ optionFilterProp: 'label' }}
            options={data.pens
              .filter((pen) => pen.id !== penId)
              .map((pen) => ({ value: pen.id, label: penLabel(pen) }))}
            onChange={(next) => {
              setToPenId(next ?? null);
              setChecked(new Map());
            }}
          />
          <Select
            allowClear
            placeholder={text('toGroup')}
            value={toGroupId}
            options={data.groups.map((one) => ({ value: one.id, label: one.name }))}
            onChange={(next) => setToGroupId(next ?? null)}
          />
          {checked.size > 0 && (
            <Alert
              showIcon
              type={refused > 0 ? 'error' : findings.length > 0 ? 'warning' : 'success'}
              title={text(refused > 0 ? 'refused' : findings.length > 0 ? 'warned' : 'fine', {
                n: refused || findings.length,
              })}
            />
          )}
          <Button
            disabled={chosen.length === 0 || (!toPenId && !toGroupId)}
            loading={busy}
            onClick={() => void check()}
          >
            {text('check')}
          </Button>
          {mayMove && (
            <Button
              type="primary"
              disabled={checked.size === 0 || refused > 0}
              loading={busy}
              onClick={() => void submit()}
            >
              {text('submit')}
            </Button>
          )}
        </Flex>
      </Card>
    </div>
  );
}

/** 转群建议: whose stage wants another house. */
function Suggestions() {
  const joined = useJoined();
  const text = useTexts('farm.turntable');
  const language = useLanguage();
  const client = useQueryClient();
  const kindOf = useLabel('hovel_kind');
  const mayMove = useCan('anm:turntable:edit');
  const [busy, setBusy] = useState(false);
  const farm = useFarmQuery();
  const { data, error, refetch } = useQuery({
    queryKey: ['farm', 'suggest', farm, language],
    queryFn: () => call(moves.suggestMoves, { query: farm as never, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const take = async (rows: readonly moves.Suggestion[]) => {
    setBusy(true);
    try {
      const items = rows.flatMap(({ animalId, toPenId }) => (toPenId ? [{ animalId, toPenId }] : []));
      const done = await call(moves.takeMoves, { body: { items } });
      notify('success', text('moved', { n: done.moved }));
      await client.invalidateQueries({ queryKey: ['farm'] });
    } finally {
      setBusy(false);
    }
  };
  const open = data.filter((one) => one.toPenId);
  return (
    <Card
      size="small"
      title={text('suggestTitle', { n: data.length })}
      extra={
        mayMove && (
          <Button type="primary" disabled={open.length === 0} loading={busy} onClick={() => void take(open)}>
            {text('takeAll', { n: open.length })}
          </Button>
        )
      }
    >
      <Table
        size="small"
        rowKey="animalId"
        dataSource={[...data]}
        pagination={{ pageSize: 50, hideOnSinglePage: true, size: 'small' }}
        scroll={{ x: 640 }}
        columns={[
          { key: 'no', title: text('farmNo'), render: (_, row) => row.farmNo ?? '-' },
          { key: 'tag', dataIndex: 'earTag', title: text('earTag') },
          { key: 'stage', title: text('stage'), render: (_, row) => <span data-record>{row.stage}</span> },
          { key: 'pen', title: text('fromPen'), render: (_, row) => <span data-record>{row.pen ?? '-'}</span> },
          { key: 'kinds', title: text('wants'), render: (_, row) => joined(row.kinds.map(kindOf)) },
          {
            key: 'to',
            title: text('toPen'),
            render: (_, row) => <span data-record>{row.toPen ?? text('noRoom')}</span>,
          },
          {
            key: 'do',
            render: (_, row) =>
              mayMove && row.toPenId ? (
                <Button size="small" type="link" loading={busy} onClick={() => void take([row])}>
                  {text('take')}
                </Button>
              ) : null,
          },
        ]}
      />
    </Card>
  );
}
