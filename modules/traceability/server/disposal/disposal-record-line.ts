import type { Tx } from '#kit/server/db/database.ts';

export interface Carcass {
  readonly id: number;
  readonly tag: string | null;
  readonly animalId: number | null;
}
export const carcassesOf = (tx: Tx, recordId: number): Promise<Carcass[]> =>
  tx.query<Carcass>(
    `select id, tag, animal_id as "animalId" from traceability.disposal_record_line
     where parent_id = $1 order by line_no`,
    [recordId],
  );

/** Which animals the numbers are; the index refuses an animal that stands on another record. */
export const nameCarcasses = (tx: Tx, recordId: number, animals: ReadonlyMap<string, number>): Promise<unknown> =>
  tx.query(
    `update traceability.disposal_record_line l set animal_id = a.id from unnest($2::text[], $3::bigint[]) a(tag, id)
     where l.parent_id = $1 and l.tag = a.tag and l.animal_id is distinct from a.id`,
    [recordId, [...animals.keys()], [...animals.values()]],
  );

export const freeCarcasses = (tx: Tx, recordId: number): Promise<unknown> =>
  tx.query('update traceability.disposal_record_line set is_live = false where parent_id = $1', [recordId]);

export const noteEvents = (tx: Tx, seqs: ReadonlyMap<number, number>): Promise<unknown> =>
  tx.query(
    `update traceability.disposal_record_line l set event_seq = e.seq from unnest($1::bigint[], $2::int[]) e(id, seq)
     where l.id = e.id`,
    [[...seqs.keys()], [...seqs.values()]],
  );
