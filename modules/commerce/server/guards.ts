import { closeGuards, onPrincipalMerged } from '#modules/registry/server/index.ts';
import { reassignComplaints } from './complaint/after-sale.ts';
import { reassignOrders } from './order/trade-order.ts';
import { reassignLines } from './order/trade-order-line.ts';
import { reassignMoney } from './order/trade-order-money.ts';

/** A unit is not closed while it owes or is owed a delivery; one that is merged takes its open orders along. */
export function registerCommerceGuards(): void {
  closeGuards.register('commerce', {
    ask: async (tx, { principalId }) => {
      const [row] = await tx.query<{ n: number }>(
        `select count(*)::int as n from commerce.trade_order where tenant_no = kit.tenant()
           and (principal_id = $1 or supplier_id = $1) and status not in ('completed', 'cancelled', 'closed')`,
        [principalId],
      );
      return row?.n ? [{ bizCode: 'openOrders', key: 'commerce.refusal.openOrders', args: { n: row.n } }] : [];
    },
  });
  onPrincipalMerged.register('commerce', async (tx, { loserId, survivorId }) => {
    await reassignOrders(tx, loserId, survivorId);
    await reassignMoney(tx, loserId, survivorId);
    await reassignLines(tx, loserId, survivorId);
    await reassignComplaints(tx, loserId, survivorId);
  });
}
