import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { eachTenant } from '#modules/platform/server/index.ts';
import { clock } from './catalogue/operating-record.ts';
import { remindPapers, remindReviews, unshelveLacking, unshelveOver } from './selection/shelf.ts';
import { makeFor } from './settlement/make.ts';

const inChina = () => new Date(Date.now() + 8 * 3_600_000);
/** The month before, as `yyyy-MM`. */
function lastMonth(): string {
  const at = inChina();
  at.setUTCDate(0);
  return at.toISOString().slice(0, 7);
}

/** Papers are looked at even where no event came; in the first days of a month the bills of the last are made. */
export const commerceNight = (database: Database): Promise<void> =>
  eachTenant(database, (tenantNo) =>
    database.transaction(systemScope(tenantNo, 'commerceNight'), async (all) => {
      await unshelveLacking(all, null);
      await unshelveOver(all);
      await remindPapers(all);
      await remindReviews(all);
      // Made again it makes nothing: a night that was missed is made up for.
      if (inChina().getUTCDate() > 5) return;
      const [any] = await all.query('select 1 from commerce.trade_order where tenant_no = kit.tenant() limit 1');
      if (!any) return;
      for (const kind of ['subsidy', 'monthly'] as const)
        await makeFor(all, { kind, period: lastMonth(), supplierId: null, by: clock });
    }),
  ).then(() => {});
