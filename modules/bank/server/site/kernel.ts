import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { plannedCount } from '../count/plan-count.ts';
import { planPatrol } from '../patrol/plan-patrol.ts';

export { type Location, metresFrom, nearSite } from './near-site.ts';

/** R22: counts of the sites of a credit line that are past their day and not finished. */
export async function overdueCounts(tx: Tx, creditLineId: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::int as n from bank.pledge_count c where c.tenant_no = kit.tenant()
       and c.status in ('planned', 'counting') and c.due_on < $2
       and c.site_id in (select p.site_id from bank.pledge p where p.tenant_no = kit.tenant()
         and p.credit_line_id = $1 and p.status in ('active', 'enforceAsked', 'enforcing'))`,
    [creditLineId, today()],
  );
  return row?.n ?? 0;
}

/** R22: which share of a line's book the last settled counts of its sites left missing, from 0 to 1. */
export async function openGaps(tx: Tx, creditLineId: number): Promise<number> {
  const [row] = await tx.query<{ book: number; missing: number }>(
    `select count(*)::int as book, count(*) filter (where i.state = 'missing' and exists (
         select 1 from bank.pledge_count_line l join bank.pledge_count c on c.tenant_no = l.tenant_no
           and c.id = l.count_id
         where l.tenant_no = i.tenant_no and l.animal_id = i.animal_id and l.result = 'missing'
           and c.status = 'settled'))::int as missing
     from bank.pledge_item i join bank.pledge p on p.tenant_no = i.tenant_no and p.id = i.pledge_id
     where i.tenant_no = kit.tenant() and p.credit_line_id = $1 and i.state in ('pledged', 'releasing', 'missing')`,
    [creditLineId],
  );
  return row && row.book > 0 ? row.missing / row.book : 0;
}

/** R37: from the day a pledge is active its site is counted and visited in the rhythm of the product. */
export async function planFirst(tx: Tx, pledgeId: number): Promise<void> {
  const [row] = await tx.query<{ siteId: number }>(
    'select site_id as "siteId" from bank.pledge where tenant_no = kit.tenant() and id = $1',
    [pledgeId],
  );
  if (!row) return;
  await plannedCount(tx, row.siteId, 'rhythm');
  await planPatrol(tx, row.siteId);
}
