import type { Tx } from '#kit/server/db/database.ts';

/** A moment and the least, mean and most of its hour. */
export type HourPoint = readonly [at: number, low: number, mean: number, high: number];
const round = (value: number) => Math.round(value * 100) / 100;

/** What an animal's devices measured in the last hours, by the hour; of several devices the hour's whole range. */
export async function series(
  tx: Tx,
  animalId: number,
  metrics: readonly string[],
  hours: number,
): Promise<Record<string, HourPoint[]>> {
  const rows = await tx.query<{ metric: string; t: number; low: number; mean: number; high: number }>(
    `select metric, (extract(epoch from hour) * 1000)::float8 as t, min(low) as low, sum(total) / sum(count) as mean,
       max(high) as high
     from device.device_hour where tenant_no = $1 and target_kind = 'animal' and target_id = $2 and metric = any ($3)
       and hour > now() - make_interval(hours => $4) group by 1, hour order by 1, hour`,
    [tx.scope.tenantNo, animalId, metrics, hours],
  );
  const found: Record<string, HourPoint[]> = Object.fromEntries(metrics.map((name) => [name, []]));
  for (const one of rows) found[one.metric]?.push([one.t, round(one.low), round(one.mean), round(one.high)]);
  return found;
}

export interface HeadCount {
  hovelId: number;
  heads: number;
  countedAt: string;
}
/** R59: the mean of the last three counts of a house's cameras at a moment; houses nobody counted are left out. */
export const headCount = (tx: Tx, hovelIds: readonly number[], at: string): Promise<HeadCount[]> =>
  tx.query<HeadCount>(
    `select h.id as "hovelId", round(avg(c.heads))::int as heads, max(c.at) as "countedAt"
     from unnest($2::bigint[]) h (id) cross join lateral (select v.heads, v.at from device.video_count v
       where v.tenant_no = $1 and v.hovel_id = h.id and v.at <= $3 and v.confidence >= 0.8
       order by v.at desc limit 3) c
     group by h.id order by h.id`,
    [tx.scope.tenantNo, hovelIds, at],
  );

export interface LatestWeight {
  animalId: number;
  kg: number;
  on: string;
  /** Kilograms a day since the weight before. */
  adgKg: number | null;
}
/** The last weight of each that was posted and not taken back; those never weighed are left out. */
export const latestWeights = (tx: Tx, animalIds: readonly number[]): Promise<LatestWeight[]> =>
  tx.query<LatestWeight>(
    `select distinct on (asked.id) asked.id as "animalId", r.kg::float8 as kg,
       to_char(r.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as on, r.adg_kg::float8 as "adgKg"
     from unnest($2::bigint[]) asked (id) join device.weigh_record r on r.animal_id = asked.id
       join device.weigh_session s on s.id = r.session_id and s.status = 'posted'
     where r.tenant_no = $1 and r.accepted order by asked.id, r.at desc`,
    [tx.scope.tenantNo, animalIds],
  );

export interface EnvSummary {
  hovelId: number;
  metric: string;
  low: number;
  mean: number;
  high: number;
  /** Hours with a reading, of those between the two moments. */
  hours: number;
}
export const envSummary = (tx: Tx, hovelIds: readonly number[], from: string, to: string): Promise<EnvSummary[]> =>
  tx.query<EnvSummary>(
    `select asked.id as "hovelId", metric, min(low) as low, sum(total) / sum(count) as mean, max(high) as high,
       count(distinct hour)::int as hours
     from unnest($2::bigint[]) asked (id) join device.device_hour on target_id = asked.id
     where tenant_no = $1 and target_kind = 'hovel' and hour >= $3 and hour < $4 group by 1, 2 order by 1, 2`,
    [tx.scope.tenantNo, hovelIds, from, to],
  );
