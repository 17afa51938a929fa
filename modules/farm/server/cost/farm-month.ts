import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { closeMonth, reopenMonth } from '#modules/farm/contract/cost/cost.ts';
import { farmOf } from '../sale/own-farm.ts';

/** R44: nothing is booked into a month that is closed, nor before it. */
export async function mustBeOpen(tx: Tx, principalId: number, on: string): Promise<void> {
  const [closed] = await inTenant(tx, tx.scope.tenantNo, 'farm.month', (all) =>
    all.query<{ month: string }>(
      `select to_char(month, 'YYYY-MM') as month from farm.farm_month where tenant_no = kit.tenant()
         and principal_id = $1 and is_closed and month >= date_trunc('month', $2::date) order by month limit 1`,
      [principalId, on],
    ),
  );
  if (closed) throw refusal('monthClosed', 'farm.tradeRefusal.monthClosed', { month: closed.month });
}

export const farmMonthRoutes = (): Route[] => [
  serve('farm', closeMonth, async (call) => {
    const { month } = call.body;
    const principalId = farmOf(call, call.body.principalId);
    if (month >= today().slice(0, 7)) throw refusal('monthRunning', 'farm.tradeRefusal.monthRunning');
    await call.tx.query(
      `insert into farm.farm_month (tenant_no, principal_id, month, closed_by) values ($1, $2, $3, $4)
       on conflict (tenant_no, principal_id, month)
         do update set is_closed = true, closed_at = now(), closed_by = excluded.closed_by, reopen_reason = null`,
      [call.actor.tenantNo, principalId, `${month}-01`, call.actor.userId],
    );
    call.answer.msg = call.say('ok.done');
    return { month };
  }),
  serve('farm', reopenMonth, async (call) => {
    const { month, reason } = call.body;
    const principalId = farmOf(call, call.body.principalId);
    // Whoever opens a month opens all after it: bookings before a closed month are refused too.
    const opened = await call.tx.query(
      `update farm.farm_month set is_closed = false, reopen_reason = $3 where principal_id = $1 and month >= $2
         and is_closed returning id`,
      [principalId, `${month}-01`, reason],
    );
    if (opened.length === 0) throw refusal('monthOpen', 'farm.tradeRefusal.monthOpen');
    call.answer.msg = call.say('ok.done');
    return { month };
  }),
];
