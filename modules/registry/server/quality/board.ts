import { forbidden } from '#kit/contract/errors.ts';
import { levelOf, parentOf, type RegionLevel, rangeOf, widthOf, within } from '#kit/contract/region.ts';
import type { Statement } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/registry/contract/quality/quality.ts';
import { monthColumns } from './quality-month.ts';
import { figureNames, oldBefore, type VillageFigures, villageStatement } from './villages.ts';

type Sums = Record<(typeof figureNames)[number], number>;

const add = (rows: readonly VillageFigures[]): Sums =>
  Object.fromEntries(figureNames.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Sums;

const mean = (sum: number, n: number) => (n === 0 ? null : Math.round((sum / n) * 10) / 10);
const asFigures = ({ completenessSum, ...sums }: Sums): contract.QualityFigures => ({
  ...sums,
  completeness: mean(completenessSum, sums.holders),
});

/** What the caller looks at: the region asked for, or the one they have, or the one that holds all of theirs. */
function placeOf(call: Call<typeof contract.qualityBoard>): number | null {
  const { regions } = call.actor.scope;
  const asked = call.query.regionCode;
  if (asked !== undefined) {
    if (!regions.some((own) => within(asked, own) || within(own, asked))) throw forbidden();
    return asked;
  }
  let [common] = regions;
  while (common !== undefined && !regions.every((own) => within(own, common as number))) {
    const above = parentOf(common);
    if (above === null) return null;
    common = above;
  }
  return common ?? null;
}

interface Month {
  readonly month: string;
  readonly holders: number;
  readonly completenessSum: number;
}

const monthsStatement = ([lo, hi]: readonly [number, number], from: string, to: string): Statement<Month & Sums> => ({
  text: `select to_char(month, 'YYYY-MM') as month, ${monthColumns.map(([name, column]) => `sum(${column})::int as "${name}"`).join(', ')}
         from registry.quality_month where tenant_no = kit.tenant() and region_code >= $1 and region_code < $2 and month >= $3 and month <= $4 group by 1 order by 1`,
  values: [lo, hi, `${from}-01`, `${to}-01`],
});

const monthBack = (month: string, back: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const at = year * 12 + number - 1 - back;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
};

async function board(call: Call<typeof contract.qualityBoard>): Promise<contract.QualityBoard> {
  const { scope } = call.actor;
  const place = placeOf(call);
  const range = place === null ? ([0, 1e12] as const) : rangeOf(place);
  const day = today();
  const last = call.query.month ?? day.slice(0, 7);
  const [villages, months, charges] = await call.database.read<[VillageFigures, Month & Sums, Charge]>(
    scope,
    villageStatement(range, day),
    monthsStatement(range, monthBack(last, 11), last),
    chargeStatement(range, day),
  );
  const total = asFigures(add(villages));
  const level = place === null ? 0 : levelOf(place);
  const name = (code: number) => lookups().regionName(code, call.language) ?? String(code);
  const rows = call.query.by === 'worker' ? workerRows(villages, charges) : regionRows(villages, place, level, name);
  const path: { code: number; name: string }[] = [];
  for (let at = place; at !== null && scope.regions.some((own) => within(at as number, own)); at = parentOf(at))
    path.unshift({ code: at, name: shortName(at, name) });
  const past = months
    .filter((one) => one.month !== day.slice(0, 7))
    .map(({ completenessSum, ...one }) => ({
      ...one,
      completeness: mean(completenessSum, one.holders),
    }));
  // This month is as it is now, not as it was last night.
  const now = last === day.slice(0, 7) ? [{ month: last, ...total }] : [];
  return { regionCode: place, level, path, total, rows, months: [...past, ...now], oldBefore: oldBefore(day) };
}

/** Without the names of what stands above it. */
const shortName = (code: number, name: (code: number) => string) => name(code).split(' ').at(-1) ?? '';

function regionRows(
  villages: readonly VillageFigures[],
  place: number | null,
  level: number,
  name: (code: number) => string,
): contract.QualityBoard['rows'] {
  const below = Math.min(level + 1, 5) as RegionLevel;
  const width = widthOf(below);
  // What lies in the region itself and in none of its parts, such as a pair in two villages, is in the total only.
  const parts = villages.filter((one) => level === 5 || levelOf(one.regionCode) >= below);
  return [...Map.groupBy(parts, (one) => Math.floor(one.regionCode / width) * width)].map(([code, own]) => ({
    ...asFigures(add(own)),
    key: String(code),
    name: place === code ? name(code) : shortName(code, name),
    regionCode: code,
    villages: own.filter((one) => levelOf(one.regionCode) === 5).length,
    hasBelow: below < 5,
  }));
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

function workerRows(villages: readonly VillageFigures[], charges: readonly Charge[]): contract.QualityBoard['rows'] {
  const whose = new Map(charges.map((one) => [one.village, one]));
  const own = villages.filter((one) => levelOf(one.regionCode) === 5);
  return [...Map.groupBy(own, (one) => whose.get(one.regionCode)?.staffId ?? 0)].map(([staffId, theirs]) => ({
    ...asFigures(add(theirs)),
    key: `staff ${staffId}`,
    name: charges.find((one) => one.staffId === staffId)?.name ?? '',
    // Several villages are no region: the figures open a list only where there is one.
    regionCode: theirs.length === 1 ? (theirs[0]?.regionCode ?? null) : null,
    villages: theirs.length,
    hasBelow: false,
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
  serve('registry', contract.qualityBoard, board),
  serve('registry', contract.qualityDifferences, differencesOf),
];
