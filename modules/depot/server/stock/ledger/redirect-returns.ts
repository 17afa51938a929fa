import type { Tx } from '#kit/server/db/database.ts';
import { isKept, type MoveInput } from './move.ts';

/** Given back from outside; between two stores nothing goes anywhere but where it came from. */
const comesBack = (move: MoveInput): boolean =>
  move.moveKind === 'reversal' && move.to.kind === 'depot' && !isKept(move.from);

interface Way {
  readonly id: number;
  readonly name: string;
  readonly storeId: number;
  readonly storeName: string;
}

/**
 * R32 after R27: what is given back to a store that was closed since, as the box of somebody who left, goes into the one it
 * drew from, or else into another of its unit, and the entry says so. Where there is none it stays refused.
 */
export async function redirectReturns(tx: Tx, moves: readonly MoveInput[]): Promise<readonly MoveInput[]> {
  const ids = new Set(moves.filter(comesBack).map((move) => move.to.id ?? 0));
  if (ids.size === 0) return moves;
  const ways = await tx.query<Way>(
    `select c.id, c.name, s.id as "storeId", s.name as "storeName" from depot.depot c cross join lateral (
       select d.id, d.name from depot.depot d
       where (d.id = c.superior_depot_id or d.principal_id = c.principal_id) and d.kind not in ('box', 'transit') and d.status <> 'closed'
       order by d.id = c.superior_depot_id desc nulls last, d.status = 'active' desc, d.id limit 1) s
     where c.id = any ($1) and c.status = 'closed'`,
    [[...ids]],
  );
  return moves.map((move) => {
    const way = comesBack(move) ? ways.find((one) => one.id === move.to.id) : undefined;
    if (!way) return move;
    const remark = [move.remark, `${way.name} → ${way.storeName}`].filter(Boolean).join(' · ');
    return { ...move, to: { kind: 'depot', id: way.storeId }, remark };
  });
}
