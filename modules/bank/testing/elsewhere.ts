import type { Place } from '#apps/server/testing/samples.ts';
import { openSession } from '#apps/server/testing/sessions.ts';
import type { World } from '#apps/server/testing/world.ts';
import { middle, picture, unique } from './custody.ts';

const one = async (world: World, text: string, values: readonly unknown[]): Promise<number> =>
  (await world.sql<{ id: number }>(`${text} returning id::int as id`, [...values]))[0]?.id as number;

/** The unit at the top of a newly opened tenant, as the bank it is in the test. */
export async function bankAt(world: World, { principalId }: Place): Promise<number> {
  await world.sql(`update registry.principal set principal_unit_type = 'bank' where id = $1`, [principalId]);
  return principalId;
}
export const holderAt = (world: World, { tenantNo, village }: Place): Promise<number> =>
  one(
    world,
    `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, contact_name, status)
     values ($1, $2, $3, 'household', $3, 'active')`,
    [tenantNo, village, `试验户${unique()}`],
  );
export const pictureAt = async (world: World, { tenantNo }: Place, bizType: string): Promise<number> =>
  picture(world, world.person(await openSession(world, `t${tenantNo}_admin`)), bizType);

export async function productAt(world: World, place: Place): Promise<number> {
  return one(
    world,
    `insert into bank.bank_product (tenant_no, bank_id, product_code, name, species, stages, min_heads, max_amount,
       term_from_months, term_to_months, rate, price_list_code, insurance_needed, device_need, status)
     values ($1, $2, $3, '试验贷', '{cattle}', '{cow}', 1, 100000000, 3, 24, 6, 'TEST', false, 'none', 'onSale')`,
    [place.tenantNo, await bankAt(world, place), `E${unique()}`],
  );
}
export async function clientAt(world: World, place: Place): Promise<number> {
  return one(
    world,
    `insert into bank.bank_client (tenant_no, bank_id, principal_id, client_no, client_name, client_type, region_code,
       manager_user_id, consent_from, consent_to, consent_scope, status)
     values ($1, $2, $3, $4, '试验户', 'household', $5, 1, current_date - 9, current_date + 200, '{register,stock}', 'active')`,
    [place.tenantNo, await bankAt(world, place), await holderAt(world, place), `E${unique()}`, place.village],
  );
}
export async function lineAt(world: World, place: Place): Promise<number> {
  return one(
    world,
    `insert into bank.credit_line (tenant_no, doc_no, client_id, bank_id, principal_id, product_id, product_version,
       applied_amount, applied_months, purpose, applied_by, manager_user_id, approved_amount, rate, valid_from, valid_to,
       status)
     select c.tenant_no, $2, c.id, c.bank_id, c.principal_id, $3, 1, 10000000, 12, 'buyStock', 'manager', 1, 10000000, 6,
       current_date - 5, current_date + 300, 'effective'
     from bank.bank_client c where c.id = $1`,
    [await clientAt(world, place), `LCE${unique()}`, await productAt(world, place)],
  );
}
/** A pledge that is being enforced, so that a case may be opened on it. */
export async function enforcingAt(world: World, place: Place): Promise<number> {
  const lineId = await lineAt(world, place);
  const siteId = await one(
    world,
    `insert into bank.pledge_site (tenant_no, region_code, site_no, name, principal_id, bank_id, hovel_ids, manager_user_id,
       longitude, latitude)
     select tenant_no, $2, $3, '试验场', principal_id, bank_id, '{1}', 1, $4, $5 from bank.credit_line where id = $1`,
    [lineId, place.village, `E${unique()}`, middle.longitude, middle.latitude],
  );
  return one(
    world,
    `insert into bank.pledge (tenant_no, region_code, doc_no, credit_line_id, bank_id, principal_id, site_id, qr_code, status)
     select tenant_no, $2, $3, id, bank_id, principal_id, $4, $3, 'enforcing' from bank.credit_line where id = $1`,
    [lineId, place.village, `PLE${unique()}`, siteId],
  );
}
