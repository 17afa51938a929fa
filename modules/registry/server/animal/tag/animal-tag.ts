import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface WornTag {
  readonly kind: 'ear' | 'electronic';
  readonly tagNo: string;
  readonly animalId: number;
  readonly wornOn: string;
  readonly wornBy: number | null;
  readonly earSide: string | null;
}

/**
 * Numbers are taken here, for ever, in the order of their digits: of two who want the same ones at once, the second waits for the first
 * and is then told which are gone.
 */
export async function wearTags(tx: Tx, tags: readonly WornTag[], actor: number | null): Promise<void> {
  const sorted = [...tags].sort((a, b) => (a.tagNo < b.tagNo ? -1 : 1));
  const worn = await tx.query<{ tag_no: string }>(
    `insert into registry.animal_tag (tenant_no, tag_kind, tag_no, animal_id, worn_on, worn_by, ear_side, created_by)
     select $1, t.kind, t.tag_no, t.animal_id, t.worn_on, t.worn_by, t.ear_side, $3
     from jsonb_to_recordset($2::jsonb) t(kind text, tag_no text, animal_id bigint, worn_on date, worn_by bigint, ear_side text)
     on conflict (tenant_no, tag_kind, tag_no) do nothing returning tag_no`,
    [
      tx.scope.tenantNo,
      JSON.stringify(
        sorted.map((one) => ({
          kind: one.kind,
          tag_no: one.tagNo,
          animal_id: one.animalId,
          worn_on: one.wornOn,
          worn_by: one.wornBy,
          ear_side: one.earSide,
        })),
      ),
      actor,
    ],
  );
  if (worn.length === tags.length) return;
  const got = new Set(worn.map((row) => row.tag_no));
  throw tagsGone(sorted.map((one) => one.tagNo).filter((tag) => !got.has(tag)));
}

export const tagsGone = (tags: readonly string[]) =>
  refusal('tagUsed', 'registry.animal.tagsUsed', { n: tags.length, tags: tags.slice(0, 5).join('、') }, { tags });

export async function endTag(
  tx: Tx,
  kind: 'ear' | 'electronic',
  tagNo: string,
  on: string,
  reason: string,
): Promise<void> {
  await tx.query(
    'update registry.animal_tag set removed_on = $4, remove_reason = $5 where tenant_no = $1 and tag_kind = $2 and tag_no = $3',
    [tx.scope.tenantNo, kind, tagNo, on, reason],
  );
}

/** Numbers of a registration that never was: they are free again. */
export async function freeTags(tx: Tx, animalIds: readonly number[]): Promise<string[]> {
  const rows = await tx.query<{ tag_no: string }>(
    'delete from registry.animal_tag where tenant_no = $1 and animal_id = any ($2) returning tag_no',
    [tx.scope.tenantNo, animalIds],
  );
  return rows.map((row) => row.tag_no);
}

/** R64: numbers of a record that was merged find the survivor from now on, as numbers it wore. */
export async function reassignTags(tx: Tx, loserId: number, survivorId: number, on: string): Promise<void> {
  await tx.query(
    `update registry.animal_tag set animal_id = $3, remove_reason = case when removed_on is null then 'merged' else remove_reason end, removed_on = coalesce(removed_on, $4)
     where tenant_no = $1 and animal_id = $2`,
    [tx.scope.tenantNo, loserId, survivorId, on],
  );
}
