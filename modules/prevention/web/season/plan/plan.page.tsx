import { PrinterOutlined, UserSwitchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Select, Tag } from 'antd';
import { useEffect, useState } from 'react';
import { fullName, labelKey } from '#kit/contract/resource.ts';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { useRefresh } from '#kit/web/push/use-refresh.ts';
import { callOf, type Row } from '#kit/web/resource/resource-calls.ts';
import { ResourceTable } from '#kit/web/resource/resource-table.tsx';
import { SearchForm } from '#kit/web/resource/search-form.tsx';
import { useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { ListTools, SheetButtons } from '#kit/web/sheets/list-tools.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { ListToolbar } from '#kit/web/ui/list-toolbar.tsx';
import { useFull } from '#kit/web/ui/use-full.ts';
import { useListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type PlanHousehold, planHousehold } from '#modules/prevention/contract/season/plan.ts';
import { currentSeason } from '#modules/prevention/contract/season/season.ts';
import { useSeasonOptions } from '../../common/use-diseases.ts';
import { AnimalsDrawer } from './animals-drawer.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { DiseaseChips } from './disease-chips.tsx';
import { HistoryDrawer } from './history-drawer.tsx';
import { PlanTotals } from './plan-totals.tsx';
import { type Cells, VisitingList } from './visiting-list.tsx';

type Shown =
  | { readonly what: 'history' | 'animals'; readonly row: PlanHousehold; readonly diseaseCode?: string }
  | { readonly what: 'assign'; readonly ids: readonly number[] }
  | { readonly what: 'print'; readonly rows: readonly PlanHousehold[] };

const undone = 'todo,partial,absent,refused';
const nameIn = (row: PlanHousehold, name: string) =>
  String((row as unknown as Record<string, unknown>)[`${name}Name`] ?? '');

/** 免疫计划: household by household what is due, who goes there and how it went. */
export default function PlanPage() {
  const t = useT();
  const text = useTexts('prevention.planPage');
  const url = useUrlState();
  const { openPage } = usePage();
  const { diseases } = useSeasonOptions();
  const list = useResourceList(planHousehold);
  const prefs = useListPrefs(fullName(planHousehold), planHousehold.list.columns);
  const { frame, button } = useFull();
  const [shown, setShown] = useState<Shown | null>(null);
  const mayRecord = useCan('ant:visit:add');
  const mayAssign = useCan('ant:plan:assign');
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
  const seasonName = (rows[0] && nameIn(rows[0], 'seasonId')) || current.data?.name || '';
  const print = async () => {
    const chosen = list.selected as unknown as readonly PlanHousehold[];
    if (chosen.length > 0) return setShown({ what: 'print', rows: chosen });
    const { data } = await callEnvelope(callOf(planHousehold, 'list'), {
      query: { status: undone, ...list.filters, ...(seasonId && { seasonId: String(seasonId) }), pageSize: '200' },
    });
    setShown({ what: 'print', rows: (data ?? []) as PlanHousehold[] });
  };
  const actionsOf = (one: Row): Action[] => {
    const row = one as unknown as PlanHousehold;
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
    staffId: (row: PlanHousehold) =>
      row.staffId === null ? <Tag color="red">{text('pool')}</Tag> : <span>{nameIn(row, 'staffId')}</span>,
  };
  return (
    <>
      <FitFrame
        {...frame}
        search={<SearchForm list={list} />}
        toolbar={
          <ListToolbar
            prefs={prefs}
            labelOf={(name) => t.any(labelKey(planHousehold, name))}
            isFetching={list.fetching}
            onRefresh={list.refresh}
            {...button}
            tools={<ListTools list={list} prefs={prefs} cells={cells as never} />}
          >
            <SheetButtons list={list} prefs={prefs} />
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
              onClick={() => void print()}
            >
              {text('visitingList')}
            </Button>
            {mayAssign && (
              <Button
                icon={<UserSwitchOutlined aria-hidden />}
                disabled={list.selected.length === 0}
                onClick={() => setShown({ what: 'assign', ids: list.selected.map((one) => one.id) })}
              >
                {text('assign')}
              </Button>
            )}
          </ListToolbar>
        }
        table={(height) => (
          <ResourceTable
            list={list}
            prefs={prefs}
            actionsOf={actionsOf}
            onOpen={(row) => setShown({ what: 'animals', row: row as unknown as PlanHousehold })}
            cells={cells as never}
            height={height}
          />
        )}
        footer={
          !list.error && (
            <Flex vertical gap={8}>
              {mayTotal && seasonId !== null && (
                <PlanTotals
                  seasonId={seasonId}
                  regionCode={Number(url.get('regionCode')) || undefined}
                  diseaseCode={url.get('diseaseCode') ?? undefined}
                />
              )}
              <ListFooter {...list} onTurn={list.turnTo} isTree={false} />
            </Flex>
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
      {shown?.what === 'assign' && (
        <AssignDialog
          ids={shown.ids}
          onClose={(isDone) => {
            setShown(null);
            if (isDone) list.select([]);
          }}
        />
      )}
      {shown?.what === 'print' && seasonId !== null && (
        <VisitingList rows={shown.rows} seasonId={seasonId} seasonName={seasonName} onDone={() => setShown(null)} />
      )}
    </>
  );
}
