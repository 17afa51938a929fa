import type { Tx } from '#kit/server/db/database.ts';

/** Stays as their events tell them: one begins where the holder changes, and ends the day the next begins or the animal leaves. */
export async function renewStays(tx: Tx, animalIds: readonly number[]): Promise<void> {
  await tx.query('delete from traceability.animal_stay where tenant_no = kit.tenant() and animal_id = any ($1)', [
    animalIds,
  ]);
  await tx.query(
    `with told as (
       select e.animal_id, e.seq, e.principal_id, e.region_code, e.happened_on,
         lag(e.principal_id) over (partition by e.animal_id order by e.seq) as before
       from traceability.event_seen e
       where e.tenant_no = kit.tenant() and e.animal_id = any ($1) and e.void_of is null
         and not exists (select 1 from traceability.event_seen v
           where v.tenant_no = e.tenant_no and v.animal_id = e.animal_id and v.void_of = e.seq)
     ), begun as (
       select t.*, row_number() over (partition by t.animal_id order by t.seq) as no,
         lead(t.happened_on) over (partition by t.animal_id order by t.seq) as next_on
       from told t where t.before is distinct from t.principal_id
     )
     insert into traceability.animal_stay (tenant_no, animal_id, seq, principal_id, region_code, from_on, to_on)
     select kit.tenant(), b.animal_id, b.no, b.principal_id, b.region_code, b.happened_on,
       -- A stay that goes on has no end: greatest() alone would end it on the day it began.
       case when coalesce(b.next_on, a.exit_on) is not null
         then greatest(b.happened_on, coalesce(b.next_on, a.exit_on)) end
     from begun b join traceability.animal_seen a on a.id = b.animal_id`,
    [animalIds],
  );
}
