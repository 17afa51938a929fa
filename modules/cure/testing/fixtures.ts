import { randomUUID } from 'node:crypto';
import type { World } from '#apps/server/testing/world.ts';

export const tenant = 1505;
let serial = 0;
export const unique = () => {
  serial += 1;
  return `${Date.now().toString(36)}${serial}`;
};
export const day = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

const one = async <T extends object>(world: World, text: string, values: unknown[] = []): Promise<T> => {
  const [row] = await world.sql<T>(text, values);
  if (!row) throw new Error(`nothing found: ${text.slice(0, 80)}`);
  return row;
};

export const userId = async (world: World, username: string) =>
  (await one<{ id: number }>(world, 'select id::int as id from platform.sys_user where username = $1', [username])).id;

export const tagId = async (world: World, kind: string, name: string) =>
  (
    await one<{ id: number }>(
      world,
      'select id::int as id from cure.cure_tag where tenant_no = $1 and kind = $2 and name_zh = $3',
      [tenant, kind, name],
    )
  ).id;

export interface Drug {
  medicineId: number;
  materialId: number;
}
export const drug = (world: World, materialNo: string) =>
  one<Drug>(
    world,
    `select k.parent_id::int as "medicineId", m.id::int as "materialId" from depot.material m join cure.medicine_pack k on k.material_id = m.id
     where m.tenant_no = $1 and m.material_no = $2`,
    [tenant, materialNo],
  );

export interface Herd {
  principalId: number;
  ids: number[];
}
/** Free animals of one holder of the field vet's county: in stock, not pledged, not insured, under no withdrawal. */
export const herd = (world: World, species: string, atLeast: number, skip = 0) =>
  one<Herd>(
    world,
    `select a.principal_id::int as "principalId", (array_agg(a.id::int order by a.id))[1:$3] as ids from registry.animal a
       join registry.principal p on p.id = a.principal_id and p.status = 'active'
     where a.tenant_no = $1 and a.species = $2 and a.status = 'inStock' and a.voided_at is null and a.pending_change_id is null and not a.quarantined
       and not a.pledged and not a.insured and a.owner_id = a.principal_id and a.region_code >= 150521000000 and a.region_code < 150522000000
       and not exists (select 1 from cure.animal_withdrawal w where w.animal_id = a.id) and a.entry_on < current_date - 10
     group by 1 having count(*) >= $3 order by 1 offset $4 limit 1`,
    [tenant, species, atLeast, skip],
  );

/** As many as are wanted, brought to one holder: no holder of the world has so many. */
export async function gathered(world: World, species: 'sheep', wanted: number): Promise<Herd> {
  const { principalId } = await herd(world, species, 2);
  const rows = await world.sql<{ id: number }>(
    `update registry.animal a set principal_id = p.id, owner_id = p.id, region_code = p.region_code, species = $2
     from registry.principal p
     where p.id = $1 and a.id in (select x.id from registry.animal x where x.tenant_no = $3 and x.species in ('sheep', 'goat')
       and x.status = 'inStock' and x.voided_at is null and x.pending_change_id is null and not x.quarantined
       and not x.pledged and not x.insured and x.entry_on < current_date - 10
       and not exists (select 1 from cure.animal_withdrawal w where w.animal_id = x.id)
       order by x.species desc, x.id limit $4) returning a.id::int as id`,
    [principalId, species, tenant, wanted],
  );
  return { principalId, ids: rows.map((row) => row.id) };
}

/** A sheet that deworms these animals out of the vet's box. */
export const dewormSheet = async (world: World, found: Herd, species: string, more: Record<string, unknown> = {}) => {
  const { medicineId, materialId } = await drug(world, 'SY-001');
  return {
    requestId: randomUUID(),
    principalId: found.principalId,
    treatedOn: day(0),
    species,
    cause: 'deworm',
    source: 'box',
    animals: found.ids.map((animalId) => ({ animalId })),
    lines: [{ medicineId, materialId, route: 'sc', dose: 0.02, dosePer: 'kg', doseUnit: 'mL' }],
    ...more,
  };
};

/** Fills the vet's box so that stock never ends a test. */
export async function topUp(world: World, username = 'vet1'): Promise<void> {
  await world.sql(
    `update depot.stock_balance b set qty = 100000 from depot.depot d join registry.staff s on s.id = d.staff_id join platform.sys_user u on u.id = s.user_id
     where b.depot_id = d.id and d.kind = 'box' and u.username = $1`,
    [username],
  );
}
