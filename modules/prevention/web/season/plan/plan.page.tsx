import { PrinterOutlined, UserSwitchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Select, Tag } from 'antd';
import { useEffect, useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { useRefresh } from '#kit/web/push/use-refresh.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { callOf, type Row } from '#kit/web/resource/resource-calls.ts';
import { useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { usePage } from '#kit/web/shell-context.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type PlanHousehold, planHousehold } from '#modules/prevention/contract/season/plan.ts';
import { currentSeason } from '#modules/prevention/contract/season/season.ts';
import { useSeasonOptions } from '../../common/use-diseases.ts';
import { GapTag } from '../../gap/gap-tag.tsx';
import { RemindDialog } from '../../gap/remind-dialog.tsx';
import { useGapStates } from '../../gap/use-gap-states.ts';
import { AnimalsDrawer } from './animals-drawer.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { DiseaseChips } from './disease-chips.tsx';
import { HistoryDrawer } from './history-drawer.tsx';
import { PlanTotals } from './plan-totals.tsx';
import { type Cells, VisitingList } from './visiting-list.tsx';

type Shown =
  | { readonly what: 'history' | 'animals' | 'remind'; readonly row: PlanHousehold; readonly diseaseCode?: string }
  | { readonly what: 'assign'; readonly ids: readonly number[]; onDone?(): void }
  | { readonly what: 'print'; readonly rows: readonly PlanHousehold[] };

const colours: Readonly<Record<string, string>> = { done: 'green', refused: 'red', absent: 'orange', partial: 'blue' };
const undone = 'todo,partial,absent,refused';
const nameIn = (row: PlanHousehold, name: string) =>
  String((row as unknown as Record<string, unknown>)[`${name}Name`] ?? '');

/** 免疫计划: household by household what is due, who goes there and how it went. */
export default function PlanPage() {
  const text = useTexts('prevention.planPage');
  const url = useUrlState();
  const { openPage } = usePage();
  const { diseases } = useSeasonOptions();
  // The same rows the list shows, asked for once.
  const list = useResourceList(planHousehold);
  const [shown, setShown] = useState<Shown | null>(null);
  const mayRecord = useCan('ant:visit:add');
  const mayAssign = useCan('ant:plan:assign');
  const mayRemind = useCan('ant:gap:add');
  const gapText = useTexts('prevention.gapPage');
  const mayTotal = useCan('ant:stat:coverage');
  const mayHear = useCan('ant:home:view');
  usePush(
    'screen',
    useRefresh(async () => list.refresh()),
    { enabled: mayHear },
  );

  // The season that goes on, unless the address names one.
  const current = useQuery({
    queryKey: ['prevention.currentSeason'],
    queryFn: () => call(currentSeason, { query: {}, quiet: true }),
    retry: false,
  });
  const asked = Number(url.get('seasonId')) || null;
  const ongoing = current.data?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known which
  useEffect(() => {
    if (asked === null && ongoing !== null && !list.isFiltered)
      url.set({ seasonId: String(ongoing) }, { replace: true });
  }, [ongoing]);

  const rows = list.rows as unknown as readonly PlanHousehold[];
  const seasonId = asked ?? ongoing ?? rows[0]?.seasonId ?? null;
  const gaps = useGapStates({
    seasonId: seasonId ?? undefined,
    parentCode: Number(url.get('regionCode')) || undefined,
  });
  const seasonName = (rows[0] && nameIn(rows[0], 'seasonId')) || current.data?.name || '';
  const print = async (chosen: readonly Row[]) => {
    if (chosen.length > 0) return setShown({ what: 'print', rows: chosen as unknown as PlanHousehold[] });
    const { data } = await callEnvelope(callOf(planHousehold, 'list'), {
      query: { status: undone, ...list.filters, ...(seasonId && { seasonId: String(seasonId) }), pageSize: '200' },
    });
    setShown({ what: 'print', rows: (data ?? []) as PlanHousehold[] });
  };
  const actionsOf = (row: PlanHousehold): Action[] => {
    return [
      ...(mayRecord && row.status !== 'done' && row.status !== 'notDue'
        ? [
            {
              key: 'record',
              label: text('record'),
              run: () => openPage(`/ant/preventionMange/immuneVisit?principalId=${row.principalId}`),
            },
          ]
        : []),
      ...(mayRemind && row.due > row.done && !gaps.stateOf('household', row.principalId)
        ? [{ key: 'remind', label: gapText('remind'), run: () => setShown({ what: 'remind', row }) }]
        : []),
      { key: 'history', label: text('history'), run: () => setShown({ what: 'history', row }) },
      { key: 'animals', label: text('animals'), run: () => setShown({ what: 'animals', row }) },
      ...(mayAssign
        ? [{ key: 'assign', label: text('assign'), run: () => setShown({ what: 'assign', ids: [row.id] }) }]
        : []),
    ];
  };
  const cells = {
    principalId: (row: PlanHousehold) => <span>{nameIn(row, 'principalId')}</span>,
    cells: (row: PlanHousehold) => (
      <DiseaseChips
        cells={row.cells as Cells}
        onOpen={(diseaseCode) => setShown({ what: 'animals', row, diseaseCode })}
      />
    ),
    status: (row: PlanHousehold) => {
      const state = gaps.stateOf('household', row.principalId);
      return (
        <span style={{ display: 'inline-flex', gap: 4, flexWrap: 'wrap' }}>
          <Tag color={colours[row.status] ?? 'default'}>{nameIn(row, 'status')}</Tag>
          {state && <GapTag state={state} />}
        </span>
      );
    },
    staffId: (row: PlanHousehold) =>
      row.staffId === null ? <Tag color="red">{text('pool')}</Tag> : <span>{nameIn(row, 'staffId')}</span>,
  };
  return (
    <>
      <ListPage
        resource={planHousehold}
        cells={cells}
        actionsOf={actionsOf}
        onOpen={(row) => setShown({ what: 'animals', row })}
        extra={() => (
          <>
            <Select<string>
              aria-label={text('disease')}
              allowClear
              style={{ minWidth: 150 }}
              placeholder={text('disease')}
              value={url.get('diseaseCode')}
              options={diseases.map((one) => ({ value: one.code, label: one.name }))}
              onChange={(code?: string) => url.set({ diseaseCode: code ?? null, pageNum: null })}
            />
            <Button
              icon={<PrinterOutlined aria-hidden />}
              disabled={seasonId === null || list.total === 0}
              onClick={() => void print([])}
            >
              {text('visitingList')}
            </Button>
          </>
        )}
        batch={({ selected, select }) => (
          <>
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => void print(selected)}>
              {text('visitingList')}
            </Button>
            {mayAssign && (
              <Button
                icon={<UserSwitchOutlined aria-hidden />}
                onClick={() =>
                  setShown({ what: 'assign', ids: selected.map((one) => one.id), onDone: () => select([]) })
                }
              >
                {text('assign')}
              </Button>
            )}
          </>
        )}
        below={() =>
          mayTotal &&
          seasonId !== null && (
            <PlanTotals
              seasonId={seasonId}
              regionCode={Number(url.get('regionCode')) || undefined}
              diseaseCode={url.get('diseaseCode') ?? undefined}
            />
          )
        }
      />
      {shown?.what === 'history' && (
        <HistoryDrawer
          principalId={shown.row.principalId}
          title={`${text('history')} · ${nameIn(shown.row, 'principalId')}`}
          onClose={() => setShown(null)}
        />
      )}
      {shown?.what === 'animals' && (
        <AnimalsDrawer
          title={`${text('animals')} · ${nameIn(shown.row, 'principalId')}`}
          of={{
            seasonId: shown.row.seasonId,
            principalId: shown.row.principalId,
            diseaseCode: shown.diseaseCode,
          }}
          onClose={() => setShown(null)}
        />
      )}
      {shown?.what === 'remind' && (
        <RemindDialog
          subject={{
            source: 'season',
            seasonId: shown.row.seasonId,
            subjectKind: 'household',
            subjectId: shown.row.principalId,
          }}
          onClose={() => setShown(null)}
        />
      )}
      {shown?.what === 'assign' && (
        <AssignDialog
          ids={shown.ids}
          onClose={(isDone) => {
            setShown(null);
            if (isDone) shown.onDone?.();
          }}
        />
      )}
      {shown?.what === 'print' && seasonId !== null && (
        <VisitingList rows={shown.rows} seasonId={seasonId} seasonName={seasonName} onDone={() => setShown(null)} />
      )}
    </>
  );
}
