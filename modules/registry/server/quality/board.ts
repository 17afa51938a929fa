import { levelOf, rangeOf } from '#kit/contract/region.ts';
import type { Statement } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/registry/contract/quality/quality.ts';
import { monthColumns } from './quality-month.ts';
import { figureNames, oldBefore, type VillageFigures, villageStatement } from './villages.ts';

type Sums = Record<(typeof figureNames)[number], number>;
type Month = Sums & { readonly month: string };

const add = (rows: readonly VillageFigures[]): Sums =>
  Object.fromEntries(figureNames.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Sums;

const monthsStatement = ([lo, hi]: readonly [number, number], from: string, to: string): Statement<Month> => ({
  text: `select to_char(month, 'YYYY-MM') as month, ${monthColumns.map(([name, column]) => `sum(${column})::int as "${name}"`).join(', ')}
         from registry.quality_month where tenant_no = kit.tenant() and region_code >= $1 and region_code < $2 and month >= $3 and month <= $4 group by 1 order by 1`,
  values: [lo, hi, `${from}-01`, `${to}-01`],
});

const monthBack = (month: string, back: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const at = year * 12 + number - 1 - back;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
};

async function board({ call, place, by, read }: ReportAsk<typeof contract.qualityBoard>) {
  const day = today();
  const month = day.slice(0, 7);
  const [villages, months, charges] = await read<[VillageFigures, Month, Charge]>(
    villageStatement(place.range, day),
    monthsStatement(place.range, monthBack(month, 11), month),
    chargeStatement(place.range, day),
  );
  const total = add(villages);
  return {
    facts: { oldBefore: oldBefore(day) },
    // A pair of records in two villages lies in the region above them and in neither.
    total: { ...total, villages: countVillages(villages) },
    rows:
      by === 'worker'
        ? workerRows(villages, charges, call.say('registry.quality.nobody'))
        : regionRows(villages, place),
    // This month is as it is now, not as it was last night.
    parts: { months: [...months.filter((one) => one.month !== month), { month, ...total }] },
  };
}

const countVillages = (rows: readonly VillageFigures[]) => rows.filter((one) => levelOf(one.regionCode) === 5).length;

function regionRows(villages: readonly VillageFigures[], { parts, width }: ReportAsk['place']) {
  const below = levelOf(parts[0]?.code ?? 0);
  const inParts = villages.filter((one) => levelOf(one.regionCode) >= below);
  const byPart = Map.groupBy(inParts, (one) => Math.floor(one.regionCode / width) * width);
  return parts.map(({ code }) => {
    const own = byPart.get(code) ?? [];
    return { ...add(own), regionCode: code, villages: countVillages(own) };
  });
}

interface Charge {
  readonly village: number;
  readonly staffId: number;
  readonly name: string;
}

/** Who has main charge of prevention in each village today. */
const chargeStatement = ([lo, hi]: readonly [number, number], day: string): Statement<Charge> => ({
  text: `select distinct on (v.village_code) v.village_code as village, s.id as "staffId", s.name from registry.grid_village v
         join registry.grid_duty d on d.tenant_no = v.tenant_no and d.grid_id = v.grid_id and d.is_main and d.job = 'preventionWorker' and d.from_on <= $3
           and (d.to_on is null or d.to_on >= $3)
         join registry.staff s on s.id = d.staff_id
         where v.tenant_no = kit.tenant() and v.village_code >= $1 and v.village_code < $2
         order by v.village_code, array_position(array['village', 'township', 'county'], v.grid_level)`,
  values: [lo, hi, day],
});

function workerRows(villages: readonly VillageFigures[], charges: readonly Charge[], nobody: string) {
  const whose = new Map(charges.map((one) => [one.village, one]));
  const own = villages.filter((one) => levelOf(one.regionCode) === 5);
  return [...Map.groupBy(own, (one) => whose.get(one.regionCode)?.staffId ?? 0)].map(([staffId, theirs]) => ({
    ...add(theirs),
    key: `staff ${staffId}`,
    name: charges.find((one) => one.staffId === staffId)?.name ?? nobody,
    // Several villages are no region: the figures open a list only where there is one.
    regionCode: theirs.length === 1 ? (theirs[0]?.regionCode ?? null) : null,
    villages: theirs.length,
  }));
}

async function differencesOf(call: Call<typeof contract.qualityDifferences>) {
  const [lo, hi] = call.query.regionCode === undefined ? [0, 1e12] : rangeOf(call.query.regionCode);
  const [rows] = await call.database.read<
    [
      {
        id: number;
        principalId: number;
        holderName: string | null;
        penName: string | null;
        species: string | null;
        said: number;
        counted: number;
        foundOn: string;
      },
    ]
  >(call.actor.scope, {
    text: `select t.id, t.principal_id as "principalId", (select p.principal_unit_name from registry.principal p where p.id = t.principal_id) as "holderName",
             (select h.hovel_no || '-' || p.pen_no from registry.pen p join registry.hovel h on h.id = p.hovel_id where p.id = t.pen_id) as "penName",
             t.species, t.said, t.counted, t.found_on as "foundOn"
           from registry.quality_difference t where t.tenant_no = kit.tenant() and t.kind = $1 and t.region_code >= $2 and t.region_code < $3
           order by abs(t.said - t.counted) desc, t.id limit 500`,
    values: [call.query.kind, lo, hi],
  });
  return rows;
}

export const qualityRoutes = (): Route[] => [
  ...serveReport(contract.qualityBoard)(board),
  serve('registry', contract.qualityDifferences, differencesOf),
];
