import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { inOpenMovement } from './movement-animal.ts';

/**
 * Which of these animals are on the road, each with the number of its movement; whoever asks.
 *
 * @example
 * const moving = await openMovement(tx, animalIds);
 */
export const openMovement = (tx: Tx, animalIds: readonly number[]): Promise<ReadonlyMap<number, string>> =>
  inTenant(tx, tx.scope.tenantNo, 'openMovement', (all) => inOpenMovement(all, animalIds));
