import { useQuery } from '@tanstack/react-query';
import { Badge, Calendar, Flex, Segmented } from 'antd';
import { useState } from 'react';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { type PatrolVisit, patrolVisit } from '#modules/bank/contract/patrol/patrol.ts';
import { RouteView } from './route-view.tsx';

type View = 'list' | 'calendar' | 'route';
const chinaDay = (at = Date.now()) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);

/** 巡查管理: as a list, by the day they are due, and as today's way. */
export default function PatrolPage() {
  const text = useTexts('bank.patrolPage');
  const { openPage } = usePage();
  const mayDo = useCan('bank:patrol:edit');
  const [view, setView] = useState<View>('list');
  const views = (
    <Segmented
      value={view}
      options={(['list', 'calendar', 'route'] as const).map((value) => ({ value, label: text(`view_${value}`) }))}
      onChange={(next) => setView(next as View)}
    />
  );
  if (view !== 'list')
    return (
      <Flex vertical gap={12}>
        <div>{views}</div>
        {view === 'route' ? <RouteView day={chinaDay()} /> : <DueCalendar onDay={() => setView('list')} />}
      </Flex>
    );
  return (
    <ResourcePage
      resource={patrolVisit}
      isOwn={false}
      above={() => <div style={{ marginBlockEnd: 12 }}>{views}</div>}
      actions={(row) =>
        mayDo && ['planned', 'doing', 'returned'].includes(row.status)
          ? [{ key: 'visit', label: text('visit'), run: () => openPage(`/bank/patrol/visit?visitId=${row.id}`) }]
          : []
      }
    />
  );
}

function DueCalendar({ onDay }: { onDay(): void }) {
  const text = useTexts('bank.patrolPage');
  const { openPage } = usePage();
  const [month, setMonth] = useState(chinaDay().slice(0, 7));
  const { data = [] } = useQuery({
    queryKey: [...resourceKey(patrolVisit), 'calendar', month],
    queryFn: async () =>
      (
        await callEnvelope(callOf(patrolVisit, 'list'), {
          query: { dueOnFrom: `${month}-01`, dueOnTo: lastOf(month), pageNum: '1', pageSize: '100' },
          quiet: true,
        } as never)
      ).data as PatrolVisit[],
  });
  const colour = (row: PatrolVisit) =>
    row.status === 'missed' || row.isLate ? 'red' : row.status === 'confirmed' ? 'green' : 'blue';
  return (
    <Calendar
      fullscreen
      onPanelChange={(day) => setMonth(day.format('YYYY-MM'))}
      onSelect={(day, { source }) => {
        const on = day.format('YYYY-MM-DD');
        if (source !== 'date') return;
        openPage(`/bank/patrol?dueOnFrom=${on}&dueOnTo=${on}`);
        onDay();
      }}
      cellRender={(day, { type }) => {
        if (type !== 'date') return null;
        const rows = data.filter((one) => one.dueOn === day.format('YYYY-MM-DD'));
        return (
          <Flex vertical>
            {rows.slice(0, 3).map((row) => (
              <Badge key={row.id} color={colour(row)} text={<span data-record>{row.siteIdName}</span>} />
            ))}
            {rows.length > 3 && <span>{text('more', { n: rows.length - 3 })}</span>}
          </Flex>
        );
      }}
    />
  );
}
const lastOf = (month: string): string => {
  const [year = 2000, no = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, no, 0)).toISOString().slice(0, 10);
};
