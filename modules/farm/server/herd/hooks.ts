import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { onBreedingRecord } from '#modules/breeding/server/index.ts';
import { sessionPosted, sessionVoided } from '#modules/device/server/index.ts';
import { closeAlarm } from '#modules/platform/server/index.ts';
import {
  exitGuards,
  handoverGuards,
  hasSystem,
  onEntry,
  onExit,
  onHandover,
  onPrincipalMerged,
  onRestored,
} from '#modules/registry/server/index.ts';
import { watchAnimals } from '../board/watch.ts';
import { ensureSchemes } from './cycle-scheme.ts';
import { mergeAnimals } from './farm-animal.merge.ts';
import { refreshGain, refreshStages, restoreStages } from './farm-animal.stage.ts';
import { closeAnimals, openAnimals, reopenAnimals } from './farm-animal.ts';
import { judgeGain } from './gain-alarms.ts';
import { isolatingAmong, moveBlocks } from './guards.ts';
import { registerSuspicion } from './suspicion.ts';

const system = <T>(tx: Tx, work: (all: Tx) => Promise<T>) => inTenant(tx, tx.scope.tenantNo, 'farm.herd', work);

/** Farms and cooperatives that work with this system keep a book of their animals; a household does not. */
export async function farmWithBook(tx: Tx, principalId: number): Promise<{ id: number; regionCode: number } | null> {
  const [unit] = await tx.query<{ id: number; regionCode: number }>(
    `select id, region_code as "regionCode" from farm.unit_seen where id = $1 and type in ('farm', 'cooperative')
       and status = 'active'`,
    [principalId],
  );
  return unit && (await hasSystem(tx, principalId, 'anm')) ? unit : null;
}

/**
 * R1: what comes into a farm is on its book, with scheme and first stage, in the same transaction: since the day the registry took it in,
 * or since the day given.
 */
export const enter = (
  tx: Tx,
  principalId: number,
  animalIds: readonly number[],
  on: string | null = null,
): Promise<void> =>
  system(tx, async (all) => {
    const farm = await farmWithBook(all, principalId);
    if (!farm) return;
    await ensureSchemes(all, farm.id, farm.regionCode);
    await openAnimals(all, farm, animalIds, on);
    await refreshStages(all, animalIds, { cause: 'entered' });
  });

const weighedIn = async (tx: Tx, sessionId: number): Promise<number[]> =>
  (
    await tx.query<{ id: number }>(
      `select distinct animal_id as id from farm.weight_seen where session_id = $1 and animal_id is not null
         and accepted`,
      [sessionId],
    )
  ).map((row) => row.id);

export function registerHerdHooks(): void {
  registerSuspicion();
  onEntry.register('farm', (tx, { principalId, animalIds }) => enter(tx, principalId, animalIds));
  onExit.register('farm', (tx, { animalIds, happenedOn }) =>
    system(tx, (all) => closeAnimals(all, animalIds, happenedOn)),
  );
  onHandover.register('farm', async (tx, { toId, animalIds }) => {
    await system(tx, (all) => closeAnimals(all, animalIds, today()));
    await enter(tx, toId, animalIds, today());
  });
  onRestored.register('farm', (tx, { animalIds }) =>
    system(tx, async (all) => {
      await reopenAnimals(all, animalIds);
      await refreshStages(all, animalIds, { cause: 'restored' });
    }),
  );
  onPrincipalMerged.register('farm', (tx, { loserId, survivorId }) =>
    system(tx, (all) => mergeAnimals(all, loserId, survivorId)),
  );
  onBreedingRecord.register('farm', async (tx, { kind, animalId, voided }) => {
    await system(tx, async (all) => {
      await refreshStages(all, [animalId], { cause: kind });
      if (kind !== 'check') return;
      if (voided) await closeAlarm(all, `abortion:${animalId}`, 'falseAlarm');
      else await watchAnimals(all, 'abortion', [animalId]);
    });
  });
  // R11: gain, stages and alarms follow a weighing in its own transaction, and go back with it.
  sessionPosted.register('farm', (tx, session) =>
    system(tx, async (all) => {
      const animalIds = await weighedIn(all, session.id);
      await refreshGain(all, animalIds, { posted: session.id });
      await refreshStages(all, animalIds, { cause: 'weighed', sessionId: session.id });
      await judgeGain(all, animalIds);
    }),
  );
  sessionVoided.register('farm', (tx, session) =>
    system(tx, async (all) => {
      const animalIds = await weighedIn(all, session.id);
      await restoreStages(all, session.id);
      await refreshGain(all, animalIds, { voided: session.id });
      await judgeGain(all, animalIds, true);
    }),
  );
  handoverGuards.register('farm.work', { ask: (tx, ask) => system(tx, (all) => moveBlocks(all, ask)) });
  exitGuards.register('farm.work', {
    ask: (tx, { animalIds }) => system(tx, (all) => isolatingAmong(all, animalIds)),
  });
}
