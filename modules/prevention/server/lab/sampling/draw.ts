import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { regionName } from '#modules/platform/server/index.ts';
import type { Drawn } from '#modules/prevention/contract/lab/sample-task.ts';
import type { TaskFacts } from './sample-task.ts';

interface Asked {
  readonly regionCode: number;
  readonly species: readonly string[];
  readonly seed: number;
  readonly but: readonly number[];
  readonly households: number;
  readonly heads: number;
  readonly only?: readonly number[] | undefined;
}

/**
 * R42: holders with animals of the kinds, each with a number that its stock makes small: -ln(u) / stock, where u comes from the seed and the holder alone.
 * The smallest are drawn, so the same seed draws the same ones, and the next in line is who comes in for somebody.
 */
async function drawIn(tx: Tx, asked: Asked): Promise<Drawn[]> {
  const [lo, hi] = rangeOf(asked.regionCode);
  const rows = await tx.query<Omit<Drawn, 'place'>>(
    `select h.region_code as "regionCode", h.principal_id as "principalId", p.principal_unit_name as name, h.stock, least($6, h.stock) as quota,
       w.staff_id as "staffId", (select s.name from registry.staff s where s.id = w.staff_id) as "staffName"
     from (select principal_id, region_code, sum(tagged)::int as stock from prevention.holder_stock
           where tenant_no = kit.tenant() and region_code >= $1 and region_code < $2 and species = any ($3) and not principal_id = any ($5)
             and ($8::bigint[] is null or principal_id = any ($8))
           group by 1, 2 having sum(tagged) > 0) h
     join registry.principal p on p.id = h.principal_id and p.status = 'active'
     cross join lateral (select prevention.worker_of(kit.tenant(), h.region_code) as staff_id) w
     order by kit.draw_key($4, h.principal_id, h.stock), h.principal_id
     limit $7`,
    [lo, hi, asked.species, asked.seed, asked.but, asked.heads, asked.households, asked.only ?? null],
  );
  return rows.map((row) => ({ ...row, place: regionName(row.regionCode) ?? '' }));
}

export interface Draw {
  readonly rows: Drawn[];
  readonly short: { regionCode: number; place: string; wanted: number; found: number }[];
}

export async function draw(tx: Tx, task: TaskFacts, seed: number): Promise<Draw> {
  const rows: Drawn[] = [];
  const short: Draw['short'] = [];
  for (const { regionCode, households, heads, principalIds } of task.quota) {
    const found = await drawIn(tx, {
      regionCode,
      species: task.species,
      seed,
      but: rows.map((one) => one.principalId),
      heads,
      households,
      only: task.pick === 'named' ? (principalIds ?? []) : undefined,
    });
    rows.push(...found);
    if (found.length < households)
      short.push({
        regionCode,
        place: regionName(regionCode) ?? '',
        wanted: households,
        found: found.length,
      });
  }
  return { rows, short };
}

/** Who comes in for a household of this village: the next of the same draw that the task has not met yet. */
export async function nextFor(tx: Tx, task: TaskFacts, village: number, heads: number): Promise<Drawn | null> {
  const taken = await tx.query<{ id: number }>(
    'select principal_id as id from prevention.sample_assignment where tenant_no = kit.tenant() and task_id = $1',
    [task.id],
  );
  const area = task.quota.find(({ regionCode }) => {
    const [lo, hi] = rangeOf(regionCode);
    return village >= lo && village < hi;
  });
  const [next] = await drawIn(tx, {
    regionCode: area?.regionCode ?? village,
    species: task.species,
    seed: task.seed,
    but: taken.map((one) => one.id),
    heads,
    households: 1,
  });
  return next ?? null;
}
