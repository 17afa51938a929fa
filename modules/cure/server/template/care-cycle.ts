import type { Tx } from '#kit/server/db/database.ts';

/** A copy with the next number; its lines follow. */
export async function nextCycle(tx: Tx, id: number): Promise<{ id: number; planVersion: number } | null> {
  const [row] = await tx.query<{ id: number; planVersion: number }>(
    `insert into cure.care_cycle (tenant_no, name, species, purpose, total_days, remark, root_id, plan_version,
       created_by)
     select t.tenant_no, t.name, t.species, t.purpose, t.total_days, t.remark, coalesce(t.root_id, t.id),
       1 + (select max(o.plan_version) from cure.care_cycle o where o.tenant_no = t.tenant_no and o.name = t.name),
       kit.user_id()
     from cure.care_cycle t where t.tenant_no = kit.tenant() and t.id = $1 and t.status <> 'draft'
     returning id, plan_version as "planVersion"`,
    [id],
  );
  return row ?? null;
}

/** One version of a template is the published one. */
export const stopOlderCycles = (tx: Tx, id: number): Promise<unknown> =>
  tx.query(
    `update cure.care_cycle o set status = 'stopped', version = o.version + 1, updated_at = now() from cure.care_cycle t
     where t.id = $1 and o.tenant_no = t.tenant_no and o.id <> t.id and o.status = 'published'
       and coalesce(o.root_id, o.id) = coalesce(t.root_id, t.id)`,
    [id],
  );
