import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { toMilli } from '#modules/depot/contract/goods/quantity.ts';
import type { MoveInput } from './move.ts';

/** What one posting does to one lot in one store: how much more or less, in thousandths, on which day. */
interface Change {
  readonly depotId: number;
  readonly lotId: number;
  readonly days: ReadonlyMap<string, number>;
}

/** All that a posting takes and brings, by store and lot, where some of it leaves on a day before today. */
export function datedBack(moves: readonly MoveInput[]): Change[] {
  const all = new Map<string, { depotId: number; lotId: number; days: Map<string, number>; isBack: boolean }>();
  const count = (depotId: number, { lotId, bizDate }: MoveInput, milli: number) => {
    const key = `${depotId}:${lotId}`;
    const one = all.get(key) ?? { depotId, lotId, days: new Map<string, number>(), isBack: false };
    one.days.set(bizDate, (one.days.get(bizDate) ?? 0) + milli);
    one.isBack ||= milli < 0 && bizDate < today();
    all.set(key, one);
  };
  for (const move of moves) {
    if (move.from.kind === 'depot') count(move.from.id ?? 0, move, -toMilli(move.qty));
    if (move.to.kind === 'depot') count(move.to.id ?? 0, move, toMilli(move.qty));
  }
  return [...all.values()].filter((one) => one.isBack);
}

/** R8: no day since may end below zero by it. `now` is the balance before the posting, in thousandths. */
export async function refuseBackdated(tx: Tx, { depotId, lotId, days }: Change, now: number): Promise<void> {
  const first = [...days.keys()].sort()[0] ?? today();
  const rows = await tx.query<{ day: string; net: number }>(
    `select to_char(biz_date, 'YYYY-MM-DD') as day, sum(case when to_kind = 'depot' and to_id = $1 then qty else 0 end)
         - sum(case when from_kind = 'depot' and from_id = $1 then qty else 0 end) as net
     from depot.stock_move where lot_id = $2 and biz_date > $3 and ((from_kind = 'depot' and from_id = $1) or (to_kind = 'depot' and to_id = $1))
     group by biz_date`,
    [depotId, lotId, first],
  );
  const known = new Map(rows.map(({ day, net }) => [day, toMilli(net)]));
  let left = now;
  let change = [...days.values()].reduce((sum, milli) => sum + milli, 0);
  for (const day of [...new Set([...known.keys(), ...days.keys()])].sort().reverse()) {
    if (day === first) break;
    // How the last day before this one ended, and what the posting did until then.
    left -= known.get(day) ?? 0;
    change -= days.get(day) ?? 0;
    if (change < 0 && left + change < 0) throw refusal('backdated', 'depot.ledger.backdated', { day });
  }
}
