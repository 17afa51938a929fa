import type { Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { World } from '#apps/server/testing/world.ts';
import { dayFromNow, inStock, makeDepot, makeLot, makeMaterial, staffOf } from '#modules/depot/testing/fixtures.ts';

const name = 'depot_master';
let serial = 0;

/** Holds every permission at the station, works there and carries things: no one account of the demo may do everything. */
async function master(world: World): Promise<number> {
  const known = await world.sql<{ id: number }>(
    'select s.id from registry.staff s join platform.sys_user u on u.id = s.user_id where u.username = $1',
    [name],
  );
  if (known[0]) return known[0].id;
  await makeMaster(world, name, 'kzzq_depot1');
  const [staff] = await world.sql<{ id: number }>(
    `insert into registry.staff (tenant_no, principal_id, region_code, name, job, hired_on, status, user_id, person_id)
     select o.tenant_no, o.principal_id, o.region_code, '全', 'clerk', o.hired_on, 'active', u.id, o.person_id
     from platform.sys_user u join registry.staff o on o.user_id = (select k.id from platform.sys_user k where k.username = 'kzzq_depot1') where u.username = $1 returning id`,
    [name],
  );
  return staff?.id as number;
}

const person = (make: (world: World) => Promise<unknown>) => async (world: World) => {
  await master(world);
  await make(world);
  return world.person(await openSession(world, name));
};

const one = async (world: World, text: string, values: unknown[]) =>
  (await world.sql<{ id: number; version: number }>(`${text} returning id, version`, values))[0] as {
    id: number;
    version: number;
  };

async function makeOwnDepot(world: World, more: Record<string, unknown> = {}): Promise<number> {
  const staffId = await master(world);
  return makeDepot(world, 'kzzq_depot1', { keeper_ids: JSON.stringify([staffId]), ...more });
}

async function makeOwnBox(world: World) {
  const staffId = await master(world);
  serial += 1;
  const id = await makeOwnDepot(world, { kind: 'box', staff_id: staffId, staff_job: `try${serial}` });
  return { id, version: 0 };
}

/** A store with something in it. */
async function makeFilled(world: World): Promise<number> {
  const depotId = await makeOwnDepot(world);
  const materialId = await makeMaterial(world);
  const lotId = await makeLot(world, materialId);
  const { postMoves } = await import('#modules/depot/server/stock/ledger/post.ts');
  await inStock(world, (tx) =>
    postMoves(tx, [
      {
        moveKind: 'in',
        materialId,
        lotId,
        from: { kind: 'purveyor' },
        to: { kind: 'depot', id: depotId },
        qty: 100,
        bizDate: dayFromNow(0),
        docType: 'purchaseIn',
      },
    ]),
  );
  return depotId;
}

async function makeCount(world: World) {
  const depotId = await makeFilled(world);
  return one(
    world,
    `insert into depot.stocktake (tenant_no, region_code, principal_id, doc_no, depot_id, count_scope) select 1505, region_code, principal_id, 'DP-TRY-' || id, id, 'all' from depot.depot where id = $1`,
    [depotId],
  );
}

async function makeRequisition(world: World) {
  const depotId = await makeOwnDepot(world);
  serial += 1;
  const made = await one(
    world,
    `insert into depot.requisition (tenant_no, region_code, doc_no, ask_principal_id, ask_depot_id, giver_principal_id, purpose, need_by)
     select 1505, region_code, 'DR-TRY-' || id, principal_id, id, principal_id, 'daily', current_date + 5 from depot.depot where id = $1`,
    [depotId],
  );
  await world.sql(
    'insert into depot.requisition_line (tenant_no, requisition_id, line_no, material_id, asked) values (1505, $1, 1, $2, 50)',
    [made.id, await makeMaterial(world)],
  );
  return made;
}

async function makeSheet(world: World) {
  const { id } = await makeOwnBox(world);
  return one(
    world,
    `insert into depot.box_reconcile (tenant_no, region_code, principal_id, doc_no, box_id, month, from_on, to_on)
     select 1505, region_code, principal_id, 'DX-TRY-' || id, id, date_trunc('month', now()), date_trunc('month', now()), now() from depot.depot where id = $1`,
    [id],
  );
}

const common = { keeper: 'kzzq_depot1', stranger: 'tl_admin', neighbour: 'cf_mgr', wrong: {} } as const;
const noForm = async () => ({});

/** Boxes, their sheets, counts and requisitions. */
export const samples: Record<string, Sample> = {
  'depot.medicineBox': { ...common, person: person(makeOwnBox), form: noForm, make: makeOwnBox },
  'depot.boxReconcile': { ...common, person: person(makeSheet), form: noForm, make: makeSheet },
  'depot.requisition': { ...common, person: person(makeRequisition), form: noForm, make: makeRequisition },
  'depot.stocktake': {
    ...common,
    person: person(makeCount),
    form: async (world) => ({
      depotId: await makeFilled(world),
      countScope: 'all',
      kinds: null,
      materialIds: null,
      blind: true,
      // Somebody else counts, so that the master may approve.
      counterIds: [await staffOf(world, 'kzzq_depot1')],
      remark: null,
    }),
    // A step that ends a count finds its store being counted.
    ready: async (world, transition, id) => {
      if (transition === 'approve' || transition === 'cancel')
        await world.sql(
          `update depot.depot set status = 'counting' where id = (select depot_id from depot.stocktake where id = $1)`,
          [id],
        );
    },
    wrong: { countScope: 'noSuchScope' },
  },
};
