import type { Tx } from '#kit/server/db/database.ts';
import { renewStakes } from './animal.parties.ts';
import { type Flag, putFlag } from './animal-flag.ts';
import { putParty } from './animal-party.ts';

export interface Stake {
  readonly animalIds: readonly number[];
  readonly partyId: number;
  readonly role: string;
  readonly flag: Flag;
  readonly on: boolean;
  readonly source: string;
  readonly actor?: number | null | undefined;
}

/**
 * A party and the flag that goes with it, as a policy or a pledge sets them on a whole herd: each animal is written once.
 *
 * @example
 * await setStake(tx, { animalIds, partyId: insurerId, role: 'insurer', flag: 'insured', on: true, source: 'insurance.policy:7' });
 */
export async function setStake(tx: Tx, stake: Stake): Promise<void> {
  const { actor = tx.scope.userId } = stake;
  await putParty(tx, stake, actor);
  await putFlag(tx, stake, actor);
  await renewStakes(tx, stake.animalIds);
}
