import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';

/** One row per animal, act and day, however often it was tried. */
export const noteBlocks = (
  tx: Tx,
  act: string,
  tried: readonly { animalId: number; until: string }[],
  userId: number | null,
): Promise<unknown> =>
  tx.query(
    `insert into cure.withdrawal_block as b (tenant_no, region_code, principal_id, animal_id, ear_tag, act, on_date,
      until_on, user_id, created_by)
     select a.tenant_no, a.region_code, a.principal_id, a.id, a.ear_tag, $1, $2, t.until, $3, $3
     from unnest($4::bigint[], $5::date[]) t(id, until) join cure.animal_seen a on a.id = t.id
     on conflict (tenant_no, animal_id, act, on_date) do update set tries = b.tries + 1, until_on = excluded.until_on`,
    [act, today(), userId, tried.map((one) => one.animalId), tried.map((one) => one.until)],
  );
