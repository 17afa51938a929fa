import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import type { Line } from '../credit/kernel.ts';
import { headValues } from '../product/valuation.ts';
import { type Item, setItemValues } from './pledge-item.ts';

/** What each head is worth on the day it is pledged: its value today and at the contract. */
export async function setFirstValues(sys: Tx, line: Line, items: readonly Item[]): Promise<void> {
  const values = await headValues(sys, {
    productId: line.productId,
    productVersion: line.productVersion,
    day: today(),
    animalIds: items.map((one) => one.animalId),
  });
  await setItemValues(
    sys,
    items.map((one) => {
      const value = values.get(one.animalId);
      return {
        id: one.id,
        cents: value?.cents ?? 0,
        priceLineId: value?.priceLineId ?? null,
        weightKg: value?.weightKg ?? null,
        isEstimate: value?.isEstimate ?? false,
        on: today(),
      };
    }),
    true,
  );
}
