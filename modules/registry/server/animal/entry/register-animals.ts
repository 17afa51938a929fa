import { randomUUID } from 'node:crypto';
import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { refuseOverQuota } from '#modules/platform/server/index.ts';
import { segmentsOf, stageOf } from '#modules/registry/contract/animal/animal-rules.ts';
import { holderTypes } from '#modules/registry/contract/principal/principal.ts';
import { insertPaid } from '../../change/animal-change-money.ts';
import { noteDuplicates } from '../../duplicate/duplicate-candidate.ts';
import { penOf } from '../../enclosure/pen.ts';
import { penWarnings } from '../../enclosure/pen-warnings.ts';
import { onEntry, tagStore } from '../../extension-points.ts';
import { type EntryFacts, insertAnimals, type NewAnimal } from '../animal.rows.ts';
import { insertHeads } from '../animal-head.ts';
import { appendEvents, chainEvents, type LifeEvent, unitNames } from '../life/animal-event.ts';
import { bookStock } from '../stock/holder-stock-day.ts';
import { wearTags } from '../tag/animal-tag.ts';
import { animalsOfEntry, entryOfRequest, insertEntry } from './animal-entry.ts';
import { type AnimalInput, checkAnimals, type EntryInput, type Finding } from './check-animals.ts';

export interface RegisterInput extends EntryInput {
  readonly ownerId?: number | null | undefined;
  readonly penId?: number | null | undefined;
  readonly earSide?: string | null | undefined;
  readonly sellerName?: string | null | undefined;
  readonly priceCents?: number | null | undefined;
  readonly animals: readonly AnimalInput[];
  readonly requestId?: string | null | undefined;
  /** The module on whose behalf it is done. */
  readonly source?: string;
  /** Who does it, where the transaction runs under the tenant's own sight. */
  readonly actor?: number | null | undefined;
}

export interface Registered {
  readonly entryId: number;
  readonly docNo: string;
  readonly count: number;
  readonly animalIds: readonly number[];
}

/** R39: as many as one call takes. */
export const mostAnimals = 1000;

export interface Holder {
  readonly id: number;
  readonly type: string;
  readonly regionCode: number;
  readonly status: string;
}

/** The holder as the caller sees it; one out of sight does not exist for them. */
export async function findHolder(tx: Tx, id: number): Promise<Holder> {
  const [row] = await tx.query<Holder>(
    'select id, principal_unit_type as type, region_code as "regionCode", status from registry.principal where id = $1',
    [id],
  );
  if (!row) throw notFound();
  if (row.status !== 'active') throw refusal('principalStopped', 'registry.principal.stopped');
  return row;
}

export const isHerd = (type: string): boolean => [...holderTypes, 'breedingStation'].includes(type as never);

/** Whose the animals are: the holder's, or those of a unit at work that the caller sees. */
async function ownerOf(tx: Tx, ownerId: number | null | undefined, holderId: number): Promise<number> {
  if (!ownerId || ownerId === holderId) return holderId;
  const [row] = await tx.query("select 1 from registry.principal where id = $1 and status = 'active'", [ownerId]);
  if (!row) throw invalid([{ field: 'ownerId', key: 'error.field.ref' }]);
  return ownerId;
}

/** The checks of a registration without the registration. */
export async function previewAnimals(tx: Tx, input: RegisterInput): Promise<readonly Finding[]> {
  const holder = await findHolder(tx, input.principalId);
  const { findings } = await checkAnimals(tx, input, input.animals, holder.regionCode, today());
  if (!input.penId) return findings;
  const pen = await penOf(tx, input.penId, holder.id, 'penId');
  const wrong = new Set(findings.filter((one) => one.level === 'error').map((one) => one.tag));
  const incoming = input.animals
    .filter((one) => !wrong.has(one.tag))
    .map(({ tag }) => ({ tag, boughtOn: input.entryKind === 'bought' ? input.wornOn : null }));
  return [...findings, ...(await penWarnings(tx, pen.id, incoming))];
}

/**
 * Registers animals: entry, animals, numbers, events, pen counts and book in one transaction, all or none.
 *
 * @example
 * const { entryId, animalIds } = await registerAnimals(tx, { entryKind: 'born', principalId, penId, wornOn, staffId, animals: [calf] });
 */
export async function registerAnimals(tx: Tx, input: RegisterInput): Promise<Registered> {
  const { animals } = input;
  if (animals.length === 0 || animals.length > mostAnimals)
    throw refusal('tooManyAnimals', 'registry.animal.tooMany', { n: mostAnimals });
  if (input.requestId) {
    const earlier = await entryOfRequest(tx, input.requestId);
    if (earlier)
      return {
        entryId: earlier.id,
        docNo: earlier.docNo,
        count: earlier.count,
        animalIds: await animalsOfEntry(tx, earlier.id),
      };
  }
  const holder = await findHolder(tx, input.principalId);
  const ownerId = await ownerOf(tx, input.ownerId, holder.id);
  const pen = input.penId ? await penOf(tx, input.penId, holder.id, 'penId') : null;
  const checked = await checkAnimals(tx, input, animals, holder.regionCode, today());
  const { findings, mothers, lateTags, uncheckedTags, mode } = checked;
  const errors = findings.filter((one) => one.level === 'error');
  const [first] = errors;
  if (first)
    throw refusal(
      first.bizCode,
      first.key,
      { ...first.args, tag: first.tag },
      { refused: errors.slice(0, mostAnimals) },
    );
  await refuseOverQuota(tx, 'animals', animals.length);
  const { actor = tx.scope.userId } = input;

  // The caller may do all this here; what it touches may lie beyond the caller's sight (a mother elsewhere, the figures of the county).
  return inTenant(tx, tx.scope.tenantNo, 'registerAnimals', async (all) => {
    const [species, breed] = [animals[0]?.species as string, sameOrNull(animals.map((one) => one.breed))];
    const entry = await insertEntry(
      all,
      {
        ...input,
        ownerId,
        regionCode: holder.regionCode,
        hovelId: pen?.hovelId ?? null,
        penId: pen?.id ?? null,
        species,
        breed,
        motherTag: sameOrNull(animals.map((one) => one.motherTag ?? null)),
        originRegionCode: input.originRegionCode ?? null,
        quarantineCertNo: input.quarantineCertNo ?? null,
        sellerName: input.sellerName ?? null,
        wornByStaffId: input.staffId,
        segments: segmentsOf(animals.map((one) => one.tag))
          .map(({ from, to }) => (from === to ? from : `${from}-${to}`))
          .join(','),
        count: animals.length,
        requestId: input.requestId ?? null,
        source: input.source ?? 'registry',
      },
      actor,
    );
    const source = { entity: 'registry.animalEntry', id: entry.id, docNo: entry.docNo };
    const facts: EntryFacts = {
      entryId: entry.id,
      principalId: holder.id,
      ownerId,
      regionCode: holder.regionCode,
      hovelId: pen?.hovelId ?? null,
      penId: pen?.id ?? null,
      inHerd: isHerd(holder.type),
      wornOn: input.wornOn,
      wornByStaffId: input.staffId,
      earSide: input.earSide ?? null,
      originRegionCode: input.originRegionCode ?? null,
      quarantineCertNo: input.quarantineCertNo ?? null,
      actor,
    };
    const units = await unitNames(all, [holder.id]);
    const begun = animals.map((one) => {
      const uid = randomUUID();
      const events = firstEvents(input, one, holder, source);
      return { one, uid, chained: chainEvents({ uid, seq: 0, hash: null }, events, actor, (id) => units.get(id)) };
    });
    const stage = (one: AnimalInput) =>
      stageOf({ ...one, parity: one.parity ?? 0, castrated: one.castrated ?? false }, input.wornOn);
    const ids = await insertAnimals(
      all,
      facts,
      begun.map(
        ({ one, uid }): NewAnimal => ({
          uid,
          earTag: one.tag,
          electronicTag: one.electronicTag ?? null,
          species: one.species,
          breed: one.breed,
          sex: one.sex,
          birthDate: one.birthDate,
          coatColor: one.coatColor ?? null,
          source: input.entryKind === 'backlog' ? 'born' : input.entryKind,
          motherTag: one.motherTag ?? null,
          motherId: one.motherTag ? (mothers.get(one.motherTag) ?? null) : null,
          fatherCode: one.fatherCode ?? null,
          stage: stage(one),
          parity: one.parity ?? 0,
          castrated: one.castrated ?? false,
          lateTagged: lateTags.has(one.tag),
          tagUnchecked: uncheckedTags.has(one.tag),
        }),
      ),
    );
    await insertHeads(
      all,
      begun.map(({ chained }, index) => {
        const { seq = 0, hash = null } = chained.at(-1) ?? {};
        return { animalId: ids[index] as number, seq, hash };
      }),
    );
    const worn = { wornOn: input.wornOn, wornBy: input.staffId, earSide: input.earSide ?? null };
    await wearTags(
      all,
      begun.flatMap(({ one }, index) => {
        const animalId = ids[index] as number;
        const chip = one.electronicTag
          ? [{ ...worn, kind: 'electronic' as const, tagNo: one.electronicTag, animalId }]
          : [];
        return [{ ...worn, kind: 'ear' as const, tagNo: one.tag, animalId }, ...chip];
      }),
      actor,
    );
    await appendEvents(
      all,
      begun.flatMap(({ chained }, index) =>
        chained.map((row) => ({ ...row, event: { ...row.event, animalId: ids[index] as number } })),
      ),
    );
    await bookStock(
      all,
      animals.map((one) => ({
        principalId: holder.id,
        regionCode: holder.regionCode,
        inHerd: facts.inHerd,
        species: one.species,
        stage: stage(one),
        day: input.wornOn,
        column: input.entryKind === 'born' ? ('born' as const) : ('bought' as const),
        n: 1,
      })),
    );
    if (input.priceCents)
      await insertPaid(
        all,
        {
          entity: 'entry',
          entityId: entry.id,
          animalId: null,
          principalId: holder.id,
          toPrincipalId: null,
          cents: input.priceCents,
        },
        actor,
      );
    await tagStore()?.consume(all, {
      mode,
      wornOn: input.wornOn,
      principalId: holder.id,
      staffId: input.staffId,
      items: animals.map((one, index) => ({ code: one.tag, animalId: ids[index] as number })),
      doc: source,
    });
    await onEntry.tell(all, {
      entryId: entry.id,
      entryKind: input.entryKind,
      animalIds: ids,
      principalId: holder.id,
    });
    await noteDuplicates(all, 'animal', ids);
    return { entryId: entry.id, docNo: entry.docNo, count: animals.length, animalIds: ids };
  });
}

const sameOrNull = <T>(values: readonly (T | null)[]): T | null =>
  new Set(values).size === 1 ? (values[0] ?? null) : null;

/** Every life in the ledger begins with its number, its registration and, where it began here, its birth. */
function firstEvents(input: RegisterInput, one: AnimalInput, holder: Holder, source: LifeEvent['source']): LifeEvent[] {
  // Its id is known once it is written; the chain does not ask for it.
  const about = { animalId: 0, principalId: holder.id, regionCode: holder.regionCode, source };
  const born: LifeEvent = { ...about, kind: 'born', happenedOn: one.birthDate };
  return [
    ...(input.entryKind === 'born' ? [born] : []),
    { ...about, kind: 'tagWorn', happenedOn: input.wornOn, summary: { tag: one.tag } },
    {
      ...about,
      kind: 'registered',
      happenedOn: input.wornOn,
      summary: { species: one.species, breed: one.breed, sex: one.sex, birthMonth: one.birthDate.slice(0, 7) },
    },
  ];
}
