import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import { lotFacts, refuseUnfit, short } from './ledger/refuse.ts';
import { lockBalances, saveBalances } from './stock-balance.ts';

export interface Wanted {
  readonly depotId: number;
  readonly lotId: number;
  readonly qty: number;
}

/** What is put aside for a paper is nobody else's until the paper goes or is given up; R2 says when there is too little. */
export const reserve = (tx: Tx, wanted: readonly Wanted[], day = today()): Promise<void> => change(tx, wanted, 1, day);

export const release = (tx: Tx, wanted: readonly Wanted[]): Promise<void> => change(tx, wanted, -1, null);

async function change(tx: Tx, wanted: readonly Wanted[], sign: 1 | -1, day: string | null): Promise<void> {
  if (wanted.length === 0) return;
  await inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => {
    const sums = new Map<string, { depotId: number; lotId: number; milli: number }>();
    for (const { depotId, lotId, qty } of wanted) {
      const key = `${depotId}:${lotId}`;
      sums.set(key, { depotId, lotId, milli: (sums.get(key)?.milli ?? 0) + toMilli(qty) });
    }
    const held = await lockBalances(sys, [...sums.values()]);
    const lots = await lotFacts(sys, [...new Set(held.map((one) => one.lotId))]);
    const after = held.map((balance) => {
      const milli = sums.get(`${balance.depotId}:${balance.lotId}`)?.milli ?? 0;
      const lot = lots.get(balance.lotId);
      const free = toMilli(balance.qty) - toMilli(balance.reserved);
      if (lot && day) {
        refuseUnfit(lot, balance.hold, day);
        if (free < milli) throw short(lot, fromMilli(free), fromMilli(milli));
      }
      const reserved = Math.max(toMilli(balance.reserved) + sign * milli, 0);
      return { id: balance.id, qty: balance.qty, reserved: fromMilli(reserved), lastMoveId: null };
    });
    await saveBalances(sys, after);
  });
}
