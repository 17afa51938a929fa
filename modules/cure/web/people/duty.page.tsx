import { CopyOutlined, LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Popconfirm, Segmented, Table, Tabs, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { FormDrawer } from '#kit/web/resource/form-drawer.tsx';
import { useChanged, type Values } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  copyDuty,
  type DutyCell,
  type DutyDay,
  dutyRoster,
  dutySlot,
  shifts,
} from '#modules/cure/contract/people/duty-slot.ts';
import { dutySwap } from '#modules/cure/contract/people/duty-swap.ts';
import { DictName } from '#modules/registry/web/index.ts';

const today = () => wallTime(new Date().toISOString()).slice(0, 10);
const plus = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** 值班排班: who answers when, shift by shift, with what is missing in red. */
export default function DutyPage() {
  const text = useTexts('cure.dutyPage');
  const url = useUrlState();
  return (
    <Tabs
      activeKey={url.get('view') ?? 'board'}
      onChange={(view) => url.set({ view: view === 'board' ? null : view })}
      items={[
        { key: 'board', label: text('board'), children: <Board /> },
        { key: 'list', label: text('list'), children: <ResourcePage resource={dutySlot} /> },
        { key: 'swaps', label: text('swaps'), children: <ResourcePage resource={dutySwap} /> },
      ]}
    />
  );
}

function Board() {
  const text = useTexts('cure.dutyPage');
  const mayEdit = useCan('cure:duty:edit');
  const maySwap = useCan('cure:duty:swap');
  const [swapping, setSwapping] = useState<number | null>(null);
  const changed = useChanged(dutySlot);
  const [from, setFrom] = useState(today);
  const [days, setDays] = useState(14);
  const [editing, setEditing] = useState<{ id?: number; initial?: Values } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['cure.dutyRoster', from, days],
    queryFn: () => call(dutyRoster, { query: { from, days }, quiet: true }),
  });
  const again = async () => {
    await Promise.all([refetch(), changed()]);
  };
  const copy = async () => {
    await call(copyDuty, { body: { to: from } });
    await again();
  };
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const gaps = data.days.reduce((sum, one) => sum + one.shifts.filter((shift) => shift.gaps.length > 0).length, 0);
  return (
    <Flex vertical gap={12}>
      <Flex gap={8} wrap align="center" justify="space-between">
        <Flex gap={8} wrap align="center">
          <Button aria-label={plus(from, -7)} icon={<LeftOutlined />} onClick={() => setFrom(plus(from, -7))} />
          <Typography.Text strong>
            {from} – {plus(from, days - 1)}
          </Typography.Text>
          <Button aria-label={plus(from, 7)} icon={<RightOutlined />} onClick={() => setFrom(plus(from, 7))} />
          <Segmented<number>
            value={days}
            onChange={setDays}
            options={[
              { value: 14, label: text('twoWeeks') },
              { value: 28, label: text('fourWeeks') },
            ]}
          />
          <Tag color={gaps > 0 ? 'error' : 'success'}>{gaps > 0 ? text('gaps', { n: gaps }) : text('noGaps')}</Tag>
        </Flex>
        {mayEdit && (
          <Flex gap={8} wrap>
            <Popconfirm title={text('copyHint', { date: from })} onConfirm={() => void copy().catch(() => {})}>
              <Button icon={<CopyOutlined />}>{text('copy')}</Button>
            </Popconfirm>
            <Button
              type="primary"
              icon={<PlusOutlined />}
              onClick={() => setEditing({ initial: { dutyOn: from, isLeader: false, species: [] } })}
            >
              {text('add')}
            </Button>
          </Flex>
        )}
      </Flex>
      <Table<DutyDay>
        size="small"
        bordered
        rowKey="on"
        pagination={false}
        scroll={{ x: 760 }}
        dataSource={[...data.days]}
        columns={[
          { title: text('day'), dataIndex: 'on', width: 110, fixed: 'left' },
          ...Object.entries(shifts).map(([shift, hours]) => ({
            key: shift,
            title: (
              <>
                <DictName dict="duty_shift" value={shift} />{' '}
                <Typography.Text type="secondary">
                  {hours[0]}–{hours[1] % 24}
                </Typography.Text>
              </>
            ),
            render: (_: unknown, day: DutyDay) => (
              <Shift
                day={day}
                shift={shift}
                mayEdit={mayEdit}
                onEdit={(id) => setEditing({ id })}
                {...(maySwap && { onSwap: setSwapping })}
                onFill={() => setEditing({ initial: { dutyOn: day.on, shift, isLeader: false, species: [] } })}
              />
            ),
          })),
        ]}
      />
      <Card size="small" title={text('hours')}>
        <Flex gap={16} wrap>
          {data.people.map((one) => (
            <span key={one.expertId} data-record>
              {one.name} {text('hoursText', { n: one.hours })}
              {one.lapses > 0 && <Typography.Text type="danger"> {text('lapses', { n: one.lapses })}</Typography.Text>}
            </span>
          ))}
        </Flex>
      </Card>
      {editing && (
        <FormDrawer resource={dutySlot} {...editing} onClose={() => setEditing(null)} onSaved={() => void again()} />
      )}
      {swapping !== null && (
        <FormDrawer
          resource={dutySwap}
          initial={{ slotId: swapping }}
          onClose={() => setSwapping(null)}
          onSaved={() => void again()}
        />
      )}
    </Flex>
  );
}

interface ShiftProps {
  readonly day: DutyDay;
  readonly shift: string;
  readonly mayEdit: boolean;
  onEdit(id: number): void;
  /** Of one's own shift: asks somebody to take it. */
  onSwap?(id: number): void;
  onFill(): void;
}
function Shift({ day, shift, mayEdit, onEdit, onSwap, onFill }: ShiftProps) {
  const text = useTexts('cure.dutyPage');
  const found = day.shifts.find((one) => one.shift === shift);
  const isPast = day.on < today();
  return (
    <Flex gap={4} wrap align="center">
      {found?.people.map((one) => (
        <Person
          key={one.id}
          one={one}
          {...(mayEdit && !isPast && { onEdit: () => onEdit(one.id) })}
          {...(!mayEdit && !isPast && one.isMine && one.status === 'planned' && { onEdit: () => onSwap?.(one.id) })}
        />
      ))}
      {!isPast &&
        found?.gaps.map((gap) => (
          <Tag key={gap} color="error" {...(mayEdit && { onClick: onFill, style: { cursor: 'pointer' } })}>
            {text.any(`gap.${gap}`)}
          </Tag>
        ))}
    </Flex>
  );
}

function Person({ one, onEdit }: { readonly one: DutyCell; onEdit?: () => void }) {
  const text = useTexts('cure.dutyPage');
  return (
    <Tag
      color={one.status === 'missed' ? 'error' : one.isMine && one.status !== 'swapped' ? 'processing' : 'default'}
      {...(onEdit && { onClick: onEdit, style: { cursor: 'pointer' } })}
    >
      <span data-record>{one.name}</span>
      {one.isLeader && <b> {text('leader')}</b>}
      {one.status === 'swapped' && <i> {text('swapped')}</i>}
    </Tag>
  );
}
