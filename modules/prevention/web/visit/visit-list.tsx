import { EditOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Statistic, Tag, Tooltip, theme } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type ImmunisationVisit, immunisationVisit } from '#modules/prevention/contract/visit/visit.ts';
import { visitTotals } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { FirstPhoto } from './first-photo.tsx';
import { useLabel } from './texts.ts';
import { useDisease } from './use-disease.ts';

type Column = (typeof immunisationVisit.list.columns)[number] | 'reasons' | 'proofs' | 'subsidy' | 'photos';

interface Props {
  /** Kinds of visits this list is of. */
  readonly modes: string;
  /** Kinds it shows too, where an address asks for them. */
  readonly also?: string;
  readonly columns: readonly Column[];
  readonly isSelf?: boolean;
}

/** Visits of some kinds: what they were, what was doubted about them, and what they come to. */
export function VisitList({ modes, also = '', columns, isSelf = false }: Props) {
  const text = useTexts('prevention.visitList');
  const t = useT();
  const url = useUrlState();
  const { openPage } = usePage();
  const mayAdd = useCan('ant:visit:add');
  const flagName = useLabel('visit_flag');
  const asked = url.get('mode');
  // Whoever clears the filters still stands in this list and not in another.
  const isOwn = (asked ?? 'none').split(',').every((one) => `${modes},${also}`.split(',').includes(one));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the state
  useEffect(() => {
    if (!isOwn) url.set({ mode: modes }, { replace: true });
  }, [isOwn, modes]);
  const [resource] = useState(() => ({
    ...immunisationVisit,
    list: { ...immunisationVisit.list, columns },
  }));
  if (!isOwn) return null;
  const cells: Cells<typeof immunisationVisit> = {
    docNo: (row) => (
      <>
        <PageLink to={`/ant/preventionMange/visitDetail?id=${row.id}`}>{row.docNo}</PageLink>
        {row.spotCheck && (
          <Tag color="purple" style={{ marginInlineStart: 4 }}>
            {text('spotCheck')}
          </Tag>
        )}
      </>
    ),
    flags: (row) => {
      const flags = (row.flags ?? []) as readonly string[];
      if (flags.length === 0) return '–';
      return flags.map((one) => (
        <Tooltip key={one} title={t.any(`prevention.flagWhy.${one}`)}>
          <Tag color={row.cleared ? 'default' : 'warning'}>{flagName(one)}</Tag>
        </Tooltip>
      ));
    },
    vaccines: (row) => <span data-record>{row.vaccines ?? '–'}</span>,
    photos: (row) => <FirstPhoto ids={(row.photos ?? []) as readonly number[]} />,
    proofs: (row) => <FirstPhoto ids={(row.proofs ?? []) as readonly number[]} />,
  };
  return (
    <ListPage
      resource={resource as unknown as typeof immunisationVisit}
      isOwn={false}
      onForm={({ id }) => openPage(`/ant/preventionMange/immuneVisit${id ? `?draftId=${id}` : ''}`)}
      cells={cells}
      actions={(row: ImmunisationVisit) =>
        (row.status === 'draft' || row.status === 'voided') && row.mine && mayAdd
          ? [
              {
                key: 'goOn',
                label: text(row.status === 'draft' ? 'goOn' : 'copy'),
                run: () => openPage(`/ant/preventionMange/immuneVisit?draftId=${row.id}`),
              },
            ]
          : []
      }
      extra={(list) => (
        <>
          {mayAdd && (
            <Button
              type="primary"
              icon={<EditOutlined aria-hidden />}
              onClick={() => openPage(`/ant/preventionMange/immuneVisit?mode=${modes.split(',')[0]}`)}
            >
              {text('record')}
            </Button>
          )}
          {isSelf ? (
            <Button onClick={() => list.search({ ...list.filters, status: 'accepted' })}>{text('payList')}</Button>
          ) : (
            <Button onClick={() => list.search({ ...list.filters, cleared: 'false', flag: allFlags })}>
              {text('flagged')}
            </Button>
          )}
          <Totals list={list} modes={modes} isSelf={isSelf} />
        </>
      )}
    />
  );
}

const allFlags = 'overspeed,farAway,noPlace,noPhoto,noSign,samePhoto,night,stockGap,doseGap,late';

/** Filters that the sums follow. */
const summed = new Set(['mode', 'seasonId', 'regionCode', 'principalId', 'staffId', 'visitedOnFrom', 'visitedOnTo']);

/** What the counted visits of the filter come to. */
function Totals({ list, modes, isSelf }: { list: ResourceList; modes: string; isSelf: boolean }) {
  const text = useTexts('prevention.visitList');
  const { token } = theme.useToken();
  const { filters } = list;
  const query = {
    modes: filters.mode ?? modes,
    ...(filters.seasonId && { seasonId: Number(filters.seasonId) }),
    ...(filters.regionCode && { regionCode: Number(filters.regionCode) }),
    ...(filters.principalId && { principalId: Number(filters.principalId) }),
    ...(filters.staffId && { staffId: Number(filters.staffId) }),
    ...(filters.visitedOnFrom && { from: filters.visitedOnFrom }),
    ...(filters.visitedOnTo && { to: filters.visitedOnTo }),
  };
  const { data } = useQuery({
    queryKey: [...resourceKey(immunisationVisit), 'totals', query],
    queryFn: () => call(visitTotals, { query, quiet: true }),
  });
  const diseaseName = useDisease(data?.diseases);
  // Sums of more rows than the list shows would contradict it.
  if (!data || Object.keys(filters).some((key) => !summed.has(key))) return null;
  const one = (title: string, value: number, precision = 0) => (
    <Statistic
      key={title}
      title={title}
      value={value}
      precision={precision}
      styles={{ title: { marginBottom: 0, fontSize: 12 }, content: { fontSize: 16 } }}
    />
  );
  return (
    <Flex
      gap={20}
      wrap
      style={{ flexBasis: '100%', background: token.colorFillQuaternary, borderRadius: 8, padding: '6px 12px' }}
    >
      {one(text('visits'), data.visits)}
      {one(text('households'), data.households)}
      {one(text('headsOnce'), data.heads['*'] ?? 0)}
      {Object.entries(data.heads)
        .filter(([code]) => code !== '*')
        .map(([code, n]) => one(diseaseName(code), n))}
      {one(text('doses'), data.doses)}
      {isSelf && one(text('subsidy'), data.subsidy, 2)}
    </Flex>
  );
}
