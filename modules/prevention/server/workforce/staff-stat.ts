import { within } from '#kit/contract/region.ts';
import type { Statement } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { placeOf, shortRegionName } from '#kit/server/report/place.ts';
import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { type PlaceFigure, rollupsOf } from '#kit/server/rollup.ts';
import { today } from '#kit/server/today.ts';
import { staffStat } from '#modules/prevention/contract/workforce/staff-stat.ts';
import type * as contract from '#modules/prevention/contract/workforce/worker.ts';

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

const unitsOf: Readonly<Record<string, number>> = { cattle: 1, sheep: 0.2, goat: 0.2 };

async function figures({ place, read }: ReportAsk<typeof staffStat>) {
  const day = today();
  const [[season]] = await read<[Season]>(seasonStatement);
  const period = season ?? { seasonId: null, name: null, from: `${day.slice(0, 4)}-01-01`, to: day };
  const { range, parts: places } = place;
  const [workers, villages, flags, stock, plan, immune, visits] = await read<
    [WorkerRow, VillageRow, { code: number; n: number }, PlaceFigure, PlaceFigure, PlaceFigure, PlaceFigure]
  >(
    workersStatement(range),
    villagesStatement(range),
    flagsStatement(range, period),
    rollupsOf({ name: 'prevention.stock', places }),
    rollupsOf({ name: 'prevention.plan', places, first: String(period.seasonId ?? '') }),
    rollupsOf({ name: 'prevention.immune', places, first: '*', from: period.from, to: period.to }),
    rollupsOf({ name: 'prevention.visit', places, from: period.from, to: period.to }),
  );
  /** Of one part, or of the place itself. */
  const of = (code: number | null) => {
    const isIn = (region: number) => code === null || within(region, code);
    const sum = (list: readonly PlaceFigure[], weight: (keys: readonly string[]) => number) =>
      list.reduce((n, one) => (code === null || one.code === code ? n + one.n * weight(one.keys) : n), 0);
    const theirs = workers.filter((one) => isIn(one.region));
    const ages = theirs.flatMap((one) => one.age ?? []);
    const own = villages.filter((one) => isIn(one.code));
    const planned = (measure: string) => sum(plan, (keys) => Number(keys[3] === measure));
    const done = planned('done');
    return {
      workers: theirs.length,
      villages: own.length,
      uncovered: own.filter((one) => !one.covered).length,
      units: sum(stock, ([species = '', , what]) =>
        what === 'tagged' || what === 'untagged' ? (unitsOf[species] ?? 0) : 0,
      ),
      ages: ages.length,
      ageSum: ages.reduce((a, b) => a + b, 0),
      certified: theirs.filter((one) => one.certified).length,
      heads: sum(immune, ([, , mode]) => Number(mode !== 'self')),
      due: done + planned('remaining'),
      done,
      visits: sum(visits, ([mode]) => Number(mode !== 'self')),
      flagged: flags.reduce((n, one) => (isIn(one.code) ? n + one.n : n), 0),
    };
  };
  return {
    facts: { name: period.name ?? period.from.slice(0, 4), from: period.from, to: period.to },
    rows: place.parts.map(({ code }) => ({ regionCode: code, ...of(code) })),
    // Whoever works for the place itself is in none of its parts.
    total: of(null),
  };
}

export const staffStatRoutes = () => serveReport(staffStat)(figures);

export async function uncovered(call: Call<typeof contract.uncoveredVillages>) {
  const [lo, hi] = placeOf(call, call.query.regionCode).range;
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
  return rows.map((one) => ({ ...one, name: shortRegionName(one.code, call.language) }));
}
