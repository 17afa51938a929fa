import type { Place, Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { World } from '#apps/server/testing/world.ts';
import {
  day,
  makeCustomer,
  makeMoney,
  makeOrder,
  makePlacement,
  makeSteers,
  unique,
  unitOf,
} from './trade-fixtures.ts';

const farm = { keeper: 'farm1', stranger: 'ins1' } as const;
const own = (world: World) => unitOf(world, 'farm1');

const master = 'price_master';
/** Writes prices and publishes them: no one account of the demo does both. */
const priceMaster = async (world: World) => {
  const known = await world.sql('select 1 from platform.sys_user where username = $1', [master]);
  if (known.length === 0) await makeMaster(world, master, 'kzzq_mgr');
  return world.person(await openSession(world, master));
};
const spares: number[] = [];
const steerOf = async (world: World) => (await makeSteers(world, await own(world), 1))[0]?.id;
const steerElsewhere = async (world: World, { tenantNo, principalId }: Place) =>
  (await makeSteers(world, principalId, 1, { tenantNo }))[0]?.id as number;
const cancelledChange = async (world: World) =>
  (
    await world.sql<{ id: number }>(
      `select id::int as id from registry.animal_change where tenant_no = 1505 and status = 'cancelled' limit 1`,
    )
  )[0]?.id ?? null;
/** Any other unit of a tenant. */
const otherUnit = async (world: World, { tenantNo, principalId, village }: Place): Promise<number> => {
  const [known] = await world.sql<{ id: number }>(
    'select id::int as id from registry.principal where tenant_no = $1 and id <> $2 and status = $3 limit 1',
    [tenantNo, principalId, 'active'],
  );
  if (known) return known.id;
  const [made] = await world.sql<{ id: number }>(
    `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, contact_name,
       status)
     values ($1, $2, $3, 'household', $3, 'active') returning id::int as id`,
    [tenantNo, village, `试验户${unique()}`],
  );
  return made?.id as number;
};
const terms = {
  mode: 'dailyFee',
  dayFee: 800,
  gainPrice: null,
  calfValue: null,
  floorPrice: null,
  marketMargin: null,
  marketProduct: null,
  faultPct: 80,
  fromOn: day(0),
  toOn: day(200),
  deposit: 50_000,
  contractFile: null,
} as const;
const deadLine = (animalId: number) => ({ animalId, outKg: null, outcome: 'dead', fault: 'none', calves: 0 });

export const samples: Record<string, Sample> = {
  'farm.customer': {
    ...farm,
    form: async () => ({
      principalId: null,
      name: `试验客户${unique()}`,
      kind: 'buyer',
      principalRef: null,
      contact: '王某',
      phone: '13847512345',
      regionCode: null,
      creditLimit: 500_000,
      rating: 4,
      remark: null,
    }),
    wrong: { kind: 'noSuchKind' },
  },
  'farm.customerPay': {
    ...farm,
    form: async (world) => ({
      orderId: (await makeOrder(world, await own(world))).id,
      batchId: null,
      onDate: day(0),
      amount: 5000,
      way: 'cash',
      proof: null,
      remark: null,
    }),
    elsewhere: async (world, { tenantNo, principalId }) => ({
      orderId: (await makeOrder(world, principalId, 100_000, tenantNo)).id,
    }),
    wrong: { way: 'noSuchWay' },
  },
  'farm.saleOrder': {
    ...farm,
    form: async (world) => ({
      principalId: null,
      customerId: (await makeCustomer(world, await own(world))).id,
      purpose: 'fatten',
      priceMode: 'live',
      unitPrice: 2560,
      deliverOn: day(3),
      quarantineCertNo: null,
      lines: [{ animalId: await steerOf(world), kg: 512.5 }],
    }),
    line: async (world) => ({ animalId: await steerOf(world), kg: 430 }),
    elsewhere: async (world, place) => ({
      customerId: (await makeCustomer(world, place.principalId, { tenantNo: place.tenantNo })).id,
      lines: [{ animalId: await steerElsewhere(world, place), kg: 512.5 }],
    }),
    ready: async (world, name, id) => {
      if (name === 'close') await world.sql('update farm.sale_order set paid = amount where id = $1', [id]);
      if (name === 'cancel')
        await world.sql('update farm.sale_order set change_id = $2 where id = $1', [id, await cancelledChange(world)]);
    },
    wrong: { purpose: 'noSuchPurpose' },
  },
  'farm.slaughterBatch': {
    ...farm,
    form: async (world) => ({
      principalId: null,
      slaughterhouseId: await unitOf(world, 'plant1'),
      plantText: null,
      sentOn: day(0),
      quarantineCertNo: `JY${unique()}`,
      vehicleNo: '蒙G12345',
      priceMode: 'live',
      lines: [{ animalId: await steerOf(world), liveKg: 512.5 }],
    }),
    line: async (world) => ({ animalId: await steerOf(world), liveKg: 512.5 }),
    elsewhere: async (world, place) => ({
      slaughterhouseId: null,
      plantText: '外地屠宰场',
      lines: [{ animalId: await steerElsewhere(world, place), liveKg: 512.5 }],
    }),
    inputs: { send: async () => ({ quarantineCertNo: `JY${unique()}` }) },
    wrong: { priceMode: 'noSuchMode' },
  },
  'farm.slaughterMoney': {
    ...farm,
    form: async () => ({}),
    make: async (world) => makeMoney(world, await own(world), await unitOf(world, 'plant1')),
    wrong: {},
  },
  'farm.placement': {
    ...farm,
    form: async (world) => ({
      ...terms,
      principalId: null,
      holderId: await unitOf(world, 'house1'),
      animals: [{ animalId: await steerOf(world), inKg: 420, inValue: 900_000 }],
    }),
    line: async (world) => ({ animalId: await steerOf(world), inKg: 400, inValue: 880_000 }),
    elsewhere: async (world, place) => ({
      holderId: await otherUnit(world, place),
      animals: [{ animalId: await steerElsewhere(world, place), inKg: 420, inValue: 900_000 }],
    }),
    inputs: {
      advance: async () => ({ on: day(0), text: '饲料款', amount: 20_000 }),
      extend: async () => ({ askedToOn: day(400) }),
    },
    wrong: { mode: 'noSuchMode' },
  },
  'farm.recovery': {
    ...farm,
    form: async (world) => {
      const principalId = await own(world);
      const animalId = (await steerOf(world)) as number;
      const other = (await steerOf(world)) as number;
      spares.push(other);
      const { id } = await makePlacement(world, principalId, await unitOf(world, 'house1'), [animalId, other]);
      return { placementId: id, weighedOn: day(0), photos: null, lines: [deadLine(animalId)] };
    },
    elsewhere: async (world, place) => {
      const animalId = await steerElsewhere(world, place);
      const holderId = await otherUnit(world, place);
      const { id } = await makePlacement(world, place.principalId, holderId, [animalId], place.tenantNo);
      return { placementId: id, lines: [deadLine(animalId)] };
    },
    // A second animal of the record before the last one: a neighbour is added before lines are tried.
    line: async () => deadLine(spares.at(-2) as number),
    // Only the keeper says yes or no; here the farm is its own.
    ready: async (world, name, id) => {
      if (name === 'confirm' || name === 'dispute')
        await world.sql('update farm.recovery set holder_id = $2 where id = $1', [id, await own(world)]);
    },
    inputs: {
      settle: async () => ({ paidOn: day(0), voucher: 'V1' }),
      take: async () => ({ toPenId: null }),
    },
    wrong: { weighedOn: 'no day' },
  },
  'farm.marketPrice': {
    keeper: 'price1',
    person: priceMaster,
    stranger: 'ins1',
    form: async () => ({
      product: 'fatCattle',
      regionCode: 150521000000,
      marketName: `试验市场${unique()}`,
      onDate: day(-1),
      price: 2560,
      unit: 'kg',
    }),
    ready: async (world, _name, id) => {
      await world.sql(
        `update farm.market_price set created_by = u.id, updated_by = u.id from platform.sys_user u
         where farm.market_price.id = $1 and u.username = 'price1'`,
        [id],
      );
    },
    inputs: { publish: async () => ({ confirmOdd: true }) },
    wrong: { product: 'noSuchProduct' },
  },
  'farm.marketRule': {
    ...farm,
    form: async (world) => {
      const [free] = await world.sql<{ code: string }>(
        `select r.code::text as code from platform.sys_region r where r.level = 3 and not exists (
           select 1 from farm.market_rule m where m.region_code = r.code) order by random() limit 1`,
      );
      return {
        principalId: null,
        product: 'corn',
        regionCode: Number(free?.code),
        type: 'above',
        price: 260_000,
        pct: null,
        days: 10,
        enabled: true,
      };
    },
    wrong: { type: 'noSuchType' },
  },
  'farm.farmExpense': {
    ...farm,
    form: async () => ({
      principalId: null,
      onDate: day(0),
      kind: 'power',
      amount: 32_000,
      scope: 'farm',
      hovelId: null,
      text: '电费',
      proof: null,
    }),
    elsewhere: async () => ({ hovelId: null }),
    wrong: { kind: 'noSuchKind' },
  },
};
