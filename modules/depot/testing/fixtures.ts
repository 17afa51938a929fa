import type { World } from '#apps/server/testing/world.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { bookLot } from '#modules/depot/server/stock/lot.ts';

export { bookLot };

/** Stores, goods and lots of the tests' own, apart from those of the demo. */
let serial = 0;
const next = () => `T${String(++serial).padStart(5, '0')}`;

export const tenant = 1505;
/** A day so many days from now, in China. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

export const inStock = <T>(world: World, work: (tx: Tx) => Promise<T>): Promise<T> =>
  world.database.transaction(systemScope(tenant, 'test'), work);

export async function principalOf(world: World, username: string): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    'select principal_id as id from platform.sys_user where username = $1',
    [username],
  );
  return row?.id as number;
}

export async function staffOf(world: World, username: string): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `select s.id as id from registry.staff s join platform.sys_user u on u.id = s.user_id where u.username = $1 and s.status = 'active'`,
    [username],
  );
  return row?.id as number;
}

/** A store of the unit this person works at, kept by them. */
export async function makeDepot(world: World, keeper: string, more: Record<string, unknown> = {}): Promise<number> {
  const values = {
    tenant_no: tenant,
    principal_id: await principalOf(world, keeper),
    depot_no: next(),
    name: `试验库${serial}`,
    kind: 'warehouse',
    keeper_ids: JSON.stringify([await staffOf(world, keeper)]),
    ...more,
  };
  const names = Object.keys(values);
  const [row] = await world.sql<{ id: number }>(
    `insert into depot.depot (region_code, ${names.join(', ')}) select p.region_code, ${names.map((_, at) => `$${at + 1}`).join(', ')}
     from registry.principal p where p.id = $2 returning id as id`,
    Object.values(values),
  );
  return row?.id as number;
}

/** The box somebody carries. */
export async function makeBox(world: World, carrier: string): Promise<number> {
  await world.sql(`update depot.depot set status = 'closed' where kind = 'box' and staff_id = $1`, [
    await staffOf(world, carrier),
  ]);
  return makeDepot(world, carrier, {
    kind: 'box',
    staff_id: await staffOf(world, carrier),
    staff_job: 'preventionWorker',
  });
}

export async function makeMaterial(world: World, more: Record<string, unknown> = {}): Promise<number> {
  const values = {
    tenant_no: tenant,
    material_no: next(),
    name: `试验疫苗${serial}`,
    kind: 'vaccine',
    spec: '50头份/瓶',
    base_unit: 'dose',
    decimals: 0,
    packs: JSON.stringify([
      { unit: 'bottle', factor: 50 },
      { unit: 'carton', factor: 2000 },
    ]),
    tracking: 'batch',
    has_expiry: true,
    sharing: 'shared',
    ...more,
  };
  const names = Object.keys(values);
  const [row] = await world.sql<{ id: number }>(
    `insert into depot.material (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id as id`,
    Object.values(values),
  );
  return row?.id as number;
}

export const makeLot = async (world: World, materialId: number, expireOn: string | null = dayFromNow(300)) =>
  (await inStock(world, (tx) => bookLot(tx, { materialId, lotNo: next(), expireOn }))).id;

// Tests of modules that take goods fill stores with it.
export { postMoves } from '#modules/depot/server/stock/ledger/post.ts';
