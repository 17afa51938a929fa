import { levelOf, rangeOf, within } from '#kit/contract/region.ts';
import type { Statement } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { type PlaceFigure, rollupsOf } from '#kit/server/rollup.ts';
import { today } from '#kit/server/today.ts';
import type * as contract from '#modules/prevention/contract/workforce/worker.ts';
import { placeOf, shortName } from './place.ts';

interface Season {
  readonly seasonId: number | null;
  readonly name: string | null;
  readonly from: string;
  readonly to: string;
}

/** The season that goes on, as far as the caller has one. */
export const seasonStatement: Statement<Season> = {
  text: `select id as "seasonId", name, to_char(start_date, 'YYYY-MM-DD') as from, to_char(end_date, 'YYYY-MM-DD') as to from prevention.prevention_season
         where tenant_no = kit.tenant() and status in ('ongoing', 'summarising') and kind <> 'special' order by start_date desc limit 1`,
  values: [],
};

interface WorkerRow {
  readonly region: number;
  readonly age: number | null;
  readonly certified: boolean;
}
interface VillageRow {
  readonly code: number;
  readonly covered: boolean;
}

const workersStatement = ([lo, hi]: readonly [number, number]): Statement<WorkerRow> => ({
  text: `select t.region_code as region, extract(year from age(prevention.today(), p.birth_date))::int as age, coalesce(f.certificate_until >= prevention.today(), false) as certified
         from prevention.worker t left join registry.person p on p.id = t.person_id left join prevention.worker_profile f on f.tenant_no = t.tenant_no and f.staff_id = t.id
         where t.tenant_no = kit.tenant() and t.status = 'active' and t.region_code >= $1 and t.region_code < $2`,
  values: [lo, hi],
});

/** R48, as far as villages have grids of their own. */
const villagesStatement = ([lo, hi]: readonly [number, number]): Statement<VillageRow> => ({
  text: `select v.village_code as code, prevention.worker_of(kit.tenant(), v.village_code) is not null as covered from registry.grid_village v
         where v.tenant_no = kit.tenant() and v.grid_level = 'village' and v.village_code >= $1 and v.village_code < $2`,
  values: [lo, hi],
});

const flagsStatement = (
  [lo, hi]: readonly [number, number],
  { from, to }: Season,
): Statement<{ code: number; n: number }> => ({
  text: `select region_code as code, count(*)::int as n from prevention.immunisation_visit
         where tenant_no = kit.tenant() and flags <> '{}' and cleared_at is null and counted and region_code >= $1 and region_code < $2 and visited_on between $3 and $4 group by 1`,
  values: [lo, hi, from, to],
});

const tenth = (n: number) => Math.round(n * 10) / 10;
const ratio = (n: number, of: number, scale = 1) => (of > 0 ? tenth((n / of) * scale) : null);
const unitsOf: Readonly<Record<string, number>> = { cattle: 1, sheep: 0.2, goat: 0.2 };

type Figures = contract.StaffStat['total'];

export async function staffStat(call: Call<typeof contract.staffStat>): Promise<contract.StaffStat> {
  const place = placeOf(call as unknown as Call, call.query.regionCode);
  const { scope } = call.actor;
  const day = today();
  const [[season]] = await call.database.read<[Season]>(scope, seasonStatement);
  const period = season ?? { seasonId: null, name: null, from: `${day.slice(0, 4)}-01-01`, to: day };
  const range = place.regionCode === null ? ([0, 1e12] as const) : rangeOf(place.regionCode);
  const { parts } = place;
  const places = parts.map((code) => ({ code, own: [code] }));
  const [workers, villages, flags, stock, plan, immune, visits] = await call.database.read<
    [WorkerRow, VillageRow, { code: number; n: number }, PlaceFigure, PlaceFigure, PlaceFigure, PlaceFigure]
  >(
    scope,
    workersStatement(range),
    villagesStatement(range),
    flagsStatement(range, period),
    rollupsOf({ name: 'prevention.stock', places }),
    rollupsOf({ name: 'prevention.plan', places }),
    rollupsOf({ name: 'prevention.immune', places, from: period.from, to: period.to }),
    rollupsOf({ name: 'prevention.visit', places, from: period.from, to: period.to }),
  );
  const seasonKey = String(period.seasonId ?? '');
  const of = (codes: readonly number[], theirs: readonly WorkerRow[]): Figures => {
    const isIn = (code: number) => codes.some((own) => within(code, own));
    const ages = theirs.flatMap((one) => one.age ?? []);
    const own = villages.filter((one) => isIn(one.code));
    const sum = (
      list: readonly PlaceFigure[],
      is: (keys: readonly string[]) => boolean,
      weight = (_: readonly string[]) => 1,
    ) =>
      list.reduce((n, one) => (codes.includes(one.code) && is(one.keys) ? n + Number(one.n) * weight(one.keys) : n), 0);
    const isHead = (keys: readonly string[]) => keys[2] === 'tagged' || keys[2] === 'untagged';
    const units = tenth(sum(stock, isHead, ([species = '']) => unitsOf[species] ?? 0));
    const planned = (measure: string) => sum(plan, (keys) => keys[0] === seasonKey && keys[3] === measure);
    const done = planned('done');
    const due = done + planned('remaining');
    const heads = sum(immune, ([disease, , mode]) => disease === '*' && mode !== 'self');
    const told = sum(visits, ([mode]) => mode !== 'self');
    const flagged = flags.reduce((n, one) => (isIn(one.code) ? n + one.n : n), 0);
    return {
      workers: theirs.length,
      villages: own.length,
      uncovered: own.filter((one) => !one.covered).length,
      units,
      perThousand: ratio(theirs.length, units, 1000),
      averageAge: ages.length > 0 ? tenth(ages.reduce((a, b) => a + b, 0) / ages.length) : null,
      certified: theirs.filter((one) => one.certified).length,
      heads,
      headsPerWorker: ratio(heads, theirs.length),
      due,
      done,
      coverage: ratio(done, due, 100),
      visits: told,
      flagged,
      flagsPer100: ratio(flagged, told, 100),
    };
  };
  const rows = parts.map((code) => ({
    code,
    name: shortName(call, code),
    hasBelow: levelOf(code) < 4,
    ...of(
      [code],
      workers.filter((one) => within(one.region, code)),
    ),
  }));
  return {
    regionCode: place.regionCode,
    path: place.path,
    period,
    rows: rows.filter((one) => one.workers + one.villages + one.units + one.due > 0),
    // Whoever works for the place itself is of none of its parts.
    total: of(parts, workers),
  };
}

export async function uncovered(call: Call<typeof contract.uncoveredVillages>) {
  const place = placeOf(call as unknown as Call, call.query.regionCode);
  const [lo, hi] = place.regionCode === null ? [0, 1e12] : rangeOf(place.regionCode);
  const [rows] = await call.database.read<[{ code: number; households: number; head: number; waiting: number }]>(
    call.actor.scope,
    {
      text: `select v.village_code as code,
               (select count(*)::int from registry.principal p where p.tenant_no = v.tenant_no and p.region_code = v.village_code and p.principal_unit_type = 'household' and p.status = 'active') as households,
               coalesce((select sum(x.tagged + x.untagged)::int from prevention.holder_stock x where x.tenant_no = v.tenant_no and x.region_code = v.village_code), 0) as head,
               (select count(*)::int from prevention.plan_household h join prevention.prevention_season z on z.id = h.season_id and z.status in ('published', 'ongoing', 'summarising')
                 where h.tenant_no = v.tenant_no and h.region_code = v.village_code and h.status <> 'done' and h.status <> 'notDue') as waiting
             from registry.grid_village v where v.tenant_no = kit.tenant() and v.grid_level = 'village' and v.village_code >= $1 and v.village_code < $2
               and prevention.worker_of(kit.tenant(), v.village_code) is null order by v.village_code limit 500`,
      values: [lo, hi],
    },
  );
  return rows.map((one) => ({ ...one, name: shortName(call, one.code) }));
}
