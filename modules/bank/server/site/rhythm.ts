import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { productOf } from '../product/valuation.ts';

/** How often a site is counted and visited, and how long an animal may be unseen: the strictest of the products pledged there. */
export interface Rhythm {
  readonly countEveryDays: number;
  readonly patrolEveryDays: number;
  readonly unseenDays: number;
  /** Pledges that are watched: none, and nothing is planned. */
  readonly pledgeIds: readonly number[];
}
export const livePledge = `('active', 'enforceAsked', 'enforcing')`;

export function rhythmOf(tx: Tx, siteId: number): Promise<Rhythm> {
  // Credit lines are the bank's and the client's own; a supervisor who settles nothing still has a next visit.
  return inTenant(tx, tx.scope.tenantNo, 'bank.rhythm', async (sys) => {
    const pledges = await sys.query<{ id: number; productId: number; productVersion: number }>(
      `select p.id, l.product_id as "productId", l.product_version as "productVersion" from bank.pledge p
         join bank.credit_line l on l.tenant_no = p.tenant_no and l.id = p.credit_line_id
       where p.tenant_no = kit.tenant() and p.site_id = $1 and p.status in ${livePledge} order by p.id`,
      [siteId],
    );
    const products: Awaited<ReturnType<typeof productOf>>[] = [];
    for (const one of pledges) products.push(await productOf(sys, one.productId, one.productVersion));
    const least = (name: 'countEveryDays' | 'patrolEveryDays' | 'unseenDays', standard: number) =>
      products.reduce((days, one) => Math.min(days, one[name]), products.length > 0 ? 3_650 : standard);
    return {
      countEveryDays: least('countEveryDays', 30),
      patrolEveryDays: least('patrolEveryDays', 30),
      unseenDays: least('unseenDays', 3),
      pledgeIds: pledges.map((one) => one.id),
    };
  });
}
