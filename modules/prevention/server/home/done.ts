import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Figure, rollupOf } from '#kit/server/rollup.ts';
import { today } from '#kit/server/today.ts';
import type { HomeSummary } from '#modules/prevention/contract/home/home.ts';
import { addDays } from '#modules/prevention/contract/visit/judge.ts';
import { ownOf } from '../season/coverage.ts';

export async function todayIn(tx: Tx, code: number | null): Promise<HomeSummary['today']> {
  const regions = code === null ? [] : ownOf(tx, code);
  if (regions.length === 0) return { heads: 0, visits: 0 };
  const on = { regions, from: today(), to: today() };
  const sum = async (name: string, fits: (keys: readonly string[]) => boolean) => {
    const { text, values } = rollupOf({ name, ...on });
    const rows = await tx.query<Figure>(text, values as unknown[]);
    return rows.filter(({ keys }) => fits(keys)).reduce((n, one) => n + one.n, 0);
  };
  return {
    heads: await sum('prevention.immune', (keys) => keys[0] === '*'),
    visits: await sum('prevention.visit', () => true),
  };
}

/** Heads of the last thirty days by mode, an animal once whatever it was given. */
export async function doneByDay(tx: Tx, code: number | null): Promise<HomeSummary['days']> {
  const [from, to] = [addDays(today(), -29), today()];
  const days = Array.from({ length: 30 }, (_, at) => ({
    day: addDays(from, at),
    season: 0,
    routine: 0,
    emergency: 0,
    self: 0,
  }));
  const regions = code === null ? [] : ownOf(tx, code);
  if (regions.length === 0) return days;
  const ranges = regions.map(rangeOf);
  const rows = await tx.query<{ day: string; mode: 'season' | 'routine' | 'emergency' | 'self'; n: number }>(
    `select to_char(day, 'YYYY-MM-DD') as day, keys[3] as mode, sum(n)::int as n from (
       select f.day, f.n, f.keys from kit.rollup f where f.tenant_no = kit.tenant() and f.name = 'prevention.immune' and f.region_code = any ($1::bigint[]) and f.day between $2 and $3
       union all
       select d.day, d.n, d.keys from kit.rollup_delta d join unnest($4::bigint[], $5::bigint[]) r(lo, hi) on d.region_code >= r.lo and d.region_code < r.hi
       where d.tenant_no = kit.tenant() and d.name = 'prevention.immune' and d.day between $2 and $3
     ) x where keys[1] = '*' group by 1, 2`,
    [regions, from, to, ranges.map(([lo]) => lo), ranges.map(([, hi]) => hi)],
  );
  for (const row of rows) {
    const line = days.find((one) => one.day === row.day);
    if (line) line[row.mode] += row.n;
  }
  return days;
}
