import type { Tx } from '#kit/server/db/database.ts';

export interface NewAssignment {
  readonly principalId: number;
  readonly regionCode: number;
  readonly staffId: number | null;
  readonly quota: number;
}

export async function insertAssignments(
  tx: Tx,
  task: { readonly id: number; readonly labId: number; readonly endDate: string },
  rows: readonly NewAssignment[],
  actor: number | null = tx.scope.userId,
): Promise<number[]> {
  const made = await tx.query<{ id: number }>(
    `insert into prevention.sample_assignment (tenant_no, task_id, region_code, principal_id, lab_id, staff_id, quota, due_on, created_by, updated_by)
     select $1, $2, r.region, r.principal, $3, r.staff, r.quota, $4, $9, $9
     from unnest($5::bigint[], $6::bigint[], $7::bigint[], $8::int[]) r(region, principal, staff, quota) returning id`,
    [
      tx.scope.tenantNo,
      task.id,
      task.labId,
      task.endDate,
      rows.map((one) => one.regionCode),
      rows.map((one) => one.principalId),
      rows.map((one) => one.staffId),
      rows.map((one) => one.quota),
      actor,
    ],
  );
  return made.map((one) => one.id);
}

export async function markReplaced(tx: Tx, id: number, byId: number, reason: string): Promise<void> {
  await tx.query(
    `update prevention.sample_assignment set status = 'replaced', replaced_by_id = $2, replace_reason = $3, version = version + 1, updated_by = $4, updated_at = now()
     where id = $1`,
    [id, byId, reason, tx.scope.userId],
  );
}

/**
 * Where a household stands, from its records: being sampled while one is open, sent while one is on the way, done when all that was wanted has arrived in order.
 * Tubes that were turned away leave it waiting again. What is wanted is heads: a pool counts as many as it is of.
 */
export async function followAssignment(tx: Tx, id: number): Promise<void> {
  await tx.query(
    `update prevention.sample_assignment a set collected = s.good, version = a.version + 1, updated_at = now(),
       status = case when s.open > 0 then 'sampling' when s.away > 0 then 'sent' when s.good >= a.quota then 'done' else 'waiting' end
     from (select (select coalesce(sum(greatest(cardinality(p.pool_animal_ids), 1)), 0)::int from prevention.sample p join prevention.sample_log l on l.id = p.log_id where l.assignment_id = $1 and p.status <> 'refused') as good,
             (select count(*)::int from prevention.sample_log where assignment_id = $1 and status in ('draft', 'collected')) as open,
             (select count(*)::int from prevention.sample_log where assignment_id = $1 and status = 'sent') as away) s
     where a.id = $1 and a.status <> 'replaced'`,
    [id],
  );
}
