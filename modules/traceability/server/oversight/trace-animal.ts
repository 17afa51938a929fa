import type { Tx } from '#kit/server/db/database.ts';
import { renewStays } from './animal-stay.ts';

/**
 * Completeness of animals in stock, from their own events: origin, registration, tag, immunity and closed movements. Those that left
 * have no row. Grade A lacks nothing, B one, C more; D has a broken chain or a time that cannot be.
 */
export async function renewAnimals(tx: Tx, animalIds: readonly number[]): Promise<void> {
  if (animalIds.length === 0) return;
  await renewStays(tx, animalIds);
  await tx.query(
    `delete from traceability.trace_animal t where t.tenant_no = kit.tenant() and t.animal_id = any ($1) and
      not exists (
       select 1 from traceability.animal_seen a where a.id = t.animal_id and a.status = 'inStock')`,
    [animalIds],
  );
  await tx.query(
    `with told as (
       select a.id, a.tenant_no, a.region_code, a.principal_id, a.ear_tag, a.species, a.breed, a.sex, a.birth_date,
         max(e.happened_on) as last_on, min(e.happened_on) filter (where e.kind = 'tagWorn') as tagged_on,
         coalesce(bool_or(e.kind in ('born', 'quarantineIssued', 'bought', 'moved')), false) as origin,
         coalesce(bool_or(e.kind = 'registered'), false) as registered,
         coalesce(bool_or(e.kind = 'tagWorn'), false) as tagged,
         coalesce(bool_or(e.kind = 'immunised' and e.happened_on > current_date - 365), false) as immune,
         max(e.seq) as seq
       from traceability.animal_seen a
         left join traceability.event_seen e on e.tenant_no = a.tenant_no and e.animal_id = a.id and e.void_of is null
       where a.tenant_no = kit.tenant() and a.id = any ($1) and a.status = 'inStock'
       group by a.id, a.tenant_no, a.region_code, a.principal_id, a.ear_tag, a.species, a.breed, a.sex, a.birth_date
     ), judged as (
       select t.*, array_remove(array[case when t.origin then 'origin' end, case when t.registered then
         'registered' end,
           case when t.tagged then 'tagged' end, case when t.immune then 'immune' end,
           case when m.animal_id is null then 'movement' end], null) as present,
         array_remove(array[case when not t.origin then 'origin' end, case when not t.registered then 'registered' end,
           case when not t.tagged then 'tagged' end, case when not t.immune then 'immune' end,
           case when m.animal_id is not null then 'movement' end], null) as missing,
         case when t.tagged_on < t.birth_date then '{bornAfterTag}'::text[] else '{}' end as odd,
         case when k.state = 'broken' then 'broken' when coalesce(s.sealed_seq, 0) >= t.seq then 'ok' else 'pending'
           end as chain
       from told t
         left join lateral (select l.animal_id from traceability.movement_animal l
           join traceability.movement o on o.id = l.movement_id and o.overdue
           where l.tenant_no = t.tenant_no and l.animal_id = t.id and l.is_open limit 1) m on true
         left join traceability.head_seen h on h.animal_id = t.id
         left join traceability.trace_sealed s on s.tenant_no = t.tenant_no and s.uid = h.uid
         left join lateral (select o.chain as state from traceability.trace_animal o
           where o.tenant_no = t.tenant_no and o.animal_id = t.id) k on true
     )
     insert into traceability.trace_animal (tenant_no, region_code, principal_id, animal_id, ear_tag,
       species, breed, sex,
       birth_date, present, missing, time_odd, score, grade, chain, last_on, code)
     select j.tenant_no, j.region_code, j.principal_id, j.id, j.ear_tag, j.species, j.breed, j.sex,
       j.birth_date, j.present,
       j.missing, j.odd, cardinality(j.present) * 20,
       case when j.chain = 'broken' or cardinality(j.odd) > 0 then 'D' when cardinality(j.missing) = 0 then 'A'
         when cardinality(j.missing) = 1 then 'B' else 'C' end, j.chain, j.last_on,
       (select c.code from traceability.trace_code c where c.tenant_no = j.tenant_no and c.target_type = 'animal'
          and c.target_id = j.id and c.status = 'active' limit 1)
     from judged j
     on conflict (tenant_no, animal_id) do update set region_code = excluded.region_code,
       principal_id = excluded.principal_id, ear_tag = excluded.ear_tag, present = excluded.present,
       missing = excluded.missing, time_odd = excluded.time_odd, score = excluded.score, grade = excluded.grade,
       chain = excluded.chain, last_on = excluded.last_on, code = excluded.code, checked_at = now()`,
    [animalIds],
  );
}

/** The row goes with the animal, in the transaction of its handover: nobody goes on seeing what they gave away. */
export const followHolder = (tx: Tx, animalIds: readonly number[]): Promise<unknown> =>
  tx.query(
    `update traceability.trace_animal t set principal_id = a.principal_id, region_code = a.region_code
     from traceability.animal_seen a
     where t.tenant_no = kit.tenant() and a.id = t.animal_id and t.animal_id = any ($1)`,
    [animalIds],
  );

export const reassignAnimals = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    'update traceability.trace_animal set principal_id = $2 where tenant_no = kit.tenant() and principal_id = $1',
    [from, to],
  );

export const noteCode = (tx: Tx, animalId: number, code: string): Promise<unknown> =>
  tx.query('update traceability.trace_animal set code = $2 where tenant_no = kit.tenant() and animal_id = $1', [
    animalId,
    code,
  ]);

export const noteChain = (tx: Tx, tags: readonly string[], state: 'broken' | 'pending'): Promise<unknown> =>
  tx.query(
    `update traceability.trace_animal set chain = $2, grade = case when $2 = 'broken' then 'D' else grade end
     where tenant_no = kit.tenant() and ear_tag = any ($1)`,
    [tags, state],
  );

/** R4: what was recorded in the last two days, and of the rest a hundredth each night. */
export const animalsOfNight = async (tx: Tx, night: number): Promise<number[]> => {
  const rows = await tx.query<{ id: number }>(
    `select h.animal_id as id from traceability.head_seen h where h.tenant_no = kit.tenant() and h.animal_id % 100 = $1
     union select e.animal_id from traceability.event_seen e
     where e.tenant_no = kit.tenant() and e.recorded_at > now() - interval '2 days' order by 1`,
    [night % 100],
  );
  return rows.map((one) => one.id);
};
