import { expect } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { postDoc } from '#modules/depot/server/index.ts';
import { differences } from '#modules/depot/server/stock/ledger/as-of.ts';
import { dayFromNow, inStock, makeMaterial, principalOf, tenant } from './fixtures.ts';

export const cold = { kind: 'coldRoom', temp_min: 2, temp_max: 8 };
export const today = dayFromNow(0);
export const line = (materialId: number, more: object = {}) => ({ materialId, unit: 'dose', unitQty: 100, ...more });
export const lotLine = (materialId: number, lotNo: string, qty: number, expireOn = dayFromNow(300)) =>
  line(materialId, { lotNo, expireOn, unitQty: qty });

/** A county with a keeper, somebody who accepts, and a purveyor; and short words for what tests of papers ask again and again. */
export interface Papers {
  readonly world: World;
  readonly keeper: Person;
  readonly manager: Person;
  readonly county: number;
  readonly purveyor: number;
}

export async function openPapers(): Promise<Papers> {
  const world = await openWorld({ pool: 8 });
  const county = await principalOf(world, 'depot1');
  const [seller] = await world.sql<{ id: number }>(
    `insert into depot.purveyor (tenant_no, principal_id, name) values ($1, $2, '试验供货') returning id as id`,
    [tenant, county],
  );
  await review(world, county, '1');
  return {
    world,
    county,
    purveyor: seller?.id as number,
    keeper: await world.as('depot1'),
    manager: await world.as('kzzq_mgr'),
  };
}

export const review = (world: World, principalId: number, value: string) =>
  world.sql(
    `insert into registry.principal_config (tenant_no, principal_id, config_code, config_value) values ($1, $2, 'depot_in_review', $3)
     on conflict (tenant_no, principal_id, config_code) do update set config_value = excluded.config_value`,
    [tenant, principalId, value],
  );

export const withFiles = (world: World, id: number) =>
  world.sql(`update depot.stock_doc set file_ids = '[1]' where id = $1`, [id]);

export const vaccine = (world: World, more: object = {}) =>
  makeMaterial(world, { store_temp_min: 2, store_temp_max: 8, ...more });

const one = async (world: World, text: string, values: unknown[]): Promise<number> =>
  (await world.sql<{ n: number }>(text, values))[0]?.n as number;

export const qtyIn = (world: World, depotId: number, materialId: number): Promise<number> =>
  one(
    world,
    'select coalesce(sum(qty), 0)::float8 as n from depot.stock_balance where depot_id = $1 and material_id = $2',
    [depotId, materialId],
  );
export const reservedIn = (world: World, depotId: number): Promise<number> =>
  one(world, 'select coalesce(sum(reserved), 0)::float8 as n from depot.stock_balance where depot_id = $1', [depotId]);
export const inTransit = (world: World, docId: number): Promise<number> =>
  one(
    world,
    `select coalesce(sum(case when to_kind = 'transit' then qty else 0 end) - sum(case when from_kind = 'transit' then qty else 0 end), 0)::float8 as n
     from depot.stock_move where (to_kind = 'transit' and to_id = $1) or (from_kind = 'transit' and from_id = $1)`,
    [docId],
  );
export const lotIdOf = (world: World, materialId: number, lotNo: string): Promise<number> =>
  one(world, 'select id as n from depot.lot where material_id = $1 and lot_no = $2', [materialId, lotNo]);
const versionIn = (world: World, id: number): Promise<number> =>
  one(world, 'select version as n from depot.stock_doc where id = $1', [id]);

/** The same words, bound to one world. */
export function wordsOf({ world, purveyor }: Papers) {
  return {
    vaccine: (more: object = {}) => vaccine(world, more),
    withFiles: (id: number) => withFiles(world, id),
    review: (principalId: number, value: string) => review(world, principalId, value),
    qty: (depotId: number, materialId: number) => qtyIn(world, depotId, materialId),
    reserved: (depotId: number) => reservedIn(world, depotId),
    inTransit: (docId: number) => inTransit(world, docId),
    lotIdOf: (materialId: number, lotNo: string) => lotIdOf(world, materialId, lotNo),
    versionOf: (id: number) => versionIn(world, id),
    /** Stock by the published function, as another module would bring it. */
    stock: (depotId: number, ...lines: object[]) =>
      inStock(world, (tx) =>
        postDoc(tx, {
          docType: 'purchaseIn',
          depotId,
          purveyorId: purveyor,
          bizDate: dayFromNow(-20),
          lines: lines as never,
        }),
      ),
    step: async (who: Person, screen: string, id: number, name: string, more: object = {}) =>
      who.post(`pri/depot/${screen}/transition`, { id, version: await versionIn(world, id), name, ...more }),
    /** R1: what moved is what lies there. */
    proven: async () => expect((await inStock(world, (tx) => tx.query(differences.text))).length).toBe(0),
  };
}
