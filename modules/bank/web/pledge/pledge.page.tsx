import { Tabs } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { type Pledge, pledge } from '#modules/bank/contract/pledge/pledge-file.ts';
import { useChoices } from '../site/parts.ts';

const NoticePaper = panelLater(async () => (await import('./pledge-papers.tsx')).NoticePaper);
const PledgePaper = panelLater(async () => (await import('./pledge-papers.tsx')).PledgePaper);
const pathOf = (id: number) => `/bank/pledge/detail?id=${id}`;
const tabs = [
  '',
  'declared',
  'surveyed',
  'verified',
  'published',
  'contracted',
  'registered',
  'active',
  'enforcing',
  'discharged',
];

/** 抵押登记. */
export default function PledgePage() {
  const text = useTexts('bank.pledgePage');
  const { openPage, search, setSearch } = usePage();
  const mayDeclare = useCan('bank:pledge:declare');
  const states = useChoices('pledge_status');
  const [printed, setPrinted] = useState<{ row: Pledge; kind: 'notice' | 'board' } | null>(null);
  const tab = search.get('status') ?? '';
  const choose = (key: string) => {
    const next = new URLSearchParams(search);
    if (key) next.set('status', key);
    else next.delete('status');
    setSearch(next, { replace: true });
  };
  return (
    <>
      <ResourcePage
        key={tab}
        resource={pledge}
        isOwn={false}
        above={() => (
          <Tabs
            activeKey={tab}
            onChange={choose}
            items={tabs.map((key) => ({
              key,
              label: key === '' ? text('all') : (states.find((one) => one.value === key)?.label ?? key),
            }))}
          />
        )}
        {...(mayDeclare && { onNew: () => openPage('/bank/pledge/build') })}
        onOpen={(row) => openPage(pathOf(row.id))}
        cells={{
          docNo: (row) => <PageLink to={pathOf(row.id)}>{row.docNo}</PageLink>,
          liveHead: (row) => <PageLink to={`/bank/animals?pledgeId=${row.id}`}>{String(row.liveHead)}</PageLink>,
        }}
        actions={(row) => [
          ...(row.status === 'published' || row.status === 'verified'
            ? [{ key: 'notice', label: text('printNotice'), run: () => setPrinted({ row, kind: 'notice' as const }) }]
            : []),
          ...(row.contractNo
            ? [{ key: 'board', label: text('printBoard'), run: () => setPrinted({ row, kind: 'board' as const }) }]
            : []),
        ]}
      />
      {printed?.kind === 'notice' && <NoticePaper id={printed.row.id} onDone={() => setPrinted(null)} />}
      {printed?.kind === 'board' && <PledgePaper kind="board" id={printed.row.id} onDone={() => setPrinted(null)} />}
    </>
  );
}
