import type { Tx } from '#kit/server/db/database.ts';

export interface TaggedAnimal {
  readonly tag: string;
  readonly animalId: number;
  /** It wears the number now; one it wore before still finds it. */
  readonly isWorn: boolean;
  readonly earTag: string;
  readonly species: string;
  readonly status: string;
  readonly principalId: number;
  readonly ownerId: number;
}

/**
 * The animals the caller sees that wear, or ever wore, these numbers; in the order of the numbers asked.
 *
 * @example
 * const found = await animalsByTags(tx, 'ear', ['215050200000101']);
 */
export async function animalsByTags(
  tx: Tx,
  kind: 'ear' | 'electronic',
  tags: readonly string[],
): Promise<TaggedAnimal[]> {
  return tx.query<TaggedAnimal>(
    `select t.tag_no as tag, a.id as "animalId", t.removed_on is null as "isWorn", a.ear_tag as "earTag", a.species,
       a.status,
       a.principal_id as "principalId", a.owner_id as "ownerId"
     from unnest($2::text[]) with ordinality asked(tag, n)
     join registry.animal_tag t on t.tenant_no = kit.tenant() and t.tag_kind = $1 and t.tag_no = asked.tag
     join registry.animal a on a.id = t.animal_id and a.voided_at is null order by asked.n`,
    [kind, tags],
  );
}
