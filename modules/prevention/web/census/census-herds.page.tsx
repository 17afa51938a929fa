import { CheckOutlined, StopOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { ImportButton } from '#kit/web/sheets/import-button.tsx';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  type CensusRound,
  type CensusSheet,
  censusRound,
  censusSheet,
  checkSheets,
  emptySheets,
  type SheetAnswer,
} from '#modules/prevention/contract/census/census.ts';
import { sheetImport } from '#modules/prevention/contract/census/census-import.ts';
import { CheckForm } from './check-form.tsx';
import { CountForm } from './count-form.tsx';

const openRounds = new Set(['published', 'ongoing']);

/** 畜群登记: the sheets of a round; who counts and who checks are two people. */
export default function CensusHerdsPage() {
  const t = useT();
  const language = useLanguage();
  const { search, openPage } = usePage();
  const { user } = useSession();
  const url = useUrlState();
  const mayCount = useCan('ant:census:count');
  const mayCheck = useCan('ant:census:check');
  const [counting, setCounting] = useState<CensusSheet | null>(null);
  const [checking, setChecking] = useState<CensusSheet | null>(null);
  const text = useTexts('prevention.censusPage');
  const rounds = useQuery({
    queryKey: [...resourceKey(censusRound), 'open', language],
    queryFn: async () =>
      (await callEnvelope(callOf(censusRound, 'list'), { query: { pageSize: '50' }, quiet: true }))
        .data as readonly CensusRound[],
  }).data;
  const latest = rounds?.find((one) => openRounds.has(one.status)) ?? rounds?.find((one) => one.status !== 'draft');
  const isBare = search.size === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where the address says nothing when the page is entered
  useEffect(() => {
    if (isBare && latest) url.set({ roundId: String(latest.id) }, { replace: true });
  }, [latest?.id]);
  const canCount = (row: CensusSheet) =>
    mayCount && openRounds.has(String(row.roundStatus)) && row.status !== 'checked';
  const canCheck = (row: CensusSheet) =>
    mayCheck && openRounds.has(String(row.roundStatus)) && row.status === 'counted' && row.countedBy !== user.userId;
  return (
    <>
      <ListPage
        resource={censusSheet}
        isOwn={false}
        onForm={() => {}}
        cells={{
          principalId: (row) => (
            <PageLink to={`/ant/censusManage/householdDetail?principalId=${row.principalId}`}>
              {row.principalIdName ?? '-'}
            </PageLink>
          ),
          taggedSeen: (row) => {
            const n = (row.missing as string[]).length;
            return (
              <span>
                {row.taggedSeen ?? '-'}
                {n > 0 && (
                  <Tag color="orange" style={{ marginInlineStart: 6 }}>
                    {text('missingN', { n })}
                  </Tag>
                )}
              </span>
            );
          },
          difference: (row) => {
            if (row.difference === null) return '-';
            if (row.difference === 0) return 0;
            return (
              <Typography.Text type={row.difference < 0 ? 'danger' : 'warning'}>
                {row.difference > 0 ? `+${row.difference}` : row.difference}
              </Typography.Text>
            );
          },
        }}
        actions={(row) => [
          ...(canCheck(row)
            ? [{ key: 'check', label: t('prevention.censusSheet._check'), run: () => setChecking(row) }]
            : []),
          ...(canCount(row)
            ? [{ key: 'count', label: t('prevention.censusSheet._count'), run: () => setCounting(row) }]
            : []),
          {
            key: 'rounds',
            label: text('sideBySide'),
            run: () => openPage(`/ant/censusManage/householdDetail?principalId=${row.principalId}`),
          },
        ]}
        extra={(list) => (
          <>
            {mayCount && <EmptyButton list={list} />}
            {mayCheck && <CheckButton list={list} />}
            <ImportButton resource={sheetImport} />
            <Sums list={list} />
          </>
        )}
      />
      {counting && <CountForm sheet={counting} onClose={() => setCounting(null)} />}
      {checking && <CheckForm sheet={checking} onClose={() => setChecking(null)} />}
    </>
  );
}

/** Heads by species of the page in sight. */
function Sums({ list }: { readonly list: ResourceList }) {
  const t = useT();
  const rows = list.rows as unknown as readonly CensusSheet[];
  const sum = (name: 'cattle' | 'sheep' | 'goat') => rows.reduce((n, row) => n + row[name], 0).toLocaleString('en');
  return (
    <Typography.Text type="secondary">
      {t('prevention.censusPage.sums', { cattle: sum('cattle'), sheep: sum('sheep'), goat: sum('goat') })}
    </Typography.Text>
  );
}

function useMany(list: ResourceList) {
  const t = useT();
  const client = useQueryClient();
  return async (work: () => Promise<SheetAnswer[]>) => {
    const answers = await work().catch(() => null);
    if (!answers) return;
    const bad = answers.filter((one) => !one.ok);
    const ok = answers.length - bad.length;
    notify(
      bad.length > 0 ? 'warning' : 'success',
      t('prevention.censusPage.many', { ok, bad: bad.length, why: bad[0]?.msg ?? '' }),
    );
    list.select([]);
    await client.invalidateQueries({ queryKey: resourceKey(censusSheet) });
    await client.invalidateQueries({ queryKey: resourceKey(censusRound) });
  };
}

/** The chosen sheets of a state, each as it stands in sight. */
const itemsOf = (list: ResourceList, status: string) =>
  list.selected.filter((row) => row.status === status).map(({ id, version }) => ({ id, version }));

function EmptyButton({ list }: { readonly list: ResourceList }) {
  const t = useT();
  const { modal } = App.useApp();
  const run = useMany(list);
  const items = itemsOf(list, 'todo');
  return (
    <Button
      icon={<StopOutlined aria-hidden />}
      disabled={items.length === 0}
      onClick={() =>
        modal.confirm({
          title: t('prevention.censusPage.emptyAsk', { n: items.length }),
          onOk: () => run(() => call(emptySheets, { body: { items, countedOn: dayjs().format(dateFormat) } })),
        })
      }
    >
      {t('prevention.censusPage.markEmpty')}
    </Button>
  );
}

function CheckButton({ list }: { readonly list: ResourceList }) {
  const t = useT();
  const run = useMany(list);
  const items = itemsOf(list, 'counted');
  return (
    <Button
      icon={<CheckOutlined aria-hidden />}
      disabled={items.length === 0}
      title={t('prevention.censusPage.checkNote')}
      onClick={() => void run(() => call(checkSheets, { body: { items, onlyEqual: true } }))}
    >
      {t('prevention.censusPage.checkSelected')}
    </Button>
  );
}
