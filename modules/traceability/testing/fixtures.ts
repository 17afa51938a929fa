import { randomInt } from 'node:crypto';
import type { World } from '#apps/server/testing/world.ts';

export const tenant = 1505;
let serial = 0;
export const unique = () => {
  serial += 1;
  return `${Date.now().toString(36)}${serial}`;
};
export const day = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
/** So many hours from now, as the server answers it: whole seconds, which are written without a fraction. */
export const hours = (n: number) => `${new Date(Date.now() + (n + 8) * 3_600_000).toISOString().slice(0, 19)}+08:00`;
/** The end of today, where animals are. */
export const tonight = () => new Date(Date.parse(`${day(0)}T23:59:00+08:00`)).toISOString();
export const officialNo = () => `15${randomInt(1e9, 9e9)}`;

const one = async <T extends object>(world: World, text: string, values: unknown[] = []): Promise<T> => {
  const [row] = await world.sql<T>(text, values);
  if (!row) throw new Error(`nothing found: ${text.slice(0, 80)}`);
  return row;
};

export const unitOf = async (world: World, username: string) =>
  one<{ id: number; region: number }>(
    world,
    `select p.id::int as id, p.region_code::float8 as region from registry.principal p
     join platform.sys_user u on u.principal_id = p.id where u.username = $1`,
    [username],
  );

/** Animals of the account's unit that fulfil every condition: free of every guard there is, immunised two months ago, in no paper. */
export async function fitAnimals(world: World, username: string, n: number): Promise<{ id: number; tag: string }[]> {
  const unit = await unitOf(world, username);
  // The herd of the demo may be smaller than a test wants: who stands free in the county joins it.
  const animals = await world.sql<{ id: number; tag: string }>(
    `with chosen as materialized (
       select x.id from registry.animal x
       where x.tenant_no = $2 and x.species = 'cattle' and x.status = 'inStock' and x.voided_at is null
         and x.pending_change_id is null and not x.pledged and not x.quarantined and x.owner_id = x.principal_id
         and x.entry_on < current_date - 10 and x.birth_date < current_date - 200
         and not exists (select 1 from traceability.quarantine_declaration_animal l where l.animal_id = x.id and l.is_open)
         and not exists (select 1 from traceability.movement_animal l where l.animal_id = x.id and l.is_open)
         and not exists (select 1 from cure.animal_withdrawal w where w.animal_id = x.id
           and w.meat_until > current_date - 3)
         and not exists (select 1 from farm.animal_hold h where h.animal_id = x.id)
         and not exists (select 1 from farm.farm_animal f where f.animal_id = x.id and f.isolate_until is not null)
       order by x.principal_id = $1 desc, random() limit $3)
     update registry.animal a set principal_id = p.id, owner_id = p.id, region_code = p.region_code, insured = false
     from registry.principal p, chosen where p.id = $1 and a.id = chosen.id
     returning a.id::int as id, a.ear_tag as tag`,
    [unit.id, tenant, n],
  );
  if (animals.length < n) throw new Error('not enough free animals');
  const ids = animals.map((animal) => animal.id);
  await world.sql(
    `insert into prevention.animal_immunity (tenant_no, animal_id, disease_code, principal_id, region_code, species, shots,
       last_on, valid_until)
     select $1, a.id, d.code, a.principal_id, a.region_code, a.species, 2, current_date - 60, current_date + 120
     from registry.animal a cross join prevention.ant_disease d
     where a.id = any ($2) and d.tenant_no = $1 and d.compulsory
     on conflict (tenant_no, animal_id, disease_code) do update
       set shots = 2, last_on = excluded.last_on, valid_until = excluded.valid_until, exempt_until = null`,
    [tenant, ids],
  );
  return animals;
}

/** A form of the sender that is right in everything. */
export async function declaration(world: World, sender: string, animals: readonly { id: number }[], more: object = {}) {
  const from = await unitOf(world, sender);
  const to = await unitOf(world, 'plant1');
  return {
    principalId: from.id,
    purpose: 'slaughter',
    species: 'cattle',
    toPrincipalId: to.id,
    toText: null,
    toRegionCode: to.region,
    departAt: hours(8),
    plateNo: '蒙G12345',
    route: null,
    animals: animals.map(({ id }) => ({ animalId: id })),
    approvalFile: [],
    photos: [],
    remark: null,
    ...more,
  };
}
