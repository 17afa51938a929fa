import type { Tx } from '#kit/server/db/database.ts';

export async function planLines(tx: Tx, contractId: number, animals: readonly { id: number; earTag: string }[]) {
  await tx.query('delete from cure.entrust_line where contract_id = $1 and in_on is null', [contractId]);
  await tx.query(
    `insert into cure.entrust_line (tenant_no, contract_id, animal_id, ear_tag)
     select kit.tenant(), $1, a, t from unnest($2::bigint[], $3::text[]) x (a, t)`,
    [contractId, animals.map((one) => one.id), animals.map((one) => one.earTag)],
  );
}

export const plannedAnimals = async (tx: Tx, contractId: number): Promise<number[]> =>
  (
    await tx.query<{ id: number }>(
      'select animal_id as id from cure.entrust_line where contract_id = $1 and in_on is null order by animal_id',
      [contractId],
    )
  ).map((one) => one.id);

export const openLines = (tx: Tx, animalIds: readonly number[], contractId: number, on: string): Promise<unknown> =>
  tx.query(
    `update cure.entrust_line set in_on = $3 where contract_id = $1 and animal_id = any ($2) and in_on is null`,
    [contractId, animalIds, on],
  );

/** R105: a calf of a mother in care joins her contract. */
export const bornInto = (tx: Tx, contractId: number, animalId: number, earTag: string, on: string): Promise<unknown> =>
  tx.query(
    `insert into cure.entrust_line (tenant_no, contract_id, animal_id, ear_tag, in_on, born_in_contract)
     values (kit.tenant(), $1, $2, $3, $4, true) on conflict do nothing`,
    [contractId, animalId, earTag, on],
  );

export interface ClosedLine {
  readonly id: number;
  readonly contractId: number;
  readonly animalId: number;
  readonly earTag: string;
  readonly principalId: number;
  readonly hostId: number;
}
export const closeLines = (tx: Tx, animalIds: readonly number[], kind: string, on: string): Promise<ClosedLine[]> =>
  tx.query<ClosedLine>(
    `update cure.entrust_line l set out_on = greatest($3::date, l.in_on), out_kind = $2,
       death_fault = case when $2 = 'dead' then 'none' end
     from cure.entrust_contract c where c.id = l.contract_id and l.tenant_no = kit.tenant()
       and l.animal_id = any ($1) and l.in_on is not null and l.out_on is null
     returning l.id, l.contract_id as "contractId", l.animal_id as "animalId", l.ear_tag as "earTag",
       c.principal_id as "principalId", c.host_id as "hostId"`,
    [animalIds, kind, on],
  );

/** An exit that was taken back: the animal is in care again while the contract runs and nothing else took it in. */
export const reopenLines = (tx: Tx, animalIds: readonly number[]): Promise<unknown> =>
  tx.query(
    `update cure.entrust_line l set out_on = null, out_kind = null, death_fault = null
     from cure.entrust_contract c where c.id = l.contract_id and c.status in ('running', 'settling')
       and l.tenant_no = kit.tenant() and l.animal_id = any ($1) and l.out_kind <> 'returned'
       and l.id = (select max(o.id) from cure.entrust_line o where o.tenant_no = l.tenant_no
         and o.animal_id = l.animal_id)`,
    [animalIds],
  );

/** R106: of weighings within three days of coming and going, the nearest. */
export async function fillWeights(tx: Tx, contractId: number): Promise<void> {
  for (const end of ['in', 'out'])
    await tx.query(
      `update cure.entrust_line l set ${end}_weight = (select w.kg from cure.weighing_seen w
         where w.tenant_no = l.tenant_no and w.animal_id = l.animal_id and abs(w.happened_on - l.${end}_on) <= 3
         order by abs(w.happened_on - l.${end}_on), w.happened_on limit 1)
       where l.contract_id = $1 and l.${end}_on is not null and l.${end}_weight is null`,
      [contractId],
    );
}

export const setFault = (tx: Tx, lineId: number, fault: string): Promise<unknown> =>
  tx.query(`update cure.entrust_line set death_fault = $2 where id = $1 and out_kind = 'dead'`, [lineId, fault]);
