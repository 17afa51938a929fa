import type { Tx } from '#kit/server/db/database.ts';

/** The shift goes to somebody else; whose it was keeps a row that says so. Nothing where it is no longer theirs. */
export async function handShift(tx: Tx, slotId: number, toExpertId: number, actor: number): Promise<boolean> {
  const [slot] = await tx.query(
    `update cure.duty_slot set status = 'swapped', version = version + 1, updated_by = $2, updated_at = now()
     where tenant_no = kit.tenant() and id = $1 and status = 'planned' returning id`,
    [slotId, actor],
  );
  if (!slot) return false;
  // Whoever gave this very shift away before takes it back in the row they have.
  await tx.query(
    `insert into cure.duty_slot (tenant_no, expert_id, duty_on, shift, species, is_leader, call_order, created_by)
     select tenant_no, $2, duty_on, shift, species, is_leader, call_order, $3 from cure.duty_slot where id = $1
     on conflict (tenant_no, expert_id, duty_on, shift) do update set status = 'planned', species = excluded.species,
       is_leader = excluded.is_leader, call_order = excluded.call_order, version = cure.duty_slot.version + 1,
       updated_by = excluded.created_by, updated_at = now()`,
    [slotId, toExpertId, actor],
  );
  return true;
}
