import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { regionName } from '#modules/platform/server/index.ts';
import type { HomeSummary } from '#modules/prevention/contract/home/home.ts';
import { dayNumber } from '#modules/prevention/contract/visit/judge.ts';
import { heldBy, stockAt, workerOf } from '../visit/facts.ts';

/** Vaccine in the caller's own box, first to expire first. */
export async function heldIn(tx: Tx, userId: number): Promise<HomeSummary['held']> {
  const staff = await workerOf(tx, { userId }, 0);
  if (!staff) return [];
  const now = today();
  return (await heldBy(tx, staff.id, now))
    .map(({ name, lotNo, expireOn, qty }) => ({
      name,
      lotNo,
      expireOn,
      qty,
      daysLeft: expireOn === null ? null : dayNumber(expireOn) - dayNumber(now),
    }))
    .sort((a, b) => (a.daysLeft ?? 1e6) - (b.daysLeft ?? 1e6));
}

/** What a holder keeps, what is due on it, and what became of reactions. */
export async function ownOfHolder(tx: Tx, principalId: number, seasonId: number | null): Promise<HomeSummary['own']> {
  const [holder] = await tx.query<{ name: string }>(
    'select principal_unit_name as name from registry.principal where id = $1',
    [principalId],
  );
  if (!holder) return null;
  const { stock, due } = await inTenant(tx, tx.scope.tenantNo, 'home', async (sys) => ({
    stock: await stockAt(sys, principalId),
    due: await sys.query<{ diseaseCode: string; remaining: number; makeup: number }>(
      `select disease_code as "diseaseCode", sum(remaining)::int as remaining, sum(makeup)::int as makeup from (
         select disease_code, remaining, 0 as makeup from prevention.prevention_plan where tenant_no = kit.tenant() and season_id = $2 and principal_id = $1
         union all select disease_code, 0, remaining from prevention.routine_plan where tenant_no = kit.tenant() and month = $3 and principal_id = $1
       ) x group by 1 having sum(remaining) + sum(makeup) > 0 order by 2 desc, 3 desc`,
      [principalId, seasonId, today().slice(0, 7)],
    ),
  }));
  const cases = await tx.query<{ id: number; docNo: string; status: string; reactedOn: string }>(
    `select id, doc_no as "docNo", status, to_char(reacted_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "reactedOn" from prevention.stress_case
     where principal_id = $1 order by id desc limit 5`,
    [principalId],
  );
  return {
    principalId,
    name: holder.name,
    stock: stock.map(({ species, tagged, untagged }) => ({ species, tagged, untagged })),
    due,
    cases,
  };
}

/** The last sheets the caller sees, by their day: of a holder's few the latest, of an area's many those that came in last. */
export async function lastVisits(tx: Tx, may: boolean, isHolder: boolean): Promise<HomeSummary['visits']> {
  if (!may) return [];
  const rows = await tx.query<
    Omit<HomeSummary['visits'][number], 'regionName' | 'staffName'> & { regionCode: number; staffId: number | null }
  >(
    `select v.id, v.doc_no as "docNo", to_char(v.visited_on, 'YYYY-MM-DD') as "visitedOn", v.mode, p.principal_unit_name as "holderName", v.staff_id as "staffId", v.region_code as "regionCode",
       (v.cattle + v.sheep + v.goat) as heads, v.result
     from prevention.immunisation_visit v join registry.principal p on p.id = v.principal_id where v.status not in ('draft', 'voided') order by ${isHolder ? 'v.visited_on desc, v.id desc' : 'v.id desc'} limit 10`,
  );
  const staff = await inTenant(tx, tx.scope.tenantNo, 'home', (sys) =>
    sys.query<{ id: number; name: string }>(
      'select id, name from registry.staff where tenant_no = kit.tenant() and id = any ($1)',
      [rows.map((one) => one.staffId).filter((id) => id !== null)],
    ),
  );
  const byDay = rows.toSorted((a, b) => b.visitedOn.localeCompare(a.visitedOn) || b.id - a.id);
  return byDay.map(({ regionCode, staffId, ...one }) => ({
    ...one,
    staffName: staff.find(({ id }) => id === staffId)?.name ?? null,
    regionName: regionName(regionCode)?.split(' ').at(-1) ?? '',
  }));
}
