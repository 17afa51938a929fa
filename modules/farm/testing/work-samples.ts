import type { Place, Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { postMoves } from '#modules/depot/server/index.ts';
import { remindLead } from '#modules/farm/contract/remind/remind.ts';
import { dayFromNow, farmId, feedStock, pen, person, unique } from './fixtures.ts';

type Made = { id: number; version: number };
const one = async (world: World, text: string, values: unknown[] = []): Promise<Made> =>
  (await world.sql<Made>(`${text} returning id, version`, values))[0] as Made;
const common = { keeper: 'farm1', person, stranger: 'ins1', wrong: {} } as const;
const noForm = async () => ({});

const ofFarm = 'from registry.principal p where p.id = $1';
const staff = async (world: World, principalId: number) =>
  (
    await world.sql<{ id: number }>(
      `select id from registry.staff where principal_id = $1 and status = 'active' order by id limit 1`,
      [principalId],
    )
  )[0]?.id;
/** A pen of whoever keeps the rows, in a tenant that has none. */
async function penAt(world: World, { tenantNo, principalId, village }: Place, kind = 'fattening'): Promise<number> {
  const [hovel] = await world.sql<{ id: number }>(
    `insert into registry.hovel (tenant_no, region_code, principal_id, hovel_no, name, kind, capacity)
     values ($1, $2, $3, $4, $4, $5, 50) returning id`,
    [tenantNo, village, principalId, `E${unique()}`, kind],
  );
  const [made] = await world.sql<{ id: number }>(
    `insert into registry.pen (tenant_no, region_code, principal_id, hovel_id, pen_no, capacity)
     values ($1, $2, $3, $4, '1', 50) returning id`,
    [tenantNo, village, principalId, hovel?.id],
  );
  return made?.id as number;
}
async function staffAt(world: World, { tenantNo, principalId, village }: Place): Promise<number> {
  const [made] = await world.sql<{ id: number }>(
    `with who as (insert into registry.person (tenant_no, region_code, name) values ($1, $2, $4) returning id)
     insert into registry.staff (tenant_no, region_code, principal_id, person_id, name, job, hired_on, status)
     select $1, $2, $3, who.id, $4, 'stockman', current_date, 'active' from who returning id`,
    [tenantNo, village, principalId, `员工${unique()}`],
  );
  return made?.id as number;
}
const formulaAt = async (world: World, tenantNo: number, principalId: number): Promise<number> =>
  (
    await world.sql<{ id: number }>(
      `insert into farm.feed_formula (tenant_no, region_code, principal_id, code, name, species, kg_per_head, status)
       select $2, p.region_code, p.id, $3, $3, 'cattle', 5, 'active' ${ofFarm} returning id`,
      [principalId, tenantNo, `S${unique()}`],
    )
  )[0]?.id as number;
const templateAt = async (world: World, principalId: number): Promise<number> =>
  (
    await world.sql<{ id: number }>(
      `insert into farm.inspection_template (tenant_no, region_code, principal_id, code, name, every_days)
       select p.tenant_no, p.region_code, p.id, $2, $2, 1 ${ofFarm} returning id`,
      [principalId, `S${unique()}`],
    )
  )[0]?.id as number;
const feedAt = async (world: World, tenantNo: number, kind = 'feed'): Promise<number> =>
  (
    await world.sql<{ id: number }>(
      `insert into depot.material (tenant_no, material_no, name, kind, spec, base_unit, decimals, tracking, has_expiry,
         sharing) values ($1, $2, $2, $3, 'kg', 'kg', 3, 'batch', true, 'shared') returning id`,
      [tenantNo, `SM${unique()}`, kind],
    )
  )[0]?.id as number;
/** So much of a material in the first store of that place, which is made where there is none. */
async function stockAt(world: World, place: Place, materialId: number, qty: number): Promise<void> {
  const { tenantNo, principalId, village } = place;
  const first = () =>
    world.sql<{ id: number }>(
      `select id from depot.depot where principal_id = $1 and status = 'active' and kind in ('warehouse', 'coldRoom')
       order by id limit 1`,
      [principalId],
    );
  if ((await first()).length === 0)
    await world.sql(
      `insert into depot.depot (tenant_no, region_code, principal_id, depot_no, name, kind)
       values ($1, $2, $3, $4, $4, 'warehouse')`,
      [tenantNo, village, principalId, `E${unique()}`],
    );
  const [depot] = await first();
  const [lot] = await world.sql<{ id: number }>(
    `insert into depot.lot (tenant_no, material_id, lot_no, expire_on) values ($1, $2, $3, current_date + 300)
     returning id`,
    [tenantNo, materialId, `E${unique()}`],
  );
  await world.database.transaction(systemScope(tenantNo, 'test'), (tx) =>
    postMoves(tx, [
      {
        moveKind: 'adjust',
        materialId,
        lotId: lot?.id as number,
        from: { kind: 'adjust' },
        to: { kind: 'depot', id: depot?.id as number },
        qty,
        bizDate: dayFromNow(-40),
        docType: 'countAdjust',
        unitCost: 2,
      },
    ]),
  );
}

const makeRecord = async (world: World): Promise<Made> => {
  const { id } = await pen(world, 'fattening');
  const { depotId } = await feedStock(world, 10);
  return one(
    world,
    `insert into farm.feeding_record (tenant_no, region_code, principal_id, pen_id, on_date, meal_no, head, fed_kg, depot_id,
       request_id) select p.tenant_no, p.region_code, p.id, $2, $3, 1, 3, 12.5, $4, gen_random_uuid()::text ${ofFarm}`,
    [await farmId(world), id, dayFromNow(0), depotId],
  );
};
const makeItem = async (world: World): Promise<Made> =>
  one(
    world,
    `insert into farm.remind_item (tenant_no, region_code, principal_id, kind, ref, due_on, text)
     select p.tenant_no, p.region_code, p.id, 'weighDue', $2, current_date, '试验' ${ofFarm}`,
    [await farmId(world), `try:${unique()}`],
  );

export const samples: Record<string, Sample> = {
  'farm.farmAnimal': {
    ...common,
    form: async () => ({ farmNo: `N${unique()}`, purpose: 'breeding', groupId: null, remark: null }),
    make: async (world) =>
      (
        await world.sql<Made>(
          `select id, version from farm.farm_animal where principal_id = $1 and status = 'live' order by id limit 1`,
          [await farmId(world)],
        )
      )[0] as Made,
    wrong: { purpose: 'noSuchPurpose' },
  },
  'farm.farmGroup': {
    ...common,
    form: async (world) => ({
      principalId: await farmId(world),
      groupNo: `G${unique()}`,
      name: '试验群',
      species: 'cattle',
      purpose: null,
    }),
    elsewhere: async (_world, { principalId }) => ({ principalId }),
    wrong: { species: 'noSuchSpecies' },
  },
  'farm.cycleScheme': {
    ...common,
    form: async (world) => ({
      principalId: await farmId(world),
      code: `t${unique()}`,
      name: '试验方案',
      species: 'cattle',
      purpose: 'fattening',
      stages: [
        {
          name: '前期',
          enterWhen: 'event',
          enterFrom: null,
          event: 'entered',
          maxDays: 30,
          hovelKinds: ['fattening'],
          targetAdg: 900,
          auto: true,
        },
      ],
    }),
    elsewhere: async (_world, { principalId }) => ({ principalId }),
    wrong: { species: 'noSuchSpecies' },
  },
  'farm.farmPen': { ...common, form: noForm },
  'farm.penDuty': {
    ...common,
    form: async (world) => {
      const principalId = await farmId(world);
      return {
        principalId,
        penId: (await pen(world, 'fattening')).id,
        staffId: await staff(world, principalId),
        fromOn: '2026-10-01',
        toOn: null,
      };
    },
    elsewhere: async (world, place) => ({
      principalId: place.principalId,
      penId: await penAt(world, place),
      staffId: await staffAt(world, place),
    }),
    wrong: { fromOn: 'yesterday' },
  },
  'farm.penCount': {
    ...common,
    form: async (world) => ({
      principalId: await farmId(world),
      penId: (await pen(world, 'fattening')).id,
      remark: null,
    }),
    elsewhere: async (world, place) => ({ principalId: place.principalId, penId: await penAt(world, place) }),
    ready: async (world, _name, id) => {
      await world.sql('update farm.pen_count set head_seen = book where id = $1', [id]);
    },
    wrong: { penId: 0 },
  },
  'farm.disinfection': {
    ...common,
    form: async (world) => {
      const principalId = await farmId(world);
      const { materialId } = await feedStock(world, 1000);
      await world.sql(`update depot.material set kind = 'disinfectant' where id = $1`, [materialId]);
      const [hovel] = await world.sql<{ id: number }>(
        'select id from registry.hovel where principal_id = $1 order by id limit 1',
        [principalId],
      );
      return {
        principalId,
        hovelId: hovel?.id,
        onDate: dayFromNow(-1),
        materialId,
        qty: 0.5,
        way: 'spray',
        staffId: await staff(world, principalId),
        photo: [],
        remark: null,
      };
    },
    elsewhere: async (world, place) => {
      const penId = await penAt(world, place);
      const [row] = await world.sql<{ id: number }>('select hovel_id as id from registry.pen where id = $1', [penId]);
      const materialId = await feedAt(world, place.tenantNo, 'disinfectant');
      await stockAt(world, place, materialId, 100);
      return { principalId: place.principalId, hovelId: row?.id, materialId, staffId: await staffAt(world, place) };
    },
    wrong: { way: 'noSuchWay' },
  },
  'farm.feedFormula': {
    ...common,
    form: async (world) => ({
      principalId: await farmId(world),
      code: `F${unique()}`,
      name: '试验日粮',
      species: 'cattle',
      items: [{ materialId: await feedAt(world, 1505), kgPerHead: 3.5, dmPct: 88 }],
      remark: null,
    }),
    elsewhere: async (world, { principalId, tenantNo }) => ({
      principalId,
      items: [{ materialId: await feedAt(world, tenantNo), kgPerHead: 3.5, dmPct: 88 }],
    }),
    line: async (world) => ({ materialId: await feedAt(world, 1505), kgPerHead: 1, dmPct: 50 }),
    wrong: { species: 'noSuchSpecies' },
  },
  'farm.feedingPlan': {
    ...common,
    form: async (world) => {
      const principalId = await farmId(world);
      return {
        principalId,
        target: 'pen',
        penId: (await pen(world, 'fattening')).id,
        groupId: null,
        stageId: null,
        formulaId: await formulaAt(world, 1505, principalId),
        factor: 1,
        meals: '40,60',
        fromOn: '2026-10-01',
        toOn: null,
      };
    },
    elsewhere: async (world, place) => ({
      principalId: place.principalId,
      penId: await penAt(world, place),
      formulaId: await formulaAt(world, place.tenantNo, place.principalId),
    }),
    wrong: { meals: 'many' },
  },
  'farm.farmStage': { ...common, form: noForm },
  'farm.feedingRecord': { ...common, form: noForm, make: makeRecord },
  'farm.inspectionTemplate': {
    ...common,
    form: async (world) => ({
      principalId: await farmId(world),
      code: `I${unique()}`,
      name: '试验模板',
      everyDays: 7,
      items: [
        { text: '饮水正常', itemType: 'yesNo', goodAnswer: 'yes', rangeFrom: null, rangeTo: null, onBad: 'repair' },
      ],
    }),
    elsewhere: async (_world, { principalId }) => ({ principalId }),
    wrong: { everyDays: 0 },
  },
  'farm.inspectionRound': {
    ...common,
    form: async (world) => {
      const principalId = await farmId(world);
      return {
        principalId,
        templateId: await templateAt(world, principalId),
        penId: (await pen(world, 'fattening')).id,
        photos: [],
        remark: null,
      };
    },
    elsewhere: async (world, place) => ({
      principalId: place.principalId,
      templateId: await templateAt(world, place.principalId),
      penId: await penAt(world, place),
    }),
    ready: async (world, _name, id) => {
      await world.sql(
        `update farm.inspection_round set status = 'submitted', created_by = null, updated_by = null where id = $1`,
        [id],
      );
    },
    wrong: { templateId: 0 },
  },
  'farm.stockIn': {
    ...common,
    form: async (world) => ({
      principalId: await farmId(world),
      kind: 'bought',
      sellerName: '某牛市',
      fromPrincipalId: null,
      originRegionCode: 150521101000,
      quarantineCertNo: null,
      vehicleNo: null,
      sentOn: null,
      head: 3,
      boughtKg: 900,
      species: 'cattle',
      breed: 'simmental',
      isolationPenId: (await pen(world, 'isolation')).id,
      remark: null,
    }),
    elsewhere: async (world, place) => ({
      principalId: place.principalId,
      originRegionCode: null,
      isolationPenId: await penAt(world, place, 'isolation'),
    }),
    ready: async (world, _name, id) => {
      await world.sql(`update farm.stock_in set status = 'released' where id = $1`, [id]);
    },
    wrong: { kind: 'noSuchKind' },
  },
  'farm.remindItem': { ...common, form: noForm, make: makeItem },
  'farm.remindRule': {
    ...common,
    form: async (world) => {
      const principalId = await farmId(world);
      // A farm has one rule of a kind: the next kind it has none of.
      const taken = await world.sql<{ kind: string }>('select kind from farm.remind_rule where principal_id = $1', [
        principalId,
      ]);
      const kind = Object.keys(remindLead).find((one) => !taken.some((row) => row.kind === one)) ?? 'weighDue';
      return { principalId, kind, leadDays: 5, repeatDays: null, jobs: ['stockman'] };
    },
    elsewhere: async (_world, { principalId }) => ({ principalId }),
    wrong: { leadDays: 1000 },
  },
  'farm.farmImmunity': { ...common, form: noForm },
  'farm.farmTreatment': { ...common, form: noForm },
  'farm.farmBreeding': { ...common, form: noForm },
  'farm.farmSemen': { ...common, form: noForm },
  'farm.chipShift': { ...common, form: noForm },
  'farm.farmWarning': { ...common, form: noForm },
};
