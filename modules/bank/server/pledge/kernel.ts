import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { raise } from '../watch/kernel.ts';
import { cancelDrafts } from './pledge.row.ts';
import {
  endItems,
  type Item,
  type ItemAsk,
  itemsOf,
  patchItems,
  setItemCovers,
  setItemValues,
  setSeen,
} from './pledge-item.ts';
import { releaseAnimals, setFlags } from './stakes.ts';

export type { Item, ItemCoverRow, ItemValue } from './pledge-item.ts';

/** What crosses the parties of a row is done in the tenant's own name, after the caller's right to the row was asked. */
export const inBank = <T>(tx: Tx, work: (sys: Tx) => Promise<T>): Promise<T> =>
  inTenant(tx, tx.scope.tenantNo, 'bank.pledge', async (sys) => work(sys));

/** A call that only reads has no transaction of its own; this one reads in a given one. */
export const within = (call: Pick<Call, 'actor'>, tx: Tx): Call => Object.create(call, { tx: { value: tx } }) as Call;

export const book = ['pledged', 'releasing', 'missing'] as const;
export const live = ['reserved', ...book] as const;

/**
 * Animals that a pledge holds, reserved ones included, whoever asks.
 *
 * @example
 * const items = await liveItems(tx, { siteId });
 */
export const liveItems = (
  tx: Tx,
  of: Pick<ItemAsk, 'creditLineId' | 'pledgeId' | 'siteId' | 'animalIds'>,
): Promise<Item[]> => inBank(tx, (sys) => itemsOf(sys, of, live));

export const alarmOf = (item: Item) => ({
  subject: { entity: 'bank.pledgeItem', id: item.id, name: item.earTag },
  bankId: item.bankId,
  principalId: item.principalId,
  supervisorId: item.supervisorId,
  regionCode: item.regionCode,
  animalId: item.animalId,
  args: { pledgeId: item.pledgeId, itemId: item.id, earTag: item.earTag, docNo: item.pledgeNo },
});

/** A release for a sale took the flag down and holds its animals; who is missing is pledged still, and found again free for another change. */
export async function shutGate(sys: Tx, releasing: readonly Item[]): Promise<void> {
  await patchItems(
    sys,
    releasing.map((one) => one.id),
    { heldByChangeId: null },
  );
  await setFlags(sys, releasing, true, null);
}

/** R31, R34: nobody found them; they stay under the pledge and are worth nothing. */
export const markMissing = (tx: Tx, itemIds: readonly number[], source: string): Promise<void> =>
  inBank(tx, async (sys) => {
    const items = await itemsOf(sys, { ids: itemIds }, ['pledged', 'releasing'], true);
    await patchItems(
      sys,
      items.map((one) => one.id),
      { state: 'missing', endReason: null },
    );
    await shutGate(
      sys,
      items.filter((one) => one.state === 'releasing'),
    );
    for (const item of items) await raise(sys, 'pledgeMissing', { ...alarmOf(item), evidence: { source } });
  });

/** R38. Whoever was missing and is seen by a scan is back under the pledge. */
export const markSeen = (
  tx: Tx,
  items: readonly { readonly animalId: number; readonly at: string; readonly by: string }[],
): Promise<number> =>
  inBank(tx, async (sys) => {
    const moved = await setSeen(sys, items);
    const scanned = items.filter((one) => one.by !== 'device').map((one) => one.animalId);
    const found = await itemsOf(sys, { animalIds: scanned }, ['missing'], true);
    // Missing at the registry too: its own recovery brings those back.
    const here = found.filter((one) => one.changeId === null);
    await patchItems(
      sys,
      here.map((one) => one.id),
      { state: 'pledged' },
    );
    return moved;
  });

/** A line that came to nothing holds no animal any more. */
export const freeReserved = (tx: Tx, creditLineId: number): Promise<number> =>
  inBank(tx, async (sys) => {
    const items = await itemsOf(sys, { creditLineId }, ['reserved'], true);
    await endItems(
      sys,
      items.map((one) => one.id),
      'dropped',
      'lineEnded',
    );
    await cancelDrafts(sys, creditLineId);
    return items.length;
  });

/** R33: every animal of a pledge is free from this moment on. */
export const freeAll = (tx: Tx, pledgeId: number, reason: string): Promise<number> =>
  inBank(tx, async (sys) => {
    const items = await itemsOf(sys, { pledgeId }, live, true);
    const pledged = items.filter((one) => one.state !== 'reserved');
    const reserved = items.filter((one) => one.state === 'reserved');
    await endItems(
      sys,
      pledged.map((one) => one.id),
      'released',
      reason,
    );
    await endItems(
      sys,
      reserved.map((one) => one.id),
      'dropped',
      reason,
    );
    await releaseAnimals(sys, pledged, tx.scope.userId);
    return items.length;
  });

/** For the valuation of the night. */
export const writeValues: typeof setItemValues = (tx, values, isStart) =>
  inBank(tx, (sys) => setItemValues(sys, values, isStart));
/** For the cover of the night. */
export const writeCovers: typeof setItemCovers = (tx, covers) => inBank(tx, (sys) => setItemCovers(sys, covers));
