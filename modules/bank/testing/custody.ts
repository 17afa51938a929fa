import { randomUUID } from 'node:crypto';
import type { Person, World } from '#apps/server/testing/world.ts';
import { type Animal, makeHerd, makeHolder } from '#modules/insurance/testing/herd.ts';

let serial = 0;
export const unique = (): string => `${process.pid}${++serial}`;
/** A village nobody else's tests keep animals in. */
export const village = 150521102203;
export const middle = { longitude: 122.3, latitude: 43.6 };
/** So many metres to the north of a place. */
export const north = (metres: number, from = middle) => ({ ...from, latitude: from.latitude + metres / 111_195 });

const one = async (world: World, text: string, values: unknown[] = []): Promise<number> =>
  (await world.sql<{ id: number }>(`${text} returning id::int as id`, values))[0]?.id ?? 0;
export const unitOf = async (world: World, username: string): Promise<number> =>
  (
    await world.sql<{ id: number }>('select principal_id::int as id from platform.sys_user where username = $1', [
      username,
    ])
  )[0]?.id ?? 0;
export const userOf = async (world: World, username: string): Promise<number> =>
  (await world.sql<{ id: number }>('select id::int as id from platform.sys_user where username = $1', [username]))[0]
    ?.id ?? 0;

export interface Custody {
  readonly siteId: number;
  readonly pledgeId: number;
  readonly creditLineId: number;
  readonly clientId: number;
  readonly principalId: number;
  readonly bankId: number;
  readonly hovelIds: readonly number[];
  readonly herd: readonly Animal[];
}

/** A site with a live pledge of so many heads, as it stands the day after activation. */
export async function makeCustody(
  world: World,
  heads: number,
  more: { readonly bank?: string; readonly supervisor?: string | null; readonly status?: string } = {},
): Promise<Custody> {
  const bankId = await unitOf(world, more.bank ?? 'bank1');
  const supervisorId = more.supervisor === null ? null : await unitOf(world, more.supervisor ?? 'sup_pt1');
  const manager = await userOf(world, more.bank ?? 'bank1');
  const holder = await makeHolder(world, village);
  const hovelIds = [];
  for (const no of ['1', '2'])
    hovelIds.push(
      await one(
        world,
        `insert into registry.hovel (tenant_no, region_code, principal_id, hovel_no, name, kind, capacity)
         values (1505, $1, $2, $3, $4, 'barn', 500)`,
        [village, holder.id, no, `${no}号舍`],
      ),
    );
  const herd = await makeHerd(world, holder, heads, { hovel_id: hovelIds[0] });
  await world.sql('update registry.animal set hovel_id = $1 where id = any ($2)', [
    hovelIds[1],
    herd.slice(Math.ceil(heads / 2)).map((animal) => animal.id),
  ]);
  const tag = unique();
  const productId = await one(
    world,
    `insert into bank.bank_product (tenant_no, bank_id, product_code, name, species, stages, min_heads, max_amount,
       term_from_months, term_to_months, rate, price_list_code, insurance_needed, device_need)
     values (1505, $1, $2, '试验贷', '{cattle}', '{cow}', 1, 100000000, 3, 24, 6, 'TEST', false, 'none')`,
    [bankId, `T${tag}`],
  );
  const clientId = await one(
    world,
    `insert into bank.bank_client (tenant_no, bank_id, principal_id, client_no, client_name, client_type, region_code,
       manager_user_id, consent_from, consent_to, consent_scope, status)
     values (1505, $1, $2, $3, $4, 'household', $5, $6, current_date - 30, current_date + 300,
       '{register,stock,immunity,insurance,device,video}', 'active')`,
    [bankId, holder.id, `T${tag}`, holder.name, village, manager],
  );
  const creditLineId = await one(
    world,
    `insert into bank.credit_line (tenant_no, doc_no, client_id, bank_id, principal_id, product_id, product_version,
       applied_amount, applied_months, purpose, applied_by, manager_user_id, approved_amount, rate, valid_from, valid_to,
       status)
     values (1505, $1, $2, $3, $4, $5, 1, 10000000, 12, 'buyStock', 'manager', $6, 10000000, 6, current_date - 100,
       current_date + 300, 'effective')`,
    [`LCT${tag}`, clientId, bankId, holder.id, productId, manager],
  );
  const siteId = await one(
    world,
    `insert into bank.pledge_site (tenant_no, region_code, site_no, name, principal_id, bank_id, supervisor_id, hovel_ids,
       manager_user_id, longitude, latitude, status)
     values (1505, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'inUse')`,
    [
      village,
      `S${tag}`,
      `试验场${tag}`,
      holder.id,
      bankId,
      supervisorId,
      hovelIds,
      manager,
      middle.longitude,
      middle.latitude,
    ],
  );
  const pledgeId = await one(
    world,
    `insert into bank.pledge (tenant_no, region_code, doc_no, credit_line_id, bank_id, principal_id, supervisor_id,
       site_id, heads, qr_code, status)
     values (1505, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      village,
      `PLT${tag}`,
      creditLineId,
      bankId,
      holder.id,
      supervisorId,
      siteId,
      heads,
      randomUUID(),
      more.status ?? 'active',
    ],
  );
  await world.sql(
    `with items as (insert into bank.pledge_item (tenant_no, region_code, pledge_id, bank_id, principal_id, supervisor_id,
       animal_id, ear_tag, species, stage, state, from_at)
     select 1505, $1, $2, $3, $4, $5, a.id, a.ear_tag, a.species, a.stage, 'pledged', now()
     from registry.animal a where a.id = any ($6) returning id)
     insert into bank.pledge_item_amount (id, tenant_no, bank_id, principal_id, start_value, value)
     select id, 1505, $3, $4, 1200000, 1200000 from items`,
    [village, pledgeId, bankId, holder.id, supervisorId, herd.map((animal) => animal.id)],
  );
  return { siteId, pledgeId, creditLineId, clientId, principalId: holder.id, bankId, hovelIds, herd };
}

export const scanOf = (tag: string, more: object = {}) => ({
  tag,
  readBy: 'rfid',
  at: new Date().toISOString(),
  location: middle,
  ...more,
});
/** Scans of a herd, three seconds apart, as one who walks along it makes them. */
export const walkedPast = (
  tags: readonly string[],
  from = Date.now() - 8 * 60_000,
  everyMs = 3_000,
  more: object = {},
) => tags.map((tag, n) => scanOf(tag, { at: new Date(from + n * everyMs).toISOString(), ...more }));

/** A picture nobody has seen before. */
export async function picture(world: World, who: Person, bizType = 'bank.pledgeCountLine'): Promise<number> {
  const { photo } = await import('#apps/server/testing/sample-files.ts');
  serial += 1;
  const answer = await world.upload(
    who,
    'sys/file/upload',
    await photo('jpeg', undefined, 60 + (serial % 900), 40 + (process.pid % 500) + Math.floor(serial / 900)),
    { bizType },
    `${randomUUID()}.jpg`,
  );
  return answer.data.fileId;
}
