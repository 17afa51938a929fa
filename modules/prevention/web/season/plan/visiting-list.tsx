import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { type PlanHousehold, planAnimals } from '#modules/prevention/contract/season/plan.ts';
import { useDiseaseName } from '../../common/use-diseases.ts';

type Named = PlanHousehold & {
  readonly principalIdName?: string | null;
  readonly regionCodeName?: string | null;
  readonly staffIdName?: string | null;
};

interface Props {
  readonly rows: readonly PlanHousehold[];
  readonly seasonId: number;
  readonly seasonName: string;
  onDone(): void;
}

/** 入户清单: what a worker takes along; one part per worker and village, tags to tick and room to write. */
export function VisitingList({ rows, seasonId, seasonName, onDone }: Props) {
  const text = useTexts('prevention.planPage');
  const nameOf = useDiseaseName();
  const villages = [...new Set(rows.map((row) => row.regionCode))].sort();
  const { data } = useQuery({
    queryKey: ['lookup', 'prevention.visitingTags', seasonId, villages],
    queryFn: async () => {
      const tags = new Map<number, Map<string, Set<string>>>();
      for (const regionCode of villages) {
        const found = await call(planAnimals, { query: { seasonId, regionCode, how: 'remaining', limit: 2000 } });
        for (const one of found.rows) {
          const own = tags.get(one.principalId) ?? new Map<string, Set<string>>();
          own.set(one.earTag, (own.get(one.earTag) ?? new Set()).add(one.diseaseCode));
          tags.set(one.principalId, own);
        }
      }
      return tags;
    },
  });
  if (!data) return null;
  const parts = Map.groupBy(rows as readonly Named[], (row) => `${row.staffId ?? 0} ${row.regionCode}`);
  const ordered = [...parts].sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    <PrintSheet title={text('visitingList')} notes={<span>{seasonName}</span>} onDone={onDone}>
      {ordered.map(([key, households]) => {
        const [head] = households;
        return (
          <section key={key} style={{ breakAfter: 'page' }}>
            <h3>{`${head?.regionCodeName ?? ''} · ${head?.staffIdName ?? text('pool')} · ${text('nHouseholds', { n: households.length })}`}</h3>
            <table>
              <thead>
                <tr>
                  <th style={{ width: '18%' }}>{text('holder')}</th>
                  <th style={{ width: '18%' }}>{text('dueHere')}</th>
                  <th>{text('tagsLeft')}</th>
                  <th style={{ width: '9%' }}>{text('doneHeads')}</th>
                  <th style={{ width: '11%' }}>{text('lot')}</th>
                  <th style={{ width: '10%' }}>{text('sign')}</th>
                </tr>
              </thead>
              <tbody>
                {households.map((row) => (
                  <tr key={row.id}>
                    <td>{row.principalIdName}</td>
                    <td>
                      {Object.entries(row.cells as Cells)
                        .filter(([, one]) => one.due > one.done)
                        .map(([code, one]) => `${nameOf(code)} ${one.due - one.done}`)
                        .join('; ')}
                    </td>
                    <td>{[...(data.get(row.principalId)?.keys() ?? [])].map((tag) => `□ ${tag}`).join('  ')}</td>
                    <td />
                    <td />
                    <td />
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        );
      })}
    </PrintSheet>
  );
}

/** A household's figures by disease. */
export type Cells = Readonly<Record<string, { readonly due: number; readonly done: number; readonly exempt: number }>>;
