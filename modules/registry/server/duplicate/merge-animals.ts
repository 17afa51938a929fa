import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { stageOf } from '#modules/registry/contract/animal/animal-rules.ts';
import { absorbAnimal, animalChoices } from '../animal/animal.merge.ts';
import { lockAnimals, patchAnimals, voidAnimals } from '../animal/animal.rows.ts';
import { reassignPhotos } from '../animal/animal-photo.ts';
import { writeEvent } from '../animal/life/animal-event.ts';
import { reassignFlags } from '../animal/stake/animal-flag.ts';
import { reassignPartiesOf } from '../animal/stake/animal-party.ts';
import { bookStock, type StockMove } from '../animal/stock/holder-stock-day.ts';
import { reassignTags } from '../animal/tag/animal-tag.ts';
import { onTagReplaced, tagStore } from '../extension-points.ts';
import { chosenColumns } from '../principal/principal.merge.ts';
import type { Merge, Moved } from './merge.ts';

/**
 * R64: the survivor keeps its chain and is told of the loser's number; the loser leaves the stock as never having been there, and its numbers,
 * pictures, flags and parties are the survivor's. Its events stay its own and show in the survivor's life line.
 */
export async function mergeAnimals(tx: Tx, { survivorId, loserId, choices, actor, logId }: Merge): Promise<Moved> {
  const states = await lockAnimals(tx, [survivorId, loserId]);
  const [survivor, loser] = [survivorId, loserId].map((id) => states.find((one) => one.id === id));
  if (!survivor || !loser) throw new Error('an animal of the pair is gone');
  const day = today();
  const [{ events }] = (await tx.query<{ events: number }>(
    'select seq as events from registry.animal_head where tenant_no = kit.tenant() and animal_id = $1',
    [loserId],
  )) as [{ events: number }];
  await reassignFlags(tx, loserId, survivorId);
  await reassignPartiesOf(tx, loserId, survivorId);
  const photos = await reassignPhotos(tx, loserId, survivorId);
  await reassignTags(tx, loserId, survivorId, day);
  const offspring = await absorbAnimal(
    tx,
    { survivorId, loserId, columns: chosenColumns(choices, animalChoices) },
    actor,
  );
  await voidAnimals(tx, [loserId], 'merged', actor);
  const gone: StockMove[] = loser.status === 'inStock' ? [{ ...loser, day, column: 'voided', n: 1 }] : [];
  await bookStock(tx, [...gone, ...(await renewStage(tx, survivorId, survivor.stage, day, actor))]);
  const source = { entity: 'registry.mergeLog', id: logId, docNo: `#${logId}` };
  await writeEvent(
    tx,
    {
      animalId: survivorId,
      kind: 'merged',
      happenedOn: day,
      principalId: survivor.principalId,
      regionCode: survivor.regionCode,
      source,
      summary: { tag: loser.earTag },
    },
    actor,
  );
  await tagStore()?.close(tx, [{ code: loser.earTag, cause: 'merged', on: day, nextCode: survivor.earTag }], source);
  await onTagReplaced.tell(tx, {
    animalId: survivorId,
    tagKind: 'ear',
    oldTag: loser.earTag,
    newTag: survivor.earTag,
    reason: 'merged',
    mergedFromId: loserId,
  });
  return { events, photos, offspring };
}

/** Another birth date or sex may make another stage of it, and another line of the book. */
async function renewStage(tx: Tx, id: number, before: string, day: string, actor: number | null): Promise<StockMove[]> {
  const [row] = await tx.query<
    Parameters<typeof stageOf>[0] & { principalId: number; regionCode: number; inHerd: boolean; status: string }
  >(
    `select species, sex, birth_date as "birthDate", parity, castrated, principal_id as "principalId", region_code as "regionCode", in_herd as "inHerd", status
     from registry.animal where id = $1`,
    [id],
  );
  if (row?.status !== 'inStock') return [];
  const after = stageOf(row, day);
  if (after === before) return [];
  await patchAnimals(tx, [id], { stage: after }, actor);
  const { principalId, regionCode, inHerd, species } = row;
  const line = { principalId, regionCode, inHerd, species, day, n: 1 };
  return [
    { ...line, stage: before, column: 'stageOut' },
    { ...line, stage: after, column: 'stageIn' },
  ];
}
