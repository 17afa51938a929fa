import { useQuery } from '@tanstack/react-query';
import { Button, Card, Descriptions, Flex, Space, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { labelKey } from '#kit/contract/resource.ts';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { Cell } from '#kit/web/cells/cell.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { type Row, resourceKey, useChanged } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { type Duty, endDutyCall, type Grid, gridDuties, grid as grids } from '#modules/registry/contract/grid/grid.ts';
import { BoardPaper } from './board-paper.tsx';
import { DutyDialog } from './duty-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

interface Props {
  readonly grid: Grid;
  /** Whose job the page looks at. */
  readonly job: string;
  onEdit(): void;
  onSplit(id: number): void;
}

/** One grid: what it is, who has charge of it, which villages it holds. */
export function GridPanel({ grid, job, onEdit, onSplit }: Props) {
  const t = useT();
  const text = useTexts('registry.gridPage');
  const language = useLanguage();
  const mayEdit = useCan('pri:grid:edit');
  const changed = useChanged(grids);
  const transition = useResourceTransition(grids);
  const { options: jobs } = useDict('staff_job');
  const [open, setOpen] = useState<'duty' | 'split' | 'board' | null>(null);
  const close = () => setOpen(null);
  const { data, isPending } = useQuery({
    queryKey: [...resourceKey(grids), 'duties', grid.id, language],
    queryFn: () => call(gridDuties, { query: { gridId: grid.id }, quiet: true }),
  });
  const end = async (duty: Duty) => {
    await call(endDutyCall, { body: { id: duty.id, toOn: today() } });
    notify('success', text('ended'));
    await changed();
  };
  const row = grid as unknown as Row;
  const label = (job: string) => jobs.find((one) => one.dictValue === job)?.dictLabel ?? job;
  const hasMain = data?.duties.some((one) => one.toOn === null && one.isMain);
  const field = (name: keyof typeof grids.fields & string) => ({
    key: name,
    label: t.any(labelKey(grids, name)),
    children: <Cell name={name} field={grids.fields[name]} row={row} />,
  });
  return (
    <Flex vertical gap={12}>
      <Card
        size="small"
        title={
          <Flex gap={8} align="center" data-record>
            {grid.name}
            <Cell name="status" field={grids.fields.status} row={row} />
          </Flex>
        }
        extra={
          <Space>
            {grid.status === 'active' && <Button onClick={() => setOpen('board')}>{text('board')}</Button>}
            {grid._can.includes('edit') && <Button onClick={onEdit}>{t('kit.edit')}</Button>}
            {grid._can.includes('edit') && grid.villageCount > 1 && (
              <Button disabled={!data} onClick={() => setOpen('split')}>
                {text('split')}
              </Button>
            )}
            {(['stop', 'resume'] as const).map(
              (name) =>
                grid._can.includes(name) && (
                  <Button key={name} danger={name === 'stop'} onClick={() => transition.ask(name, [row])}>
                    {t.any(labelKey(grids, `_${name}`))}
                  </Button>
                ),
            )}
          </Space>
        }
      >
        <Descriptions
          size="small"
          column={{ xs: 1, md: 2 }}
          items={[
            field('gridNo'),
            field('gridLevel'),
            field('regionCode'),
            field('villageCount'),
            field('householdCount'),
            field('officePhone'),
            field('remark'),
          ]}
        />
      </Card>
      <Card
        size="small"
        title={
          <Space>
            {text('duties')}
            {data && !hasMain && <Typography.Text type="danger">{text('nobody')}</Typography.Text>}
          </Space>
        }
        extra={
          mayEdit &&
          grid.status === 'active' && (
            <Button type="primary" size="small" onClick={() => setOpen('duty')}>
              {text('setDuty')}
            </Button>
          )
        }
      >
        <Table<Duty>
          size="small"
          rowKey="id"
          loading={isPending}
          dataSource={data?.duties ?? []}
          pagination={{ pageSize: 8, hideOnSinglePage: true }}
          scroll={{ x: 880 }}
          locale={{ emptyText: text('nobody') }}
          columns={[
            { key: 'job', title: text('job'), width: 110, render: (_, one) => label(one.job) },
            { key: 'staff', dataIndex: 'staffName', title: text('staff'), width: 110 },
            {
              key: 'main',
              title: text('isMain'),
              width: 80,
              render: (_, one) => (
                <Tag color={one.isMain && !one.toOn ? 'warning' : 'default'}>
                  {text(one.isMain ? 'main' : 'helper')}
                </Tag>
              ),
            },
            { key: 'unit', dataIndex: 'unitName', title: text('unit'), width: 180, ellipsis: true },
            { key: 'phone', dataIndex: 'phone', title: text('phone'), width: 130 },
            {
              key: 'since',
              title: text('since'),
              width: 190,
              render: (_, one) => (
                <span style={{ opacity: one.toOn ? 0.6 : 1 }}>{`${one.fromOn} – ${one.toOn ?? ''}`}</span>
              ),
            },
            {
              key: '_actions',
              title: t('kit.actions'),
              width: 80,
              render: (_, one) =>
                mayEdit && one.toOn === null ? (
                  <Button type="link" size="small" danger onClick={() => void end(one).catch(() => {})}>
                    {text('endDuty')}
                  </Button>
                ) : (
                  '-'
                ),
            },
          ]}
        />
      </Card>
      <Card size="small" title={text('villages')}>
        <Flex gap={8} wrap data-record>
          {data?.villages.map((one) => (
            <Tag key={one.code} style={{ margin: 0 }}>{`${one.name} · ${one.households}`}</Tag>
          ))}
        </Flex>
      </Card>
      {open === 'duty' && <DutyDialog grid={grid} onClose={close} />}
      {open === 'board' && <BoardPaper gridId={grid.id} onDone={close} />}
      {open === 'split' && data && (
        <SplitDialog
          grid={grid}
          villages={data.villages}
          job={{ value: job, label: label(job) }}
          onDone={onSplit}
          onClose={close}
        />
      )}
      <TransitionDialog transition={transition} />
    </Flex>
  );
}
