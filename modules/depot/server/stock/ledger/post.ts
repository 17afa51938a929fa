import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import { type Balance, lockBalances, saveBalances } from '../stock-balance.ts';
import { type Cost, costsOf, saveCosts } from '../stock-cost.ts';
import { insertMoves, type MoveRow } from '../stock-move.ts';
import { datedBack, refuseBackdated } from './backdate.ts';
import { averageAfter, centsOf } from './cost.ts';
import { isKept, type MoveInput, type Place, type Posted } from './move.ts';
import { tellPosted } from './posted.ts';
import { redirectReturns } from './redirect-returns.ts';
import { type DepotFacts, depotFacts, type LotFacts, lotFacts, refuseCounting, refuseUnfit, short } from './refuse.ts';

/**
 * R3: the one way anything moves. Locks the balances at all ends in one order, refuses what they do not bear, writes the
 * moves and the balances after them, in the caller's transaction. Whoever calls this has checked the caller's rights: the
 * ledger reaches both ends, also the one the caller does not see.
 *
 * @example
 * await postMoves(tx, [{ moveKind: 'out', materialId, lotId, from: { kind: 'depot', id: boxId }, to: { kind: 'use' }, qty: 60,
 *   bizDate, docType: 'boxUse', sourceType: 'prevention.visit', sourceId: visitId, headServed: 60, fit: true }]);
 */
export async function postMoves(tx: Tx, wanted: readonly MoveInput[]): Promise<Posted[]> {
  if (wanted.length === 0) return [];
  const actor = tx.scope.userId;
  return inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => {
    const moves = await redirectReturns(sys, wanted);
    const transit = await transitOf(sys, moves);
    const depotOf = (place: Place) => (place.kind === 'transit' ? transit : (place.id ?? 0));
    const keys = new Map<string, { depotId: number; lotId: number }>();
    for (const move of moves)
      for (const place of [move.from, move.to].filter(isKept)) {
        const key = { depotId: depotOf(place), lotId: move.lotId };
        keys.set(`${key.depotId}:${key.lotId}`, key);
      }
    const depots = await depotFacts(sys, [...new Set([...keys.values()].map((key) => key.depotId))]);
    await refuseCounting(sys, moves, depots);
    const lots = await lotFacts(sys, [...new Set(moves.map((move) => move.lotId))]);
    const held = await lockBalances(sys, [...keys.values()]);
    if (held.length < keys.size) throw notFound();
    const book = new Book(
      held,
      await costsOf(
        sys,
        'balance',
        held.map((one) => one.id),
      ),
    );
    for (const change of datedBack(moves))
      await refuseBackdated(sys, change, book.at(change.depotId, change.lotId).milli);
    const rows = moves.map((move) => book.apply(move, depotOf, depots, lots));
    const ids = await insertMoves(sys, rows, actor);
    await saveBalances(sys, book.after(rows, ids, depotOf));
    await saveCosts(sys, [...book.costs(), ...rows.flatMap((row, at) => costOf(row, ids[at] ?? 0))]);
    const posted = moves.map((move, at) => ({ ...move, id: ids[at] ?? 0 }));
    await tellPosted(sys, posted);
    return posted;
  });
}

async function transitOf(tx: Tx, moves: readonly MoveInput[]): Promise<number> {
  if (!moves.some((move) => move.from.kind === 'transit' || move.to.kind === 'transit')) return 0;
  const [row] = await tx.query<{ id: number }>('select depot.transit_depot() as id');
  return row?.id ?? 0;
}

/** What a move was worth, where it cost anything. */
const costOf = (row: MoveRow & { cost: number }, id: number): Cost[] =>
  row.cost > 0
    ? [
        {
          about: 'move',
          aboutId: id,
          principalId: row.principalId,
          otherPrincipalId: row.otherPrincipalId,
          unitCost: row.cost,
          cents: centsOf(row.qty, row.cost),
        },
      ]
    : [];

interface Page {
  readonly balance: Balance;
  milli: number;
  reserved: number;
  cost: number;
  dear: boolean;
}

/** The locked balances while the moves are computed one after the other. */
class Book {
  readonly #pages = new Map<string, Page>();

  constructor(held: readonly Balance[], costs: ReadonlyMap<number, number>) {
    for (const balance of held)
      this.#pages.set(`${balance.depotId}:${balance.lotId}`, {
        balance,
        milli: toMilli(balance.qty),
        reserved: toMilli(balance.reserved),
        cost: costs.get(balance.id) ?? 0,
        dear: false,
      });
  }

  at(depotId: number, lotId: number): Page {
    const page = this.#pages.get(`${depotId}:${lotId}`);
    if (!page) throw notFound();
    return page;
  }

  apply(
    move: MoveInput,
    depotOf: (place: Place) => number,
    depots: ReadonlyMap<number, DepotFacts>,
    lots: ReadonlyMap<number, LotFacts>,
  ): MoveRow & { cost: number } {
    const milli = toMilli(move.qty);
    const lot = lots.get(move.lotId);
    if (!lot || milli <= 0) throw refusal('quantity', 'depot.ledger.quantity');
    const source = isKept(move.from) ? this.at(depotOf(move.from), move.lotId) : null;
    const target = isKept(move.to) ? this.at(depotOf(move.to), move.lotId) : null;
    const cost = source ? source.cost : (move.unitCost ?? 0);
    if (source) {
      if (move.fit) refuseUnfit(lot, source.balance.hold, move.bizDate);
      const free = move.fromReserved ? Math.min(source.milli, source.reserved) : source.milli - source.reserved;
      if (free < milli) throw short(lot, fromMilli(Math.max(free, 0)), move.qty);
      source.milli -= milli;
      if (move.fromReserved) source.reserved -= milli;
    }
    if (target) {
      const average = averageAfter(fromMilli(target.milli), target.cost, move.qty, cost);
      if (average !== target.cost) {
        target.cost = average;
        target.dear = true;
      }
      target.milli += milli;
    }
    const from = move.from.kind === 'depot' ? depots.get(move.from.id ?? 0) : undefined;
    const to = move.to.kind === 'depot' ? depots.get(move.to.id ?? 0) : undefined;
    return {
      ...move,
      cost,
      regionCode: (from ?? to)?.regionCode ?? 0,
      principalId: (from ?? to)?.principalId ?? null,
      otherPrincipalId: from && to && from.principalId !== to.principalId ? to.principalId : null,
      balanceFrom: source ? fromMilli(source.milli) : null,
      balanceTo: target ? fromMilli(target.milli) : null,
    };
  }

  after(rows: readonly MoveRow[], ids: readonly number[], depotOf: (place: Place) => number) {
    const last = new Map<number, number>();
    for (const [at, row] of rows.entries())
      for (const place of [row.from, row.to].filter(isKept))
        last.set(this.at(depotOf(place), row.lotId).balance.id, ids[at] ?? 0);
    return [...this.#pages.values()].map(({ balance, milli, reserved }) => ({
      id: balance.id,
      qty: fromMilli(milli),
      reserved: fromMilli(reserved),
      lastMoveId: last.get(balance.id) ?? null,
    }));
  }

  costs(): Cost[] {
    return [...this.#pages.values()]
      .filter((page) => page.dear)
      .map(({ balance, cost }) => ({
        about: 'balance',
        aboutId: balance.id,
        principalId: balance.principalId,
        otherPrincipalId: null,
        unitCost: cost,
        cents: 0,
      }));
  }
}
