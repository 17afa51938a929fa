import { rollupsOf } from '#kit/server/rollup.ts';
import type { SeasonHead } from '../season/coverage.ts';
import type { Frame } from './frame.ts';

interface DayOf {
  readonly code: number;
  readonly disease: string;
  readonly day: string;
  readonly n: number;
}

/** Heads done in a season day by day, in the order of the days; of one disease or of all added up, as due and done are. */
export interface Days {
  of(code: number, disease?: string): readonly { readonly day: string; readonly n: number }[];
}

/** What dailyDone answers of one place, of the place and all its parts by one question. */
export async function seasonDays({ tx, places }: Frame, season: SeasonHead, isHereOnly = false): Promise<Days> {
  const { text, values } = rollupsOf({
    name: 'prevention.immune',
    places: isHereOnly ? places.slice(0, 1) : places,
    from: season.startDate,
    to: season.endDate,
    byDay: true,
  });
  const rows = await tx.query<DayOf>(
    `select x.code, x.keys[1] as disease, x.day, sum(x.n)::int as n from (${text}) x
     join prevention.prevention_season_item i on i.tenant_no = kit.tenant() and i.season_id = $9 and i.disease_code = x.keys[1] and i.species = x.keys[2]
     group by 1, 2, 3 having sum(x.n) <> 0 order by 3`,
    [...(values as unknown[]), season.id],
  );
  const byPlace = Map.groupBy(rows, (one) => one.code);
  return {
    of: (code, disease) => {
      const days = new Map<string, number>();
      for (const one of byPlace.get(code) ?? [])
        if (!disease || one.disease === disease) days.set(one.day, (days.get(one.day) ?? 0) + one.n);
      return [...days].map(([day, n]) => ({ day, n }));
    },
  };
}
