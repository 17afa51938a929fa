import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { FigureStrip } from '#kit/web/ui/figure-strip.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { dayFromNow } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { breedingCycle, cycleCounts, setAside } from '#modules/breeding/contract/record/breeding-cycle.ts';
import { useVoid } from './breeding.page.tsx';

/** 繁育信息: one row per female, by how she stands. */
export default function InfoPage() {
  const text = useTexts('breeding.recordPage');
  const { openPage } = usePage();
  const mayServe = useCan('breed:service:add');
  const mayEdit = useCan('breed:cycle:edit');
  const changed = useChanged(breedingCycle);
  const ask = useVoid(text('setAside'), text('reason'));
  return (
    <ResourcePage
      resource={breedingCycle}
      isOwn={false}
      cells={{
        earTag: (row) => <PageLink to={`/improve/base/animalDetail?id=${row.animalId}`}>{row.earTag ?? '-'}</PageLink>,
      }}
      actions={(row) => [
        ...(mayServe && row.isLive && row.status !== 'pregnant'
          ? [{ key: 'serve', label: text('serve'), run: () => openPage(`/ant/breed/serviceAdd?tag=${row.earTag}`) }]
          : []),
        ...(mayServe && row.isLive && row.status === 'pregnant'
          ? [
              {
                key: 'calving',
                label: text('addCalving'),
                run: () => openPage(`/ant/breed/calving?mother=${row.earTag}`),
              },
            ]
          : []),
        ...(mayEdit && (row.isLive || row.endReason === 'setAside')
          ? [
              {
                key: 'aside',
                label: text(row.isLive ? 'setAside' : 'takeUp'),
                run: () =>
                  ask(async (reason) => {
                    await call(setAside, { body: { animalId: row.animalId, on: row.isLive, reason } });
                    await changed();
                  }),
              },
            ]
          : []),
      ]}
      above={() => <Counts />}
    />
  );
}

function Counts() {
  const text = useTexts('breeding.recordPage');
  const url = useUrlState();
  const { data } = useQuery({
    queryKey: ['breeding', 'cycleCounts'],
    queryFn: () => call(cycleCounts, { query: {} as never, quiet: true }),
  });
  if (!data) return null;
  const soon = dayFromNow(15);
  const none = { status: null, longOpen: null, repeatBreeder: null, expectedOnTo: null, isLive: 'true' };
  const choices: readonly (readonly [keyof typeof data, Record<string, string | null>])[] = [
    ['open', { status: 'open' }],
    ['served', { status: 'served' }],
    ['pregnant', { status: 'pregnant' }],
    ['due', { status: 'pregnant', expectedOnTo: soon }],
    ['longOpen', { longOpen: 'true' }],
    ['repeatBreeder', { repeatBreeder: 'true' }],
  ];
  return (
    <FigureStrip
      figures={choices.map(([key, filter]) => ({
        key,
        label: text(`tab_${key}`),
        value: data[key],
        isBad: key === 'longOpen' && data[key] > 0,
        onClick: () => url.set({ ...none, ...filter } as never),
      }))}
    />
  );
}
