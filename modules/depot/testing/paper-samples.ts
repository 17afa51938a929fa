import type { Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { World } from '#apps/server/testing/world.ts';
import type { LineInput } from '#modules/depot/contract/document/stock-doc.ts';
import { postDoc, postMoves } from '#modules/depot/server/index.ts';
import { dayFromNow, inStock, makeDepot, makeMaterial, tenant } from '#modules/depot/testing/fixtures.ts';

interface Made {
  readonly id: number;
  readonly version: number;
}

/** Somebody who holds every right and keeps stores: of the demo's people nobody both sends and accepts. */
const master = (name: string, make: (world: World) => Promise<Made>) => async (world: World) => {
  await makeMaster(world, name);
  await world.sql(
    `insert into registry.staff (tenant_no, region_code, principal_id, person_id, user_id, name, job, hired_on, status)
     select u.tenant_no, p.region_code, p.id, (select max(x.id) from registry.person x where x.tenant_no = u.tenant_no and not exists (select 1 from registry.staff s where s.person_id = x.id)), u.id, '全', 'depotKeeper', now()::date, 'active'
     from platform.sys_user u join registry.principal p on p.id = u.principal_id where u.username = $1`,
    [name],
  );
  // A list is looked at before anything is added.
  await make(world);
  return world.person(await openSession(world, name));
};

const userOf = async (world: World, name: string): Promise<number> =>
  (await world.sql<{ id: number }>('select id as id from platform.sys_user where username = $1', [name]))[0]
    ?.id as number;

async function stocked(world: World, name: string, expireOn = dayFromNow(300)) {
  const depotId = await makeDepot(world, name);
  const materialId = await makeMaterial(world, { kind: 'drug' });
  await inStock(world, (tx) =>
    postDoc(tx, {
      docType: 'otherIn',
      reason: 'opening',
      depotId,
      bizDate: dayFromNow(-1),
      lines: [{ materialId, lotNo: 'L', expireOn, unit: 'dose', unitQty: 100 }],
    }),
  );
  const [lot] = await world.sql<{ id: number }>('select id as id from depot.lot where material_id = $1', [materialId]);
  return { depotId, materialId, lotId: lot?.id as number };
}

const another = (world: World, id: number) =>
  world.sql('update depot.stock_doc set created_by = null, file_ids = $2, witness_ids = $3 where id = $1', [
    id,
    '[1]',
    '[1, 2]',
  ]);

const review = (world: World, id: number, value: string) =>
  world.sql(
    `insert into registry.principal_config (tenant_no, principal_id, config_code, config_value) select $1, principal_id, 'depot_in_review', $3 from depot.stock_doc where id = $2
     on conflict (tenant_no, principal_id, config_code) do update set config_value = excluded.config_value`,
    [tenant, id, value],
  );

const common = { keeper: 'tl_region', stranger: 'tl_admin', neighbour: 'cf_mgr', wrong: {}, form: async () => ({}) };
const draft = (world: World, name: string, doc: object): Promise<Made> =>
  inStock(world, async (tx) =>
    postDoc(tx, { bizDate: dayFromNow(0), until: 'draft', ...doc } as never, await userOf(world, name)),
  );

async function receipt(world: World): Promise<Made> {
  const name = 'keeper_of_receipts';
  const depotId = await makeDepot(world, name);
  const materialId = await makeMaterial(world, { kind: 'drug' });
  const [purveyor] = await world.sql<{ id: number }>(
    `insert into depot.purveyor (tenant_no, principal_id, name) select tenant_no, principal_id, 'P' || id from depot.depot where id = $1 returning id as id`,
    [depotId],
  );
  const lines: LineInput[] = [{ materialId, lotNo: 'L', expireOn: dayFromNow(300), unit: 'dose', unitQty: 10 }];
  return draft(world, name, { docType: 'purchaseIn', depotId, purveyorId: purveyor?.id, lines });
}

async function other(world: World): Promise<Made> {
  const name = 'keeper_of_returns';
  const depotId = await makeDepot(world, name);
  const materialId = await makeMaterial(world, { kind: 'drug' });
  const lines: LineInput[] = [{ materialId, lotNo: 'L', expireOn: dayFromNow(300), unit: 'dose', unitQty: 10 }];
  return draft(world, name, { docType: 'otherIn', reason: 'found', depotId, lines });
}

async function use(world: World): Promise<Made> {
  const name = 'keeper_of_uses';
  const { depotId, materialId, lotId } = await stocked(world, name);
  const lines: LineInput[] = [{ materialId, lotId, unit: 'dose', unitQty: 10 }];
  return draft(world, name, { docType: 'useOut', reason: 'use', depotId, lines });
}

async function issue(world: World): Promise<Made> {
  const name = 'keeper_of_issues';
  const { depotId, materialId, lotId } = await stocked(world, name);
  const lines: LineInput[] = [{ materialId, lotId, unit: 'dose', unitQty: 10 }];
  return draft(world, name, { docType: 'issueOut', depotId, toDepotId: await makeDepot(world, name), lines });
}

/** The goods as far on their way as the step wants them. */
async function underWay(world: World, name: string, id: number): Promise<void> {
  const [line] = await world.sql<{ depotId: number; lotId: number; materialId: number }>(
    `select d.depot_id as "depotId", l.lot_id as "lotId", l.material_id as "materialId" from depot.stock_doc d join depot.stock_doc_line l on l.doc_id = d.id where d.id = $1`,
    [id],
  );
  if (!line) return;
  if (name === 'dispatch')
    await world.sql('update depot.stock_balance set reserved = 10 where depot_id = $1', [line.depotId]);
  if (['receive', 'refuse', 'takeBack'].includes(name))
    await inStock(world, (tx) =>
      postMoves(tx, [
        {
          moveKind: 'transfer',
          materialId: line.materialId,
          lotId: line.lotId,
          from: { kind: 'depot', id: line.depotId },
          to: { kind: 'transit', id },
          qty: 10,
          bizDate: dayFromNow(0),
          docType: 'issueOut',
          docId: id,
        },
      ]),
    );
}

/** The papers of the store, each with somebody who may take every step of it. */
export const samples: Record<string, Sample> = {
  'depot.stockIn': {
    ...common,
    person: master('keeper_of_receipts', receipt),
    make: receipt,
    ready: async (world, name, id) => {
      await review(world, id, name === 'postNow' ? '0' : '1');
      if (name === 'post' || name === 'submit') await another(world, id);
    },
  },
  'depot.otherIn': { ...common, person: master('keeper_of_returns', other), make: other },
  'depot.useOut': {
    ...common,
    person: master('keeper_of_uses', use),
    make: use,
    ready: async (world, name, id) => {
      if (name === 'submit' || name === 'approve') await another(world, id);
      if (name === 'submit') await world.sql(`update depot.stock_doc set reason = 'destroy' where id = $1`, [id]);
    },
  },
  'depot.issueOut': {
    ...common,
    person: master('keeper_of_issues', issue),
    make: issue,
    ready: underWay,
    inputs: { dispatch: async () => ({ carrier: '张三', temperature: 5 }) },
  },
};
