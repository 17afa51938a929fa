import type { Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import {
  category,
  day,
  id,
  makeComplaint,
  makeGoods,
  makeMoney,
  makeOrder,
  makeRecord,
  makeSettlement,
  one,
  regionOf,
  sent,
  tenant,
  unique,
  userId,
} from './fixtures.ts';

const stranger = 'ins1';
const form = async () => ({});
const newCategory = (world: World) =>
  id(
    world,
    `insert into platform.sys_commodity_secondary (parent_id, code, name, licence_kind, order_num)
     select parent_id, $1, '试品类', 'none', 990 from platform.sys_commodity_secondary order by id limit 1 returning id::int as id`,
    [
      `ZZ${unique()
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, '')}`,
    ],
  );

const pack = (spec: string) => ({
  spec,
  unit: 'bag',
  supplyPrice: 8000,
  marketPrice: 9900,
  minQty: 10,
  stepQty: 5,
  weightKg: 40,
  barcode: null,
  isOn: true,
});
const goodsForm = async (world: World) => ({
  categoryId: await category(world),
  libraryId: null,
  title: `试用商品${unique()}`,
  brand: null,
  manufacturer: '试厂',
  approvalNo: `SY${unique()}`,
  origin: null,
  intro: null,
  photos: null,
  reports: null,
  shelfLifeMonths: null,
  storeTemp: null,
  packing: null,
  skus: [pack('40kg/袋')],
  regions: [{ regionCode: 150500000000 }],
  freightMode: 'free',
  freight: null,
  freeAbove: null,
  shipWithinDays: 3,
});

const productForm = async (world: World, place?: Parameters<NonNullable<Sample['elsewhere']>>[1]) => {
  const goods = await makeGoods(world, { status: 'approved', ...(place && { place }) });
  return {
    commodityId: goods.id,
    skus: [{ skuId: goods.skus[0], salePrice: 9000, subsidyPerUnit: 0, subsidyQuota: 0 }],
  };
};

const ready: NonNullable<Sample['ready']> = async (world, transition, commodityId) => {
  if (['withdrawChange', 'stop', 'resume', 'change'].includes(transition))
    await world.sql('update commerce.commodity set live_revision = 1 where id = $1', [commodityId]);
  if (transition === 'submit')
    await world.sql(`update commerce.commodity set photos = '{1}' where id = $1`, [commodityId]);
  if (transition.startsWith('withdraw'))
    await world.sql(
      `insert into commerce.commodity_revision (tenant_no, commodity_id, revision, content, state)
       values ($1, $2, 9, '{}', 'submitted')`,
      [tenant, commodityId],
    );
};

export const samples: Record<string, Sample> = {
  'commerce.categoryRule': {
    keeper: 'sel1',
    stranger,
    form: async (world) => ({
      categoryId: await newCategory(world),
      materialKind: 'feed',
      requiredDocKinds: ['businessLicence'],
      coldChain: false,
      sellable: true,
      twoOperators: false,
      buyerTypes: ['farm'],
      buyerConfig: null,
      afterSaleDays: 7,
      serviceNote: null,
    }),
    wrong: { requiredDocKinds: ['noSuchKind'] },
  },
  'commerce.commodity': {
    keeper: 'sup1',
    stranger,
    form: goodsForm,
    line: async () => ({ regionCode: 150521000000 }),
    elsewhere: async (_world, place) => ({ regions: [{ regionCode: regionOf(place) }] }),
    ready,
    wrong: { freightMode: 'noSuchMode' },
  },
  'commerce.commodityReview': {
    keeper: 'sel1',
    stranger,
    form,
    make: (world) => makeGoods(world, { status: 'reviewing' }),
    inputs: { reject: async () => ({ reasonApprovalNo: '文号不符' }) },
    wrong: {},
  },
  'commerce.commodityLink': {
    keeper: 'sup1',
    stranger,
    form: async (world) => ({
      materialId: await id(
        world,
        `select id::int as id from depot.material where tenant_no = $1 and sharing = 'shared' and status = 'active'
           and kind = 'feed' order by id limit 1`,
        [tenant],
      ),
      factor: 40,
    }),
    make: async (world) => {
      const goods = await makeGoods(world);
      return one(world, 'select id::int as id, version from commerce.commodity_link where sku_id = $1', [
        goods.skus[0],
      ]);
    },
    movers: { check: 'sel1' },
    wrong: { factor: 0 },
  },
  'commerce.operatingRecord': { keeper: 'sup1', stranger, form, make: (world) => makeRecord(world), wrong: {} },
  'commerce.productRecord': {
    keeper: 'sel1',
    stranger,
    form,
    make: (world) => makeRecord(world, 'product'),
    wrong: {},
  },
  'commerce.product': {
    keeper: 'sel1',
    stranger,
    form: async (world) => ({
      ...(await productForm(world)),
      buyerTypes: [],
      limitPerBuyerYear: 0,
      recommended: false,
      orderNum: 5,
      shelfFrom: null,
      shelfTo: null,
      subsidyProgram: null,
      regions: [{ regionCode: 150500000000 }],
    }),
    line: async () => ({ regionCode: 150521000000 }),
    elsewhere: async (world, place) => ({
      ...(await productForm(world, place)),
      regions: [{ regionCode: regionOf(place) }],
    }),
    wrong: { buyerTypes: ['noSuchType'] },
  },
  'commerce.tradeOrder': {
    keeper: 'farm1',
    stranger,
    form,
    make: (world) => makeOrder(world),
    movers: { approve: 'farm1_boss', decline: 'farm1_boss' },
    wrong: {},
  },
  'commerce.supplierOrder': {
    keeper: 'sup1',
    stranger,
    form,
    make: (world) => makeOrder(world),
    ready: async (world, transition, orderId) => {
      if (transition === 'acceptPrepaid')
        await world.sql(`update commerce.trade_order set pay_mode = 'prepaid' where id = $1`, [orderId]);
    },
    inputs: {
      accept: async () => ({ promisedOn: day(3) }),
      acceptPrepaid: async () => ({ promisedOn: day(3) }),
    },
    wrong: {},
  },
  'commerce.tradeOrderMoney': { keeper: 'farm1', stranger, form, make: makeMoney, wrong: {} },
  'commerce.afterSale': {
    keeper: 'farm1',
    stranger,
    form,
    make: (world) => makeComplaint(world),
    ready: async (world, transition, afterSaleId) => {
      if (transition === 'sendBack')
        await world.sql(`update commerce.after_sale set kind = 'returnRefund' where id = $1`, [afterSaleId]);
    },
    inputs: { sendBack: async () => ({ returnWaybill: 'SF1001' }) },
    wrong: {},
  },
  'commerce.supplierAfterSale': {
    keeper: 'sup1',
    stranger,
    form,
    make: (world) => makeComplaint(world),
    inputs: Object.fromEntries(
      ['giveProof', 'giveProofDecided', 'giveProofReturned'].map((name) => [
        name,
        async (world: World) => ({ refundProof: [await sent(world, 'sup1', 'commerce.afterSale')] }),
      ]),
    ),
    wrong: {},
  },
  'commerce.settlement': {
    keeper: 'sel1',
    stranger,
    form,
    make: (world) => makeSettlement(world),
    ready: async (world, transition, settlementId) => {
      if (transition === 'pay')
        await world.sql('update commerce.settlement set approved_by = $2 where id = $1', [
          settlementId,
          await userId(world, 'fin1'),
        ]);
      if (transition === 'redrawOwn')
        await world.sql(`update commerce.settlement set kind = 'monthly' where id = $1`, [settlementId]);
    },
    movers: { approve: 'fin1', pay: 'fin3', redrawOwn: 'fin1' },
    inputs: {
      pay: async (world) => ({
        paidOn: day(0),
        voucherFile: [await sent(world, 'fin3', 'commerce.supplierSettlement')],
      }),
    },
    wrong: {},
  },
  'commerce.supplierSettlement': {
    keeper: 'sup1',
    stranger,
    form,
    make: (world) => makeSettlement(world),
    inputs: {
      confirm: async (world) => ({ invoiceFiles: [await sent(world, 'sup1', 'commerce.settlement')] }),
      dispute: async () => ({ disputeText: '退货数量不符' }),
    },
    wrong: {},
  },
};
