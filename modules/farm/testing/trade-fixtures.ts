import type { World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { registerAnimals } from '#modules/registry/server/index.ts';

export type Made = { id: number; version: number };
let serial = 0;
export const unique = (): string => `${process.pid}${++serial}`;
export const day = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
export const unitOf = async (world: World, username: string): Promise<number> =>
  (
    await world.sql<{ id: number }>('select principal_id::int as id from platform.sys_user where username = $1', [
      username,
    ])
  )[0]?.id ?? 0;
export const one = async (world: World, text: string, values: unknown[] = []): Promise<Made> => {
  const [row] = await world.sql<Made>(`${text} returning id::int as id, version`, values);
  if (!row) throw new Error(`no row was made: ${text.slice(0, 60)}`);
  return row;
};

/** Numbers far from those the demo gives; each process has its own. */
const nextTag = (county: number): string =>
  `2${county}6${String(process.pid % 100).padStart(2, '0')}${String(++serial).padStart(5, '0')}`;

/** Steers that nothing has happened to, with a weight; they stand in a pen where the holder has one. */
export async function makeSteers(
  world: World,
  holderId: number,
  count: number,
  { kg = 420, tenantNo = 1505 }: { kg?: number; tenantNo?: number } = {},
): Promise<{ id: number; earTag: string }[]> {
  const [holder] = await world.sql<{ county: number; pen: number | null }>(
    `select (p.region_code / 1000000)::int as county, (select n.id::int from registry.pen n
         where n.principal_id = p.id and n.status = 'inUse' order by n.id desc limit 1) as pen
     from registry.principal p where p.id = $1`,
    [holderId],
  );
  const tags = Array.from({ length: count }, () => nextTag(holder?.county ?? 150521));
  const { animalIds } = await world.database.transaction(systemScope(tenantNo, 'test'), (tx) =>
    registerAnimals(tx, {
      entryKind: 'backlog',
      principalId: holderId,
      penId: holder?.pen ?? null,
      wornOn: day(-120),
      staffId: null,
      animals: tags.map((tag) => ({
        tag,
        species: 'cattle',
        breed: 'simmental',
        sex: 'male',
        birthDate: day(-500),
      })),
    } as never),
  );
  await world.sql(
    'update registry.animal set weight = $2, weight_on = current_date - 40, entry_on = current_date - 100 where id = any ($1)',
    [animalIds, kg],
  );
  return animalIds.map((id, at) => ({ id, earTag: tags[at] as string }));
}

export const makeCustomer = (
  world: World,
  principalId: number,
  more: { ref?: number; limit?: number; tenantNo?: number } = {},
) =>
  one(
    world,
    `insert into farm.customer (tenant_no, principal_id, name, kind, principal_ref, credit_limit)
     values ($1, $2, $3, 'buyer', $4, $5)`,
    [more.tenantNo ?? 1505, principalId, `试验客户${unique()}`, more.ref ?? null, more.limit ?? null],
  );

/** A delivered order that is owed for. */
export async function makeOrder(world: World, principalId: number, amount = 100_000, tenantNo = 1505): Promise<Made> {
  const customer = await makeCustomer(world, principalId, { tenantNo });
  return one(
    world,
    `insert into farm.sale_order (tenant_no, principal_id, doc_no, customer_id, price_mode, unit_price, purpose,
       deliver_on, delivered_on, head, kg, amount, status)
     values ($1, $2, $3, $4, 'live', 2500, 'slaughter', current_date, current_date, 1, 40, $5, 'delivered')`,
    [tenantNo, principalId, `FOT${unique()}`, customer.id, amount],
  );
}

/** A contract in force over these animals, past the register: they stand where they stood. */
export async function makePlacement(
  world: World,
  principalId: number,
  holderId: number,
  animalIds: readonly number[],
  tenantNo = 1505,
): Promise<Made> {
  const made = await one(
    world,
    `insert into farm.placement (tenant_no, principal_id, holder_id, doc_no, mode, day_fee, from_on, to_on, status,
       accepted_on)
     values ($1, $2, $3, $4, 'dailyFee', 800, current_date - 60, current_date + 300, 'active', current_date - 60)`,
    [tenantNo, principalId, holderId, `FPT${unique()}`],
  );
  await world.sql(
    `insert into farm.placement_animal (tenant_no, parent_id, line_no, animal_id, in_kg, in_value, in_on, is_open)
     select $1, $2, n, a, 300, 900000, current_date - 60, true from unnest($3::bigint[]) with ordinality x(a, n)`,
    [tenantNo, made.id, animalIds],
  );
  return made;
}

export const makeBatch = (world: World, principalId: number, plantId: number | null, status = 'done'): Promise<Made> =>
  one(
    world,
    `insert into farm.slaughter_batch (tenant_no, region_code, principal_id, slaughterhouse_id, plant_text, doc_no,
       sent_on, price_mode, head, status)
     select 1505, p.region_code, p.id, $2, '外地', $3, current_date, 'live', 1, $4 from registry.principal p
     where p.id = $1`,
    [principalId, plantId, `FST${unique()}`, status],
  );
export const makeMoney = async (world: World, principalId: number, plantId: number | null): Promise<Made> => {
  const batch = await makeBatch(world, principalId, plantId);
  return one(
    world,
    `insert into farm.slaughter_money (tenant_no, principal_id, slaughterhouse_id, batch_id, doc_no, unit_price)
     select tenant_no, principal_id, slaughterhouse_id, id, doc_no, 2500 from farm.slaughter_batch where id = $1`,
    [batch.id],
  );
};
