import type { Tx } from '#kit/server/db/database.ts';

export const addPatients = (tx: Tx, consultId: number, animalIds: readonly number[]): Promise<unknown> =>
  tx.query(
    `insert into cure.consult_animal (tenant_no, consult_id, animal_id, ear_tag)
     select kit.tenant(), $1, a.id, a.ear_tag from cure.animal_seen a where a.id = any ($2) order by a.id`,
    [consultId, animalIds],
  );

/** R4: an open consult an animal stands in already. */
export const openConsults = (tx: Tx, animalIds: readonly number[]) =>
  tx.query<{ animalId: number; consultId: number; docNo: string }>(
    `select distinct on (x.animal_id) x.animal_id as "animalId", c.id as "consultId", c.doc_no as "docNo"
     from cure.consult_animal x join cure.consult c on c.id = x.consult_id
     where x.tenant_no = kit.tenant() and x.animal_id = any ($1) and c.status not in ('closed', 'cancelled')
       order by x.animal_id, c.id`,
    [animalIds],
  );
