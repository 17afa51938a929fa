import { randomUUID } from 'node:crypto';
import { photo } from '#apps/server/testing/sample-files.ts';
import type { Place } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';

export const tenant = 1505;
let serial = 0;
export const unique = () => {
  serial += 1;
  return `${Date.now().toString(36)}${serial}`;
};
export const day = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

export const one = async <T extends object>(world: World, text: string, values: unknown[] = []): Promise<T> => {
  const [row] = await world.sql<T>(text, values);
  if (!row) throw new Error(`nothing found: ${text.slice(0, 90)}`);
  return row;
};
export const id = async (world: World, text: string, values: unknown[] = []) =>
  (await one<{ id: number }>(world, text, values)).id;

export const userId = (world: World, username: string) =>
  id(world, 'select id::int as id from platform.sys_user where username = $1', [username]);
export const unitOf = (world: World, username: string) =>
  id(world, 'select principal_id::int as id from platform.sys_user where username = $1', [username]);
export const category = (world: World, code = 'FED1') =>
  id(world, 'select id::int as id from platform.sys_commodity_secondary where code = $1', [code]);
export const root = (world: World) =>
  id(
    world,
    `select id::int as id from registry.principal where tenant_no = $1 and parent_id is null
       and principal_unit_type = 'authority' order by id limit 1`,
    [tenant],
  );

/** A file that this person has just sent. */
export async function sent(world: World, username: string, bizType: string): Promise<number> {
  const answer = await world.upload(
    await world.as(username),
    'sys/file/upload',
    await photo('jpeg'),
    { bizType },
    'a.jpg',
  );
  return answer.data.fileId;
}

export interface Made {
  readonly id: number;
  readonly version: number;
}
/** The region of a tenant as a whole. */
export const regionOf = (place?: Place) => (place ? Math.floor(place.village / 1e8) * 1e8 : 150500000000);
/** A unit that sells, in a tenant that has none yet. */
const supplierIn = (world: World, { tenantNo, village }: Place) =>
  id(
    world,
    `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, contact_name)
     values ($1, $2, $3, 'supplier', '试') returning id::int as id`,
    [tenantNo, village, `试供应商${unique()}`],
  );

export interface GoodsAsk {
  readonly status?: string;
  readonly place?: Place;
  readonly supplier?: string;
  readonly code?: string;
  readonly stock?: number;
  readonly price?: number;
  readonly regions?: readonly number[];
}
/** Goods of a supplier with two packs and, unless they are a draft, a version in force. */
export async function makeGoods(world: World, ask: GoodsAsk = {}): Promise<Made & { skus: number[] }> {
  const { status = 'draft', place, supplier = 'sup1', code = 'FED1', stock = 500, price = 8000 } = ask;
  const tenantNo = place?.tenantNo ?? tenant;
  const supplierId = place ? await supplierIn(world, place) : await unitOf(world, supplier);
  const isLive = !['draft', 'reviewing'].includes(status);
  const made = await one<Made>(
    world,
    `insert into commerce.commodity (tenant_no, region_code, supplier_id, commodity_no, title, category_id, manufacturer,
       approval_no, freight_mode, photos, live_revision, last_revision, submitted_at, status)
     values ($1, $2, $3, $4, $5, $6, '试厂', $4, 'free', '{1}', $7, $8, now(), $9) returning id::int as id, version`,
    [
      tenantNo,
      regionOf(place),
      supplierId,
      `MCT${unique()}`,
      `试用商品${unique()}`,
      await category(world, code),
      isLive ? 1 : null,
      status === 'draft' ? 0 : 1,
      status,
    ],
  );
  const skus: number[] = [];
  for (const no of [1, 2])
    skus.push(
      await id(
        world,
        `insert into commerce.commodity_sku (tenant_no, parent_id, line_no, spec, unit, supply_price, market_price, stock_qty)
         values ($1, $2, $3::int, $3::text || '袋装', 'bag', $4, $5, $6) returning id::int as id`,
        [tenantNo, made.id, no, price, price * 2, stock],
      ),
    );
  for (const region of ask.regions ?? [regionOf(place)])
    await world.sql(
      'insert into commerce.commodity_region (tenant_no, parent_id, line_no, region_code) values ($1, $2, 1, $3)',
      [tenantNo, made.id, region],
    );
  if (status !== 'draft')
    await world.sql(
      `insert into commerce.commodity_revision (tenant_no, commodity_id, revision, state, reviewer_id, content)
       select c.tenant_no, c.id, 1, $2, $3, jsonb_build_object('title', c.title, 'categoryId', c.category_id, 'brand', null,
         'manufacturer', c.manufacturer, 'approvalNo', c.approval_no, 'origin', null, 'intro', null, 'photos', '[]'::jsonb,
         'shelfLifeMonths', null, 'storeTemp', null, 'packing', null, 'freightMode', 'free', 'freight', null,
         'freeAbove', null, 'shipWithinDays', 3,
         'regions', (select jsonb_agg(region_code) from commerce.commodity_region where parent_id = c.id),
         'skus', (select jsonb_agg(jsonb_build_object('id', s.id, 'spec', s.spec, 'unit', s.unit,
           'supplyPrice', s.supply_price, 'marketPrice', s.market_price) order by s.line_no)
           from commerce.commodity_sku s where s.parent_id = c.id))
       from commerce.commodity c where c.id = $1`,
      [made.id, isLive ? 'approved' : 'submitted', isLive ? await userId(world, 'sel2') : null],
    );
  return { ...made, skus };
}

export interface OfferAsk extends GoodsAsk {
  readonly salePrice?: number;
  readonly subsidy?: number;
  readonly quota?: number;
  readonly sellIn?: number;
  readonly freight?: number;
}
/** A product on the shelf; answers its first pack. */
export async function makeOffer(world: World, ask: OfferAsk = {}) {
  const goods = await makeGoods(world, { ...ask, status: 'approved' });
  const { salePrice = 9000, subsidy = 0, quota = 0, sellIn = 150500000000, freight = 0 } = ask;
  const productId = await id(
    world,
    `insert into commerce.product (tenant_no, product_no, commodity_id, supplier_id, commodity_revision, title, category_id,
       content, approved_by, status)
     select c.tenant_no, $2, c.id, c.supplier_id, 1, c.title, c.category_id, r.content || jsonb_build_object(
         'freightMode', case when $4::int > 0 then 'fixed' else 'free' end, 'freight', nullif($4::int, 0)), $3, 'onShelf'
     from commerce.commodity c join commerce.commodity_revision r on r.commodity_id = c.id
     where c.id = $1 returning id::int as id`,
    [goods.id, `MPT${unique()}`, await userId(world, 'sel2'), freight],
  );
  await world.sql(
    'insert into commerce.product_region (tenant_no, parent_id, line_no, region_code) values ($1, $2, 1, $3)',
    [tenant, productId, sellIn],
  );
  const productSkuId = await id(
    world,
    `insert into commerce.product_sku (tenant_no, parent_id, line_no, sku_id, spec, unit, supply_price, market_price,
       sale_price, subsidy_per_unit, subsidy_quota) values ($1, $2, 1, $3, '1袋装', 'bag', 8000, 16000, $4, $5, $6)
     returning id::int as id`,
    [tenant, productId, goods.skus[0], salePrice, subsidy, quota],
  );
  return {
    ...goods,
    commodityId: goods.id,
    productId,
    productSkuId,
    skuId: goods.skus[0] as number,
    salePrice,
    subsidy,
    freight,
  };
}

export const placing = (
  lines: readonly {
    productSkuId: number;
    qty: number;
    seenPrice: number;
    seenSubsidised?: number;
    /** Per unit that has it. */
    subsidy?: number;
  }[],
  freight = 0,
) => ({
  requestId: randomUUID(),
  lines: lines.map(({ subsidy: _, ...line }) => ({ seenSubsidised: 0, ...line })),
  seenPayable: lines.reduce(
    (sum, { qty, seenPrice, seenSubsidised = 0, subsidy = 0 }) => sum + qty * seenPrice - seenSubsidised * subsidy,
    freight,
  ),
  receiverName: '韩梅',
  receiverPhone: '13847500001',
  address: '东宝龙山嘎查一组',
  payMode: 'onReceipt',
});

/** An order in any state, without lines. */
export async function makeOrder(world: World, status = 'pendingAccept'): Promise<Made> {
  const [buyer, supplier] = [await unitOf(world, 'farm1'), await unitOf(world, 'sup1')];
  const made = await one<Made>(
    world,
    `insert into commerce.trade_order (tenant_no, region_code, principal_id, supplier_id, order_no, placed_by, receiver_name,
       address, pay_mode, summary, line_count, request_id, status)
     select $1, p.region_code, p.id, $3, $4, $5, '韩梅', '一组', 'onReceipt', '试', 1, $4, $6 from registry.principal p
     where p.id = $2 returning id::int as id, version`,
    [tenant, buyer, supplier, `MOT${unique()}`, await userId(world, 'farm_clerk1'), status],
  );
  await world.sql(
    `insert into commerce.trade_order_money (tenant_no, order_id, principal_id, supplier_id, goods, freight, subsidy, payable)
     values ($1, $2, $3, $4, 9000, 0, 0, 9000)`,
    [tenant, made.id, buyer, supplier],
  );
  return made;
}
export async function makeMoney(world: World): Promise<Made> {
  const order = await makeOrder(world);
  return one<Made>(world, 'select id::int as id, version from commerce.trade_order_money where order_id = $1', [
    order.id,
  ]);
}

export async function makeComplaint(world: World, status = 'applied'): Promise<Made> {
  const order = await makeOrder(world, 'received');
  return one<Made>(
    world,
    `insert into commerce.after_sale (tenant_no, region_code, principal_id, supplier_id, order_id, doc_no, kind, reason,
       summary, ask_amount, agreed_amount, refund_proof, status)
     select tenant_no, region_code, principal_id, supplier_id, id, $2, 'refundOnly', 'damaged', '试', 0, 0, '{1}', $3
     from commerce.trade_order where id = $1 returning id::int as id, version`,
    [order.id, `MAT${unique()}`, status],
  );
}

let month = 0;
export async function makeSettlement(world: World, status = 'draft'): Promise<Made> {
  month += 1;
  const period = `${1990 - Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  return one<Made>(
    world,
    `insert into commerce.settlement (tenant_no, supplier_id, payer_id, doc_no, kind, period, status)
     values ($1, $2, $3, $4, 'subsidy', $5, $6) returning id::int as id, version`,
    [tenant, await unitOf(world, 'sup1'), await root(world), `MBT${unique()}`, period, status],
  );
}

export async function makeRecord(world: World, objectType = 'commodity'): Promise<Made> {
  return one<Made>(
    world,
    `insert into commerce.operating_record (tenant_no, region_code, supplier_id, object_type, object_id, object_name, action)
     values ($1, 150500000000, $2, $3, 1, '试', 'edit') returning id::int as id, version`,
    [tenant, await unitOf(world, 'sup1'), objectType],
  );
}
