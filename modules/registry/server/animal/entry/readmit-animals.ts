import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { refuseOverQuota } from '#modules/platform/server/index.ts';
import { segmentsOf } from '#modules/registry/contract/animal/animal-rules.ts';
import { penOf } from '../../enclosure/pen.ts';
import { onEntry, tagStore } from '../../extension-points.ts';
import { type AnimalState, lockAnimals, patchAnimals } from '../animal.rows.ts';
import { renewStagesOf } from '../animal.stages.ts';
import { writeEvents } from '../life/animal-event.ts';
import { bookStock } from '../stock/holder-stock-day.ts';
import { animalsOfEntry, entryOfRequest, insertEntry } from './animal-entry.ts';
import { findHolder, isHerd, mostAnimals, type Registered } from './register-animals.ts';

export interface Readmission {
  readonly animalIds: readonly number[];
  readonly principalId: number;
  readonly penId?: number | null | undefined;
  readonly facts?:
    | {
        readonly on?: string | undefined;
        readonly staffId?: number | null | undefined;
        readonly originRegionCode?: number | null | undefined;
        readonly quarantineCertNo?: string | null | undefined;
        readonly sellerName?: string | null | undefined;
      }
    | undefined;
  readonly source?: string | undefined;
  readonly requestId?: string | null | undefined;
  readonly actor?: number | null | undefined;
}

/** Sold, or lost and found elsewhere: nobody else comes back. */
const away = ['sold', 'missing'];

/**
 * Animals that had left come back, to whomever, as themselves: the old record, the old numbers, one life. Back to the holder they left it is a recovery
 * (`changeAnimals`) that takes the exit back; here the exit stands and an entry follows it.
 *
 * @example
 * const { entryId } = await readmitAnimals(tx, { animalIds, principalId, penId, facts: { on: '2026-11-16', quarantineCertNo }, source: 'traceability' });
 */
export async function readmitAnimals(tx: Tx, input: Readmission): Promise<Registered> {
  const ids = [...new Set(input.animalIds)];
  if (ids.length === 0 || ids.length > mostAnimals)
    throw refusal('tooManyAnimals', 'registry.animal.tooMany', { n: mostAnimals });
  const earlier = input.requestId ? await entryOfRequest(tx, input.requestId) : null;
  if (earlier) {
    const { id: entryId, docNo, count } = earlier;
    return { entryId, docNo, count, animalIds: await animalsOfEntry(tx, entryId) };
  }
  const { facts = {}, actor = tx.scope.userId } = input;
  const on = facts.on ?? today();
  const holder = await findHolder(tx, input.principalId);
  const pen = input.penId ? await penOf(tx, input.penId, holder.id, 'penId') : null;
  await refuseOverQuota(tx, 'animals', ids.length);
  // Where they were last is not the receiver's to see.
  return inTenant(tx, tx.scope.tenantNo, 'readmitAnimals', async (all) => {
    const animals = await lockAnimals(all, ids);
    if (animals.length !== ids.length) throw notFound();
    checkAway(animals, on);
    const entry = await insertEntry(
      all,
      {
        entryKind: 'returned',
        principalId: holder.id,
        ownerId: holder.id,
        regionCode: holder.regionCode,
        hovelId: pen?.hovelId ?? null,
        penId: pen?.id ?? null,
        species: animals[0]?.species as string,
        breed: new Set(animals.map((one) => one.breed)).size === 1 ? (animals[0]?.breed as string) : null,
        motherTag: null,
        originRegionCode: facts.originRegionCode ?? null,
        quarantineCertNo: facts.quarantineCertNo ?? null,
        sellerName: facts.sellerName ?? null,
        wornOn: on,
        wornByStaffId: facts.staffId ?? null,
        segments: segmentsOf(animals.map((one) => one.earTag))
          .map(({ from, to }) => (from === to ? from : `${from}-${to}`))
          .join(','),
        count: animals.length,
        requestId: input.requestId ?? null,
        source: input.source ?? 'registry',
      },
      actor,
    );
    const doc = { entity: 'registry.animalEntry', id: entry.id, docNo: entry.docNo };
    const kept = { principalId: holder.id, regionCode: holder.regionCode, inHerd: isHerd(holder.type) };
    await patchAnimals(
      all,
      ids,
      {
        ...kept,
        status: 'inStock',
        ownerId: holder.id,
        penId: pen?.id ?? null,
        hovelId: pen?.hovelId ?? null,
        entryOn: on,
        exitOn: null,
        exitReason: null,
      },
      actor,
    );
    const county = (code: number) => Math.floor(code / 1e6);
    await writeEvents(
      all,
      animals.flatMap((one) => {
        const { principalId, regionCode } = kept;
        const about = { animalId: one.id, happenedOn: on, principalId, regionCode, source: doc };
        const places = { from: county(one.regionCode), to: county(regionCode) };
        return [
          { ...about, kind: 'recovered', summary: { returned: entry.docNo } },
          { ...about, kind: 'moved', summary: { ...places, toPrincipalId: principalId } },
        ];
      }),
      actor,
    );
    await bookStock(
      all,
      animals.map(({ species, stage }) => ({ ...kept, species, stage, day: on, column: 'bought' as const, n: 1 })),
    );
    // Who was away long may have grown up.
    await renewStagesOf(all, new Map(ids.map((id) => [id, on])), today());
    await tagStore()?.close(
      all,
      animals.map(({ earTag }) => ({ code: earTag, cause: 'worn', on })),
      doc,
    );
    await onEntry.tell(all, { entryId: entry.id, entryKind: 'returned', animalIds: ids, principalId: holder.id });
    return { entryId: entry.id, docNo: entry.docNo, count: ids.length, animalIds: ids };
  });
}

function checkAway(animals: readonly AnimalState[], on: string): void {
  const here = animals.find((one) => !away.includes(one.status) || one.pendingChangeId !== null);
  if (here) throw refusal('notAway', 'registry.animal.notAway', { tag: here.earTag });
  if (on > today() || animals.some((one) => one.exitOn !== null && on < one.exitOn))
    throw invalid([{ field: 'on', key: 'registry.animal.dateOrder' }]);
}
