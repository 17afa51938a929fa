import type { Tx } from '#kit/server/db/database.ts';
import { closeAlarm, openAlarm, restoreAlarms } from '#modules/platform/server/index.ts';
import { configOf } from '#modules/registry/server/index.ts';

interface Gaining {
  readonly animalId: number;
  readonly earTag: string;
  readonly farmNo: string | null;
  readonly adg: number | null;
  readonly target: number | null;
  readonly stage: string | null;
  readonly principalId: number;
  readonly regionCode: number;
  readonly keepers: number[];
}

const keyOf = (animalId: number) => `gainLow:${animalId}`;

/** R11, R38: an animal under the share of its stage's target is told once, and closes by itself. */
export async function judgeGain(tx: Tx, animalIds: readonly number[], takenBack = false): Promise<void> {
  const rows = await tx.query<Gaining>(
    `select f.animal_id as "animalId", a.ear_tag as "earTag", f.farm_no as "farmNo", f.adg, g.target_adg as target,
       g.name as stage, f.principal_id as "principalId", f.region_code as "regionCode",
       array(select s.user_id from farm.pen_duty d join farm.staff_seen s on s.id = d.staff_id
         where d.tenant_no = f.tenant_no and d.pen_id = a.pen_id and d.to_on is null
           and s.user_id is not null) as keepers
     from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
       left join farm.cycle_scheme_stage g on g.id = f.stage_id
     where f.tenant_no = kit.tenant() and f.status = 'live' and f.animal_id = any ($1)`,
    [animalIds],
  );
  if (rows.length === 0) return;
  const open = new Set(
    (
      await tx.query<{ key: string }>(
        `select dedup_key as key from farm.alarm_seen where tenant_no = kit.tenant() and status <> 'closed'
           and dedup_key = any ($1)`,
        [rows.map((row) => keyOf(row.animalId))],
      )
    ).map((row) => row.key),
  );
  const low = Number(await configOf(tx, (rows[0] as Gaining).principalId, 'farm_adg_low_pct'));
  const judged = rows.map((row) => {
    const limit = row.target === null ? null : Math.round((row.target * low) / 100);
    return { ...row, limit, isLow: row.adg !== null && limit !== null && row.adg < limit };
  });
  // Closed by the weighing that is taken back: the same alarm again, not a second one within its quiet week.
  const closedNow = judged
    .filter((row) => row.isLow && !open.has(keyOf(row.animalId)))
    .map((row) => keyOf(row.animalId));
  const restored = new Set(takenBack ? await restoreAlarms(tx, closedNow) : []);
  for (const { limit, isLow, ...row } of judged) {
    const key = keyOf(row.animalId);
    if (!isLow) {
      if (open.has(key)) await closeAlarm(tx, key);
      continue;
    }
    if (restored.has(key)) continue;
    await openAlarm(tx, {
      kind: 'gainLow',
      dedupKey: key,
      subject: { entity: 'registry.animal', id: row.animalId, name: row.earTag },
      animalId: row.animalId,
      regionCode: row.regionCode,
      principalId: row.principalId,
      args: { subject: row.earTag, animalId: row.animalId, stage: row.stage ?? '', n: row.adg ?? 0, limit: limit ?? 0 },
      evidence: { value: row.adg, limit },
      receivers: row.keepers,
    });
  }
}
