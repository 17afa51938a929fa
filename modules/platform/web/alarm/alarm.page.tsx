import { useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Empty, Flex, Typography } from 'antd';
import { useState } from 'react';
import { transitionKey } from '#kit/contract/resource.ts';
import { useCan, useMayOpen } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourceTable } from '#kit/web/resource/resource-table.tsx';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { usePage } from '#kit/web/shell-context.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { useFirstAddress } from '#kit/web/ui/use-first-address.ts';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { type Alarm, alarm } from '#modules/platform/contract/alarm/alarm.ts';
import type { AlarmLevel } from '#modules/platform/contract/alarm/alarm-kind.ts';
import { AlarmCounters, AlarmPace } from './alarm-counters.tsx';
import { AlarmView } from './alarm-view.tsx';
import { DueMark } from './due-mark.tsx';
import { LevelMark } from './level-mark.tsx';
import { MuteDialog } from './rule/mute-dialog.tsx';
import { useAlarmMoves } from './use-alarm-moves.ts';
import { useUrgentSignal } from './use-urgent-signal.ts';

/** What people search by; the rest of the filters serve links from other screens. */
const searched = ['kind', 'regionCode', 'principalId', 'source', 'group', 'isFolded', 'openedAt'];
const unsearched = alarm.list.filters.filter((name) => !searched.includes(name));
/** Sentences want the room of a text. */
const roomy = {
  ...alarm,
  fields: { ...alarm.fields, title: { ...alarm.fields.title, kind: 'longText' } },
} as unknown as typeof alarm;
/** Nothing waits: said in words, unless something else was looked for. */
const isCalm = ({ loading, error, rows, filters }: ResourceList) =>
  !loading &&
  !error &&
  rows.length === 0 &&
  filters.status !== 'closed' &&
  Object.keys(filters).every((name) => name === 'status' || name === 'isFolded');
/** What waits for somebody, and what is folded only once. */
const atFirst = { status: 'open', isFolded: 'false' };
const detailPage = '/anm/device/alarm/detail';
const detailPath = (id: number) => `${detailPage}?id=${id}`;

interface AlarmPageProps {
  /** What a module's own page offers beside the usual steps of a row. */
  readonly more?: (row: Alarm) => readonly Action[];
}

/** 预警中心: everything that went wrong anywhere, the most pressing first to be seen and quickest to be answered. */
export default function AlarmPage({ more }: AlarmPageProps) {
  const t = useT();
  const client = useQueryClient();
  const { openPage } = usePage();
  const { open } = usePanel();
  const { move, busy } = useAlarmMoves();
  const mayMute = useCan('alarm:record:mute');
  const mayOpen = useMayOpen();
  const [muted, setMuted] = useState<Alarm | null>(null);
  useUrgentSignal(() => client.invalidateQueries({ queryKey: resourceKey(alarm) }));

  const isReady = useFirstAddress(atFirst);

  if (!isReady) return null;
  const cells: Cells<typeof alarm> = {
    level: (row) => <LevelMark level={row.level as AlarmLevel} label={row.levelName ?? row.level} />,
    title: (row) => <TitleCell row={row} onOpen={() => open({ kind: 'detail', id: row.id })} />,
    ackDueAt: (row) => <DueMark row={row} />,
    kind: (row) => <span>{row.kindName}</span>,
  };
  const actionsOf = (row: Alarm): Action[] => {
    const can = (verb: string) => row._can.includes(verb);
    return [
      ...(can('ack')
        ? [{ key: 'ack', label: t('platform.alarmPage.quickAck'), run: () => void move('ack', [row]) }]
        : []),
      ...(can('handle') || can('confirm')
        ? [
            {
              key: 'handle',
              label: t.any(transitionKey(alarm, can('handle') ? 'handle' : 'confirm')),
              run: () => open({ kind: 'detail', id: row.id }),
            },
          ]
        : []),
      ...(mayOpen(detailPage)
        ? [{ key: 'open', label: t('platform.alarmPage.open'), run: () => openPage(detailPath(row.id)) }]
        : []),
      ...(more?.(row) ?? []),
      ...(mayMute && can('handle')
        ? [{ key: 'mute', label: t('platform.alarmPage.mute'), run: () => setMuted(row) }]
        : []),
    ];
  };
  const asFalse = { form: { closeReason: 'falseAlarm', closeNote: t('platform.alarmPage.markFalse') } };
  const settle = async (list: ResourceList, name: string, rows: readonly Row[], more = {}) => {
    if (await move(name, rows as never, more)) list.select([]);
  };
  return (
    <>
      <ListPage
        resource={alarm}
        cells={cells}
        ownFilters={unsearched}
        actionsOf={actionsOf}
        above={(list) => <AlarmCounters list={list} />}
        extra={(list) => list.selected.length === 0 && <AlarmPace list={list} />}
        batch={(list) => {
          const ackable = list.selected.filter((row) => row._can.includes('ack'));
          const falsifiable = list.selected.filter(
            (row) =>
              row._can.includes('handle') && row.level !== 'urgent' && row.confirmBy === 'none' && !row.needPhoto,
          );
          return (
            <>
              <Button disabled={ackable.length === 0} loading={busy} onClick={() => void settle(list, 'ack', ackable)}>
                {t('platform.alarmPage.quickAck')} {ackable.length}
              </Button>
              <Button
                disabled={falsifiable.length === 0}
                onClick={() => void settle(list, 'handle', falsifiable, asFalse)}
              >
                {t('platform.alarmPage.markFalse')} {falsifiable.length}
              </Button>
            </>
          );
        }}
        table={(props) =>
          isCalm(props.list) ? (
            <Calm isFiltered={props.list.isFiltered} onReset={() => props.list.search({})} />
          ) : (
            <ResourceTable {...props} list={{ ...props.list, resource: roomy }} />
          )
        }
        detail={({ id, onClose }) => (
          <Drawer
            open
            size="min(760px, 100vw)"
            title={t('platform.alarm._title')}
            onClose={onClose}
            extra={
              mayOpen(detailPage) && (
                <Button type="link" onClick={() => openPage(detailPath(id))}>
                  {t('platform.alarmPage.moreDetail')}
                </Button>
              )
            }
          >
            <AlarmView id={id} isNarrow />
          </Drawer>
        )}
      />
      {muted && <MuteDialog row={muted} onClose={() => setMuted(null)} />}
    </>
  );
}

function TitleCell({ row, onOpen }: { readonly row: Alarm; onOpen(): void }) {
  const t = useT();
  const more = [
    row.members > 0 && t('platform.alarmPage.foldedOf', { n: row.members }),
    row.times > 1 && t('platform.alarmPage.timesOf', { n: row.times }),
  ].filter(Boolean);
  return (
    <Flex vertical align="start">
      <Button type="link" size="small" onClick={onOpen} style={linkStyle} title={row.text}>
        {row.title}
      </Button>
      {more.length > 0 && (
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {more.join(' · ')}
        </Typography.Text>
      )}
    </Flex>
  );
}

function Calm({ isFiltered, onReset }: { readonly isFiltered: boolean; onReset(): void }) {
  const t = useT();
  return (
    <Empty
      style={{ padding: '48px 0' }}
      description={
        <Flex vertical gap={4}>
          <Typography.Text strong>{t('platform.alarmPage.calm')}</Typography.Text>
          <Typography.Text type="secondary">{t('platform.alarmPage.calmHint')}</Typography.Text>
        </Flex>
      }
    >
      {isFiltered && <Button onClick={onReset}>{t('platform.alarmPage.all')}</Button>}
    </Empty>
  );
}

const linkStyle = { padding: 0, height: 'auto', whiteSpace: 'normal', textAlign: 'start' } as const;
