import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { setDeviceParty } from '#modules/device/server/index.ts';
import { setBeneficiary } from '#modules/insurance/server/index.ts';
import { setStake, writeEvents } from '#modules/registry/server/index.ts';
import type { Item } from './pledge-item.ts';

/** Which pledge holds the flag up at the registry. */
export const sourceOf = (pledgeId: number): string => `bank.pledge:${pledgeId}`;
type Told = Pick<Item, 'animalId' | 'bankId' | 'pledgeId' | 'principalId' | 'regionCode' | 'pledgeNo'>;

const idsOf = (items: readonly Told[]) => items.map((one) => one.animalId);
/** The flag and who sees the animal: each animal is written once. */
export async function setFlags(tx: Tx, items: readonly Told[], on: boolean, actor: number | null): Promise<void> {
  for (const [pledgeId, own] of Map.groupBy(items, (one) => one.pledgeId))
    await setStake(tx, {
      animalIds: idsOf(own),
      partyId: own[0]?.bankId ?? 0,
      role: 'bank',
      flag: 'pledged',
      on,
      source: sourceOf(pledgeId),
      actor,
    });
}
export async function tellLives(tx: Tx, items: readonly Told[], kind: 'pledged' | 'released'): Promise<void> {
  await writeEvents(
    tx,
    items.map((one) => ({
      animalId: one.animalId,
      kind,
      happenedOn: today(),
      principalId: one.principalId,
      regionCode: one.regionCode,
      source: { entity: 'bank.pledge', id: one.pledgeId, docNo: one.pledgeNo },
    })),
  );
}
/** What the animals wear tells the bank too, or no more. */
export async function shareDevices(tx: Tx, items: readonly Told[], on: boolean): Promise<void> {
  for (const [bankId, own] of Map.groupBy(items, (one) => one.bankId)) {
    const worn = await tx.query<{ id: number }>(
      `select distinct b.device_id as id from bank.pledge_device_seen b where b.animal_id = any ($1)`,
      [idsOf(own)],
    );
    if (worn.length > 0)
      await setDeviceParty(
        tx,
        worn.map((one) => one.id),
        'bankId',
        on ? bankId : null,
      );
  }
}
/** From the contract on: flag, party, life, insurer and devices know of it. */
export async function pledgeAnimals(
  tx: Tx,
  items: readonly Told[],
  by: { readonly actor: number | null; readonly interestCents: number | null },
): Promise<void> {
  if (items.length === 0) return;
  await setFlags(tx, items, true, by.actor);
  await tellLives(tx, items, 'pledged');
  await setBeneficiary(tx, idsOf(items), items[0]?.bankId ?? null, by.interestCents);
  await shareDevices(tx, items, true);
}
/** The reverse of it all. */
export async function releaseAnimals(tx: Tx, items: readonly Told[], actor: number | null): Promise<void> {
  if (items.length === 0) return;
  await setFlags(tx, items, false, actor);
  await tellLives(tx, items, 'released');
  await setBeneficiary(tx, idsOf(items), null);
  await shareDevices(tx, items, false);
}
