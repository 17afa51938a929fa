import { AppError } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { lockAnimals } from '#modules/registry/server/index.ts';
import { type Condition, redBlocks } from './conditions.ts';
import { animalsOfDeclaration } from './quarantine-declaration-animal.ts';

/** R13: a red block is passed by nobody; the answer names every animal and what to do about it. */
export function refuseRed(conditions: readonly Condition[]): void {
  const red = redBlocks(conditions);
  const [first] = red;
  if (!first) return;
  // Animals in another paper, and places under a ban, are refused in their own words.
  const word = first.reasons[0]?.key.split('.').at(-1) ?? '';
  const own: Readonly<Record<string, string>> = {
    inMovement: 'inMovement',
    inDeclaration: 'inDeclaration',
    bannedFrom: 'banned',
    bannedTo: 'banned',
    noTag: 'noTag',
    notYours: 'notYours',
  };
  const bizCode = red.length === 1 ? (own[word] ?? 'conditionRed') : 'conditionRed';
  const list = red.map((one) => `@dict.quarantine_condition.${one.code}`);
  throw new AppError(500, 'traceability.refusal.conditionRed', {
    bizCode,
    args: { list: list[0] ?? '', n: list.length },
    data: { conditions: red },
  });
}

/** Animals are held while their conditions are asked: a dose, a sale or a ban of the same minute comes before or after, never between. */
export async function holdAnimals(tx: Tx, id: number): Promise<void> {
  await inTenant(tx, tx.scope.tenantNo, 'quarantineHold', async (all) => {
    const animals = await animalsOfDeclaration(all, id);
    await lockAnimals(
      all,
      animals.map((one) => one.animalId),
    );
  });
}
