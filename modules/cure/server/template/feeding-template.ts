import type { Tx } from '#kit/server/db/database.ts';

export async function nextFeeding(tx: Tx, id: number): Promise<{ id: number; planVersion: number } | null> {
  const copied = `name, species, stage_kind, breeding_stage_id, care_stage_id, weight_from, weight_to, target_gain, dm, cp,
    energy, kg_per_head_day, cost_per_head_day, remark`;
  const [row] = await tx.query<{ id: number; planVersion: number }>(
    `insert into cure.feeding_template (tenant_no, ${copied}, root_id, plan_version, created_by)
     select tenant_no, ${copied}, coalesce(t.root_id, t.id),
       1 + (select max(o.plan_version) from cure.feeding_template o
       where o.tenant_no = t.tenant_no and o.name = t.name), kit.user_id()
     from cure.feeding_template t where t.tenant_no = kit.tenant() and t.id = $1 and t.status <> 'draft'
     returning id, plan_version as "planVersion"`,
    [id],
  );
  return row ?? null;
}

export const stopOlderFeedings = (tx: Tx, id: number): Promise<unknown> =>
  tx.query(
    `update cure.feeding_template o set status = 'stopped', version = o.version + 1, updated_at = now()
     from cure.feeding_template t
     where t.id = $1 and o.tenant_no = t.tenant_no and o.id <> t.id and o.status = 'published'
       and coalesce(o.root_id, o.id) = coalesce(t.root_id, t.id)`,
    [id],
  );
