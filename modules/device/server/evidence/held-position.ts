import type { Tx } from '#kit/server/db/database.ts';

/** Days the table itself keeps (`keep=` of its scope). */
const keptDays = 90;
/** A night may be missed: the last days before one is taken off are looked at again. */
const lookedDays = 4;

/** Lays aside what is about to go of animals that are held, and lets go of what nobody holds any more. */
export async function holdPositions(tx: Tx): Promise<void> {
  await tx.query(
    `insert into device.held_position select p.* from device.device_position p
     where p.tenant_no = kit.tenant() and p.event_at < now() - make_interval(days => $1)
       and p.animal_id in (select animal_id from device.evidence_hold where tenant_no = kit.tenant())
     on conflict do nothing`,
    [keptDays - lookedDays],
  );
  await tx.query(
    `delete from device.held_position h where h.tenant_no = kit.tenant() and not exists (
       select 1 from device.evidence_hold e where e.tenant_no = h.tenant_no and e.animal_id = h.animal_id)`,
  );
}
