import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { leaveGuards } from '../extension-points.ts';

export interface DutyInput {
  readonly gridId: number;
  readonly job: string;
  readonly staffId: number;
  readonly isMain: boolean;
  readonly fromOn: string;
}

/**
 * Gives somebody charge of a grid. R24: one main duty per grid and job; naming a new one ends the old on the day before.
 *
 * @example
 * const { endedId } = await setDuty(tx, { gridId, job: 'preventionWorker', staffId, isMain: true, fromOn: '2026-11-15' });
 */
export async function setDuty(tx: Tx, duty: DutyInput): Promise<{ id: number; endedId: number | null }> {
  const [place] = await tx.query(`select 1 from registry.grid where id = $1 and status = 'active' for update`, [
    duty.gridId,
  ]);
  if (!place) throw invalid([{ field: 'gridId', key: 'error.field.ref' }]);
  const [who] = await tx.query<{ status: string }>('select status from registry.staff where id = $1', [duty.staffId]);
  if (who?.status !== 'active') throw invalid([{ field: 'staffId', key: 'registry.grid.staffAway' }]);
  const open = await tx.query<{ id: number; staffId: number; isMain: boolean; fromOn: string }>(
    `select id, staff_id as "staffId", is_main as "isMain", to_char(from_on, 'YYYY-MM-DD') as "fromOn" from registry.grid_duty
     where grid_id = $1 and job = $2 and to_on is null and (staff_id = $3 or ($4 and is_main))`,
    [duty.gridId, duty.job, duty.staffId, duty.isMain],
  );
  if (open.some((one) => one.staffId === duty.staffId && one.isMain === duty.isMain))
    throw invalid([{ field: 'staffId', key: 'registry.grid.dutyHeld' }]);
  if (open.some((one) => one.fromOn > duty.fromOn))
    throw invalid([{ field: 'fromOn', key: 'registry.grid.dutyEarly' }]);
  for (const { staffId } of open) if (staffId !== duty.staffId) await refuseHolding(tx, staffId);
  for (const one of open)
    await tx.query('update registry.grid_duty set to_on = $2::date - 1 where id = $1', [one.id, duty.fromOn]);
  const [row] = await tx.query<{ id: number }>(
    `insert into registry.grid_duty (tenant_no, grid_id, job, staff_id, is_main, from_on, created_by) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [tx.scope.tenantNo, duty.gridId, duty.job, duty.staffId, duty.isMain, duty.fromOn, tx.scope.userId],
  );
  return { id: row?.id ?? 0, endedId: open.find((one) => one.isMain)?.id ?? null };
}

/** R22: whoever loses an area must first have given back what was issued for it. */
async function refuseHolding(tx: Tx, staffId: number): Promise<void> {
  const [reason] = await leaveGuards.ask(tx, { staffId, kind: 'areaChange' });
  if (reason) throw refusal(reason.bizCode, reason.key, reason.args ?? {});
}

export async function endDuty(tx: Tx, id: number, toOn: string): Promise<void> {
  const [duty] = await tx.query<{ staffId: number }>(
    'select staff_id as "staffId" from registry.grid_duty where id = $1 and to_on is null',
    [id],
  );
  if (duty) await refuseHolding(tx, duty.staffId);
  const [ended] = await tx.query<{ id: number }>(
    'update registry.grid_duty set to_on = $2 where id = $1 and to_on is null and from_on <= $2::date + 1 returning id',
    [id, toOn],
  );
  if (!ended) throw notFound();
}

/** A grid made out of another begins with its people, and with who they were before. */
export async function copyDuties(tx: Tx, from: number, to: number): Promise<void> {
  await tx.query(
    `insert into registry.grid_duty (tenant_no, grid_id, job, staff_id, is_main, from_on, to_on, created_by)
     select tenant_no, $2, job, staff_id, is_main, from_on, to_on, $3 from registry.grid_duty where grid_id = $1 order by id`,
    [from, to, tx.scope.userId],
  );
}

/** Somebody leaves: their duties end that day, and go on under the successor if there is one. */
export async function endDutiesOf(tx: Tx, staffId: number, leftOn: string, successorId: number | null): Promise<void> {
  const ended = await tx.query<{ gridId: number; job: string; isMain: boolean }>(
    `update registry.grid_duty set to_on = greatest($2::date, from_on - 1) where staff_id = $1 and to_on is null
     returning grid_id as "gridId", job, is_main as "isMain"`,
    [staffId, leftOn],
  );
  if (successorId === null) return;
  for (const { gridId, job, isMain } of ended)
    await tx.query(
      `insert into registry.grid_duty (tenant_no, grid_id, job, staff_id, is_main, from_on, created_by)
       select $1, $2, $3, $4, $5, $6::date + 1, $7
       where not exists (select 1 from registry.grid_duty where grid_id = $2 and job = $3 and staff_id = $4 and to_on is null)`,
      [tx.scope.tenantNo, gridId, job, successorId, isMain, leftOn, tx.scope.userId],
    );
}

export interface Responsible {
  readonly staffId: number;
  readonly name: string;
  readonly userId: number | null;
  readonly gridId: number;
}

/** Who has main charge of a village in a job on that day: of its own grid, else of the grid above. */
export async function responsibleStaff(
  tx: Tx,
  regionCode: number,
  job: string,
  day: string,
): Promise<Responsible | null> {
  const [row] = await tx.query<Responsible>(
    `select s.id as "staffId", s.name, s.user_id as "userId", d.grid_id as "gridId" from registry.grid_village v
     join registry.grid_duty d on d.tenant_no = v.tenant_no and d.grid_id = v.grid_id and d.is_main and d.job = $2 and d.from_on <= $3 and (d.to_on is null or d.to_on >= $3)
     join registry.staff s on s.id = d.staff_id
     where v.tenant_no = kit.tenant() and v.village_code = $1
     order by array_position(array['village', 'township', 'county'], v.grid_level), d.from_on desc limit 1`,
    [regionCode, job, day],
  );
  return row ?? null;
}
