import { levelOf, parentOf } from '#kit/contract/region.ts';
import { rollupsOf } from '#kit/server/rollup.ts';
import { regionPoint } from '#modules/platform/server/index.ts';
import type { ScreenRow } from '#modules/prevention/contract/screens/screen.ts';
import { percent } from '#modules/prevention/contract/season/curve.ts';
import { dayNumber } from '#modules/prevention/contract/visit/judge.ts';
import { gapOf, ownOf, type SeasonHead } from '../season/coverage.ts';
import { childCodes } from '../season/places.ts';
import { inside, rowsHere, sums } from './figures.ts';
import { type Frame, shortName } from './frame.ts';

const most = 10;

/** Townships of a prefecture, villages of what is smaller. */
function candidates({ tx, code, children }: Frame): number[] {
  const level = levelOf(code);
  if (level === 5) return [code];
  if (level === 4) return [...children];
  return children.flatMap((one) => childCodes(one).filter((below) => ownOf(tx, below).length > 0));
}

/** B2: who must be pushed first: furthest behind the plan, with what is left, since when nobody was there, and who answers for it. */
export async function laggards(frame: Frame, season: SeasonHead): Promise<ScreenRow[]> {
  const { tx } = frame;
  const place = (code: number) => ({ code, own: ownOf(tx, code) });
  const { text, values } = rollupsOf({
    name: 'prevention.plan',
    places: candidates(frame).map(place),
    first: String(season.id),
  });
  const rows = await tx.query<{ code: number; done: number; remaining: number }>(
    `select x.code, coalesce(sum(x.n) filter (where x.keys[4] = 'done'), 0)::int as done, coalesce(sum(x.n) filter (where x.keys[4] = 'remaining'), 0)::int as remaining
     from (${text}) x group by 1`,
    values as unknown[],
  );
  const worst = rows
    .filter((one) => one.remaining > 0)
    .map((one) => ({ ...one, coverage: percent(one.done, one.done + one.remaining) ?? 0 }))
    .toSorted((a, b) => a.coverage - b.coverage || b.remaining - a.remaining)
    .slice(0, most);
  const codes = worst.map((one) => one.code);
  const visits = await sums({ ...frame, places: codes.map(place) }, 'prevention.visit', {
    from: season.startDate,
    to: frame.today,
    byDay: true,
  });
  const charged = new Map((await inCharge(frame, codes)).map((one) => [one.code, one.name]));
  return worst.map(({ code, done, remaining, coverage }) => {
    const last = visits.rows(code).reduce((day, one) => (one.n > 0 && one.day > day ? one.day : day), '');
    return {
      code,
      name: shortName(code),
      above: shortName(parentOf(code) ?? code),
      due: done + remaining,
      remaining,
      gap: gapOf(season, coverage),
      idle: last ? dayNumber(frame.today) - dayNumber(last) : null,
      worker: charged.get(code) ?? null,
    };
  });
}

/** The worker of a village, else the station of the township. */
const inCharge = ({ tx }: Frame, codes: readonly number[]) =>
  tx.query<{ code: number; name: string | null }>(
    `select c.code, coalesce(w.name, (select p.principal_unit_name from registry.principal p
       where p.tenant_no = kit.tenant() and p.status = 'active' and p.principal_unit_type = 'preventionStation' and p.region_code = c.code / 1000 * 1000 order by p.id limit 1)) as name
     from unnest($1::bigint[]) c(code) left join prevention.worker w on w.id = prevention.worker_of(kit.tenant(), c.code)`,
    [codes],
  );

interface ZeroVillage extends ScreenRow {
  readonly code: number;
  /** Every region it lies in. */
  readonly path: readonly number[];
}

/** imm.zeroVillage: villages with something due and no visit in the season. */
export async function zeroVillages(frame: Frame, season: SeasonHead): Promise<ZeroVillage[]> {
  const rows = await rowsHere<{ code: number }>(
    frame,
    `with villages as (
       select x.code from (
         select f.region_code as code, f.n from kit.rollup f where f.tenant_no = kit.tenant() and f.name = 'prevention.household' and f.keys = array[$3, 'due'] and f.region_code % 1000 <> 0 and ${inside('f.region_code')}
         union all select d.region_code, d.n from kit.rollup_delta d where d.tenant_no = kit.tenant() and d.name = 'prevention.household' and d.keys = array[$3, 'due'] and ${inside('d.region_code')}
       ) x group by 1 having sum(x.n) > 0
     ) select v.code from villages v where coalesce((
         select sum(x.n) from (
           select f.n from kit.rollup f where f.tenant_no = kit.tenant() and f.name = 'prevention.visit' and f.region_code = v.code and f.day between $4 and $5 and f.keys[2] = $3
           union all select d.n from kit.rollup_delta d where d.tenant_no = kit.tenant() and d.name = 'prevention.visit' and d.region_code = v.code and d.day between $4 and $5 and d.keys[2] = $3
         ) x), 0) = 0 order by v.code`,
    [String(season.id), season.startDate, season.endDate],
  );
  return rows.map(({ code }) => {
    const path: number[] = [];
    for (let at: number | null = code; at !== null; at = parentOf(at)) path.push(at);
    // Where nobody said where a village lies, its township tells roughly.
    const point = path.map(regionPoint).find((one) => one !== null) ?? null;
    return {
      code,
      name: shortName(code),
      path,
      longitude: point?.longitude ?? null,
      latitude: point?.latitude ?? null,
    };
  });
}
