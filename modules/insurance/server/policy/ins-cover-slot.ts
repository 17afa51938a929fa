import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { isViolation, refuse } from '../refusals.ts';

/** R13: the database decides; who has the other cover is nobody's to know here. */
export async function takeSlots(tx: Tx, policyId: number): Promise<void> {
  const before = await covered(tx, policyId);
  if (before) throw refuse('alreadyInsured', before);
  await tx.query('savepoint slots');
  try {
    await tx.query(
      `insert into insurance.ins_cover_slot (tenant_no, region_code, insurer_id, animal_id, cover_code, period,
         policy_animal_id, created_by)
       select a.tenant_no, a.region_code, a.insurer_id, a.animal_id, a.cover_code,
         daterange(a.cover_from, a.cover_to, '[]'), a.id, $2
       from insurance.ins_policy_animal a where a.tenant_no = kit.tenant() and a.policy_id = $1
         and not exists (select 1 from insurance.ins_cover_slot o where o.tenant_no = a.tenant_no
           and o.policy_animal_id = a.id) and a.status in ('live', 'transferPending')`,
      [policyId, tx.scope.userId],
    );
    await tx.query('release savepoint slots');
  } catch (error) {
    if (!isViolation(error, 'one_cover')) throw error;
    // Somebody else's came in between, and is committed: its last day can be told.
    await tx.query('rollback to savepoint slots');
    throw refuse('alreadyInsured', (await covered(tx, policyId)) ?? { tag: '', date: '' });
  }
}
/** The first animal that is covered elsewhere already, and to which day. */
const covered = (tx: Tx, policyId: number) =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.cover', async (sys) => {
    const [row] = await sys.query<{ tag: string; date: string }>(
      `select a.ear_tag as tag, to_char(upper(s.period) - 1, 'YYYY-MM-DD') as date from insurance.ins_policy_animal a
         join insurance.ins_cover_slot s on s.tenant_no = a.tenant_no and s.animal_id = a.animal_id
           and s.cover_code = a.cover_code and s.period && daterange(a.cover_from, a.cover_to, '[]')
       where a.tenant_no = kit.tenant() and a.policy_id = $1
         and not exists (select 1 from insurance.ins_cover_slot o where o.tenant_no = a.tenant_no
         and o.policy_animal_id = a.id) limit 1`,
      [policyId],
    );
    return row ?? null;
  });

/** Cover that ends early ends on that day; one that never began is no cover. */
export const cutSlots = (tx: Tx, policyAnimalIds: readonly number[], lastDay: string) =>
  tx.query(
    `update insurance.ins_cover_slot set period = case when lower(period) > $2::date then 'empty'::daterange
       else period * daterange(null, $2::date, '[]') end
     where tenant_no = kit.tenant() and policy_animal_id = any ($1) and not isempty(period)`,
    [policyAnimalIds, lastDay],
  );
export const emptySlots = (tx: Tx, policyAnimalIds: readonly number[]) =>
  tx.query(
    `update insurance.ins_cover_slot set period = 'empty'
     where tenant_no = kit.tenant() and policy_animal_id = any ($1)`,
    [policyAnimalIds],
  );
/** As it was: a sale taken back, a death that was none. */
export async function restoreSlots(tx: Tx, policyAnimalIds: readonly number[]): Promise<void> {
  try {
    await tx.query(
      `update insurance.ins_cover_slot s set period = daterange(a.cover_from, a.cover_to, '[]')
       from insurance.ins_policy_animal a where s.tenant_no = kit.tenant() and a.tenant_no = s.tenant_no
         and a.id = s.policy_animal_id and a.id = any ($1)`,
      [policyAnimalIds],
    );
  } catch (error) {
    if (isViolation(error, 'one_cover')) throw refuse('alreadyInsured', { tag: '', date: '' });
    throw error;
  }
}
export const moveSlots = (tx: Tx, policyAnimalId: number, animalId: number) =>
  tx.query(
    'update insurance.ins_cover_slot set animal_id = $2 where tenant_no = kit.tenant() and policy_animal_id = $1',
    [policyAnimalId, animalId],
  );
