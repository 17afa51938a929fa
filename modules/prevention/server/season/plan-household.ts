import type { Tx } from '#kit/server/db/database.ts';
import { assignRoutine } from './routine-plan.ts';

/** R19: how a visit went, on the household's rows of the seasons that go on. */
export async function markVisit(
  tx: Tx,
  visit: { id: number; principalId: number; visitedOn: string; result: string },
): Promise<void> {
  const attempt = visit.result === 'absent' || visit.result === 'refused' || visit.result === 'noStock';
  await tx.query(
    `update prevention.plan_household p set attempts = p.attempts + $4::boolean::int, last_attempt = case when $4::boolean then $5 end, last_visit_id = $2,
       last_visit_on = greatest(p.last_visit_on, $3::date), updated_at = now()
     from prevention.prevention_season s
     where p.tenant_no = kit.tenant() and p.principal_id = $1 and s.id = p.season_id and s.status in ('ongoing', 'summarising') and $3::date between s.start_date and s.end_date`,
    [visit.principalId, visit.id, visit.visitedOn, attempt, visit.result],
  );
}

/** What a visit that was taken back had said is gone; the one before it speaks again. */
export async function unmarkVisit(
  tx: Tx,
  visit: { id: number; principalId: number; visitedOn: string; result: string },
) {
  const attempt = visit.result === 'absent' || visit.result === 'refused' || visit.result === 'noStock';
  await tx.query(
    `update prevention.plan_household p set attempts = greatest(p.attempts - $3::boolean::int, 0),
       (last_visit_id, last_visit_on, last_attempt) = (select b.id, b.visited_on, case when b.result in ('absent', 'refused', 'noStock') then b.result end
         from (select 1) one left join lateral (select v.id, v.visited_on, v.result from prevention.immunisation_visit v, prevention.prevention_season s
           where v.principal_id = p.principal_id and v.counted and v.id <> $2 and s.id = p.season_id and v.visited_on between s.start_date and s.end_date
           order by v.visited_on desc, v.id desc limit 1) b on true)
     where p.tenant_no = kit.tenant() and p.principal_id = $1 and exists (select 1 from prevention.prevention_season s
       where s.id = p.season_id and s.status in ('ongoing', 'summarising') and $4::date between s.start_date and s.end_date)`,
    [visit.principalId, visit.id, attempt, visit.visitedOn],
  );
}

export async function assignRows(
  tx: Tx,
  which: { readonly ids?: readonly number[] | undefined; readonly principalIds?: readonly number[] | undefined },
  staffId: number | null,
): Promise<number> {
  const rows = await tx.query(
    `update prevention.plan_household p set staff_id = $3, updated_by = $4, updated_at = now(), version = p.version + 1
     from prevention.prevention_season s where s.id = p.season_id and s.status in ('published', 'ongoing', 'summarising')
       and (p.id = any ($1) or p.principal_id = any ($2)) and p.staff_id is distinct from $3 returning p.id`,
    [which.ids ?? [], which.principalIds ?? [], staffId, tx.scope.userId],
  );
  return rows.length;
}

/**
 * R48: whoever takes over a village takes over what is undone in it, the same day; nobody leaves it in the township's pool.
 *
 * @example
 * await assignVillages(tx, [150521101200], staffId);
 */
export async function assignVillages(tx: Tx, villages: readonly number[], staffId: number | null): Promise<number> {
  const rows = await tx.query(
    `update prevention.plan_household p set staff_id = $2, updated_at = now() from prevention.prevention_season s
     where p.tenant_no = kit.tenant() and s.id = p.season_id and s.status in ('published', 'ongoing', 'summarising') and p.region_code = any ($1)
       and p.status <> 'done' and p.staff_id is distinct from $2 returning p.id`,
    [villages, staffId],
  );
  await assignRoutine(tx, villages, staffId);
  return rows.length;
}

/** A season that is called off leaves nobody with a plan. */
export async function dropHouseholds(tx: Tx, seasonId: number): Promise<void> {
  await tx.query('delete from prevention.plan_household where tenant_no = kit.tenant() and season_id = $1', [seasonId]);
}
