import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { FigureStrip } from '#kit/web/ui/figure-strip.tsx';
import { remindCounts, remindItem, remindRule } from '#modules/farm/contract/remind/remind.ts';
import { TabbedLists } from '../common/tabs.tsx';
import { pageOfWork } from './page-of-work.ts';

/** 业务提醒: planned work that comes due, and when to say so. */
export default function BusinessPage() {
  const text = useTexts('farm.remindPage');
  const language = useLanguage();
  const { openPage } = usePage();
  const mayOpen = useMayOpen();
  const { data } = useQuery({
    queryKey: ['farm', 'remindCounts', language],
    queryFn: () => call(remindCounts, { query: {} as never, quiet: true }),
  });
  return (
    <TabbedLists
      items={[
        {
          key: 'items',
          label: text('items'),
          children: (
            <>
              {data && (
                <FigureStrip
                  figures={[
                    { key: 'overdue', label: text('overdue'), value: data.overdue, isBad: data.overdue > 0 },
                    { key: 'today', label: text('today'), value: data.today },
                    { key: 'week', label: text('week'), value: data.week },
                    { key: 'all', label: text('all'), value: data.all },
                  ]}
                />
              )}
              <ResourcePage
                resource={remindItem}
                actions={(row) => {
                  const to = pageOfWork(row.kind);
                  return mayOpen(to.split('?')[0] ?? to)
                    ? [{ key: 'go', label: text('go'), run: () => openPage(to) }]
                    : [];
                }}
              />
            </>
          ),
        },
        { key: 'rules', label: text('rules'), children: <ResourcePage resource={remindRule} /> },
      ]}
    />
  );
}
