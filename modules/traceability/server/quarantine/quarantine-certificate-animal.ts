import type { Tx } from '#kit/server/db/database.ts';

export const insertCovered = (
  tx: Tx,
  certificateId: number,
  animals: readonly { readonly animalId: number; readonly tag: string }[],
  seqs: readonly number[],
): Promise<unknown> =>
  tx.query(
    `insert into traceability.quarantine_certificate_animal (tenant_no, certificate_id, animal_id, tag, event_seq)
     select kit.tenant(), $1, a.id, a.tag, a.seq from unnest($2::bigint[], $3::text[], $4::int[]) a(id, tag, seq)`,
    [certificateId, animals.map((one) => one.animalId), animals.map((one) => one.tag), seqs],
  );

export const coveredWithEvents = (
  tx: Tx,
  certificateId: number,
): Promise<{ animalId: number; tag: string; seq: number }[]> =>
  tx.query(
    `select animal_id as "animalId", tag, event_seq as seq from traceability.quarantine_certificate_animal
     where certificate_id = $1 order by animal_id`,
    [certificateId],
  );
