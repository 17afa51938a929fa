import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { toMilli } from '#modules/depot/contract/quantity.ts';

/** R8: what is dated back must have been there on every day since. `now` is the balance of this moment in thousandths. */
export async function refuseBackdated(
  tx: Tx,
  move: { depotId: number; lotId: number; qty: number; bizDate: string },
  now: number,
): Promise<void> {
  const days = await tx.query<{ day: string; net: number }>(
    `select to_char(biz_date, 'YYYY-MM-DD') as day, sum(case when to_kind = 'depot' and to_id = $1 then qty else 0 end)
         - sum(case when from_kind = 'depot' and from_id = $1 then qty else 0 end) as net
     from depot.stock_move where lot_id = $2 and biz_date > $3 and ((from_kind = 'depot' and from_id = $1) or (to_kind = 'depot' and to_id = $1))
     group by biz_date order by biz_date desc`,
    [move.depotId, move.lotId, move.bizDate],
  );
  let left = now;
  for (const { day, net } of days) {
    // How the last day before this one ended.
    left -= toMilli(net);
    if (left < toMilli(move.qty)) throw refusal('backdated', 'depot.ledger.backdated', { day });
  }
}
