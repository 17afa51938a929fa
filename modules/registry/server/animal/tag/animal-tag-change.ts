import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { earTagPattern, isElectronicTag, speciesOfTag } from '#modules/registry/contract/animal/animal-rules.ts';
import { noteDuplicates } from '../../duplicate/duplicate-candidate.ts';
import { onTagReplaced, tagStore } from '../../extension-points.ts';
import { configOf } from '../../principal/grants/principal-config.ts';
import { type AnimalState, lockAnimals, setNewTag } from '../animal.rows.ts';
import { originsOf } from '../entry/check-animals.ts';
import { writeEvent } from '../life/animal-event.ts';
import { endTag, tagsGone, wearTags } from './animal-tag.ts';

export interface TagReplacement {
  readonly animalId: number;
  readonly tagKind: 'ear' | 'electronic';
  readonly newTag: string;
  readonly reason: string;
  readonly on: string;
  readonly staffId: number | null;
  readonly earSide?: string | null | undefined;
  readonly photoIdsOld?: readonly number[] | undefined;
  readonly photoIdsNew?: readonly number[] | undefined;
  /** Who does it, where the transaction runs under the tenant's own sight. */
  readonly actor?: number | null | undefined;
}

/**
 * R55: another number on the same animal. Both find it, the old one is never given again.
 *
 * @example
 * await replaceTag(tx, { animalId, tagKind: 'ear', newTag, reason: 'lost', on: '2026-11-15', staffId });
 */
export async function replaceTag(
  tx: Tx,
  input: TagReplacement,
): Promise<{ id: number; docNo: string; countInYear: number }> {
  const [animal] = await lockAnimals(tx, [input.animalId]);
  if (!animal) throw notFound();
  if (animal.status !== 'inStock') throw refusal('notInStock', 'registry.animal.notInStock', { tag: animal.earTag });
  if (animal.pendingChangeId !== null)
    throw refusal('changePending', 'registry.animal.changePendingWords', { tag: animal.earTag });
  if (input.on > today() || input.on < animal.birthDate)
    throw invalid([{ field: 'replacedOn', key: 'registry.animal.dateOrder' }]);
  const { newTag, tagKind } = input;
  const isGood =
    tagKind === 'ear'
      ? earTagPattern.test(newTag) && speciesOfTag[newTag[0] as string]?.includes(animal.species)
      : isElectronicTag(newTag);
  if (!isGood)
    throw invalid([
      {
        field: 'newTag',
        key: `registry.animal.${tagKind === 'ear' ? (earTagPattern.test(newTag) ? 'tagSpecies' : 'tagFormat') : 'chipFormat'}`,
      },
    ]);
  if ((await tx.query('select 1 from registry.tags_taken($1, $2)', [tagKind, [newTag]])).length > 0)
    throw tagsGone([newTag]);
  const mode = await refuseOrigin(tx, input, animal);
  const [year] = await tx.query<{ n: number }>(
    `select count(*)::int as n from registry.animal_tag_change where animal_id = $1 and replaced_on > $2::date - 365 and reason in ('lost', 'damaged')`,
    [animal.id, input.on],
  );
  const countInYear = (year?.n ?? 0) + 1;
  if (countInYear >= 3 && !input.photoIdsNew?.length)
    throw invalid([{ field: 'photoIdsNew', key: 'registry.animal.earPhotoNeeded' }]);
  const { actor = tx.scope.userId } = input;
  const worn = await tx.query<{ tagNo: string }>(
    `select tag_no as "tagNo" from registry.animal_tag where animal_id = $1 and tag_kind = $2 and removed_on is null`,
    [animal.id, tagKind],
  );
  const oldTag = worn[0]?.tagNo ?? (tagKind === 'ear' ? animal.earTag : '');
  return inTenant(tx, tx.scope.tenantNo, 'replaceTag', async (all) => {
    const [doc] = await all.query<{ id: number; docNo: string }>(
      `insert into registry.animal_tag_change (tenant_no, doc_no, region_code, principal_id, animal_id, tag_kind, old_tag, new_tag, reason, ear_side, replaced_on, staff_id,
         photo_ids_old, photo_ids_new, count_in_year, created_by, updated_by)
       values ($1, kit.doc_no('RT'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15) returning id, doc_no as "docNo"`,
      [
        all.scope.tenantNo,
        animal.regionCode,
        animal.principalId,
        animal.id,
        tagKind,
        oldTag,
        newTag,
        input.reason,
        input.earSide ?? null,
        input.on,
        input.staffId,
        input.photoIdsOld ?? [],
        input.photoIdsNew ?? [],
        countInYear,
        actor,
      ],
    );
    if (!doc) throw new Error('no document');
    const source = { entity: 'registry.animalTagChange', id: doc.id, docNo: doc.docNo };
    if (oldTag) await endTag(all, tagKind, oldTag, input.on, input.reason);
    await wearTags(
      all,
      [
        {
          kind: tagKind,
          tagNo: newTag,
          animalId: animal.id,
          wornOn: input.on,
          wornBy: input.staffId,
          earSide: input.earSide ?? null,
        },
      ],
      actor,
    );
    await setNewTag(all, animal.id, tagKind, newTag, countInYear >= 3, actor);
    await writeEvent(
      all,
      {
        animalId: animal.id,
        kind: 'tagReplaced',
        happenedOn: input.on,
        principalId: animal.principalId,
        regionCode: animal.regionCode,
        source,
        summary: { tag: newTag, old: oldTag, reason: input.reason, tagKind },
      },
      actor,
    );
    const store = tagStore();
    if (store && tagKind === 'ear') {
      await store.consume(all, {
        mode,
        wornOn: input.on,
        principalId: animal.principalId,
        staffId: input.staffId,
        items: [{ code: newTag, animalId: animal.id }],
        doc: source,
      });
      const closed = { code: oldTag, cause: 'replaced' as const, reason: input.reason, on: input.on, nextCode: newTag };
      await store.close(all, [closed], source);
    }
    await onTagReplaced.tell(all, { animalId: animal.id, tagKind, oldTag, newTag, reason: input.reason });
    if (input.reason === 'lost') await noteDuplicates(all, 'animal', [animal.id]);
    return { ...doc, countInYear };
  });
}

/** The tag store refuses a number here as it does on an animal that comes in; answers how strictly it was asked. */
async function refuseOrigin(
  tx: Tx,
  { tagKind, newTag, on, staffId }: TagReplacement,
  { principalId, species }: AnimalState,
): Promise<string> {
  const mode = await configOf(tx, principalId, 'tag_check_mode');
  if (tagKind !== 'ear') return mode;
  const about = { entryKind: 'replaced', mode, wornOn: on, principalId, staffId };
  const findings = await originsOf(tx, about, [{ tag: newTag, species }]);
  const wrong = findings.find((one) => one.level === 'error');
  if (wrong) throw refusal(wrong.bizCode, wrong.key, { ...wrong.args, tag: newTag }, { refused: [wrong] });
  return mode;
}
