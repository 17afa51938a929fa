import type { Tx } from '#kit/server/db/database.ts';
import { keep } from '../pictures.ts';
import type { Random } from '../random.ts';
import { dayBefore, newIds, numbering, saveRows } from './bulk.ts';
import { type DemoSupplier, suppliers } from './suppliers.ts';

const rules: Readonly<Record<string, object>> = {
  VAC: {
    material_kind: 'vaccine',
    required_doc_kinds: ['vetDrugLicence'],
    cold_chain: true,
    two_operators: true,
    buyer_types: ['farm', 'cooperative'],
    buyer_config: 'self_purchase_vaccine',
  },
  DRG: { material_kind: 'drug', required_doc_kinds: ['vetDrugLicence'], two_operators: true },
  DIS: { material_kind: 'disinfectant', required_doc_kinds: ['vetDrugLicence'] },
  FED: { material_kind: 'feed', required_doc_kinds: ['feedLicence'], after_sale_days: 15 },
  ADD: { material_kind: 'feed', required_doc_kinds: ['feedLicence'], after_sale_days: 15 },
  FOR: { material_kind: 'feed', service_note: '按重量计价,到场过磅' },
  SEM: {
    material_kind: 'semen',
    required_doc_kinds: ['breedingLicence'],
    cold_chain: true,
    two_operators: true,
    buyer_types: ['breedingStation', 'farm', 'cooperative'],
  },
  TAG: { sellable: false, required_doc_kinds: [], service_note: '耳标只通过标识渠道发放' },
  DEV: { after_sale_days: 30, service_note: '含上门安装' },
  BRN: { after_sale_days: 30 },
};

/** What every category asks for. */
export async function saveRules(tx: Tx): Promise<void> {
  const categories = await tx.query<{ id: number; code: string }>(
    'select id, code from platform.sys_commodity_secondary order by id',
  );
  const usual = {
    material_kind: 'consumable',
    required_doc_kinds: ['businessLicence'],
    cold_chain: false,
    sellable: true,
    two_operators: false,
    buyer_types: [],
    buyer_config: null,
    after_sale_days: 7,
    service_note: null,
  };
  await saveRows(
    tx,
    'commerce.category_rule',
    categories.map(({ id, code }) => ({ category_id: id, ...usual, ...rules[code.slice(0, 3)], version: 0 })),
  );
}

interface Entry {
  readonly id: number;
  readonly title: string;
  readonly categoryId: number;
  readonly code: string;
  readonly brand: string | null;
  readonly spec: string;
  readonly unit: string;
  readonly maker: string;
  readonly licenceNo: string | null;
}
export interface Pack {
  readonly skuId: number;
  readonly spec: string;
  readonly unit: string;
  readonly supplyPrice: number;
  readonly marketPrice: number;
}
export interface Goods {
  readonly id: number;
  readonly supplier: DemoSupplier;
  readonly supplierId: number;
  readonly title: string;
  readonly code: string;
  readonly categoryId: number;
  readonly maker: string;
  readonly approvalNo: string | null;
  readonly status: string;
  readonly photos: readonly number[];
  readonly freightMode: string;
  readonly freight: number | null;
  readonly freeAbove: number | null;
  readonly packs: readonly Pack[];
}

const counties = [150502, 150521, 150522, 150523, 150524, 150525, 150526, 150581].map((one) => one * 1_000_000);
const prices: Readonly<Record<string, readonly [number, number]>> = {
  VAC: [60, 260],
  DRG: [25, 180],
  DIS: [40, 220],
  FED: [110, 190],
  ADD: [80, 420],
  FOR: [700, 1900],
  SEM: [40, 320],
  DEV: [260, 3200],
  BRN: [380, 5200],
};
const statusOf = (n: number): string =>
  n === 11
    ? 'banned'
    : [3, 17, 29].includes(n)
      ? 'rejected'
      : n % 20 === 7
        ? 'reviewing'
        : [41, 62].includes(n)
          ? 'changed'
          : n % 30 === 13
            ? 'draft'
            : 'approved';

/** The suppliers' offers: two thirds out of the tenant's library. */
export async function saveGoods(
  tx: Tx,
  units: ReadonlyMap<string, number>,
  { today, random, hasFiles }: { today: string; random: Random; hasFiles: boolean },
): Promise<Goods[]> {
  const entries = await tx.query<Entry>(
    `select c.id, c.commodity_name as title, c.category_id as "categoryId", s.code, c.brand, c.spec, c.unit,
       c.manufacturer as maker, c.licence_no as "licenceNo"
     from platform.tenant_commodity c join platform.sys_commodity_secondary s on s.id = c.category_id
     where c.tenant_no = $1 and c.status = 'onShelf' and not c.restricted order by c.id`,
    [tx.scope.tenantNo],
  );
  const operator = await userId(tx, 'sel1');
  const wanted = suppliers.flatMap((supplier) =>
    supplier.groups.flatMap((group) =>
      entries
        .filter((one) => one.code.startsWith(group))
        .slice(0, Math.ceil(15 / supplier.groups.length))
        .map((entry) => ({ supplier, entry })),
    ),
  );
  const ids = await newIds(tx, 'commerce.commodity', wanted.length);
  const numbers = numbering('MC');
  const goods: Goods[] = [];
  const rows = [];
  const packs: Record<string, unknown>[] = [];
  for (const [at, { supplier, entry }] of wanted.entries()) {
    const id = ids[at] as number;
    const group = entry.code.slice(0, 3);
    const status = statusOf(at);
    const isHeavy = group === 'FOR' || group === 'BRN';
    const freightMode = isHeavy ? 'byQty' : at % 3 === 0 ? 'fixed' : 'free';
    const approvalNo = entry.licenceNo;
    const [low, high] = prices[group] ?? [15, 120];
    const skuIds = await newIds(tx, 'commerce.commodity_sku', at % 3 === 0 ? 2 : 1);
    const own = skuIds.map((skuId, no): Pack => {
      const supplyPrice = random.int(low * 10, high * 10) * 10 * (no + 1);
      return {
        skuId,
        spec: no === 0 ? entry.spec : `${entry.spec} ×2`,
        unit: entry.unit,
        supplyPrice,
        marketPrice: Math.round(supplyPrice * 1.22),
      };
    });
    const photos = hasFiles ? [await picture(tx, id, at)] : [];
    const title = `${entry.title}${supplier.key === 'sup1' ? '' : ` ${supplier.name.slice(0, 2)}`}`;
    const made = dayBefore(today, 380 - (at % 60));
    const one: Goods = {
      id,
      supplier,
      supplierId: units.get(supplier.key) as number,
      title,
      code: entry.code,
      categoryId: entry.categoryId,
      maker: entry.maker,
      approvalNo,
      status,
      photos,
      freightMode,
      freight: freightMode === 'free' ? null : isHeavy ? 2000 : 6000,
      freeAbove: freightMode === 'fixed' ? 500_000 : null,
      packs: own,
    };
    goods.push(one);
    const isLive = !['draft', 'reviewing', 'rejected', 'banned'].includes(status);
    rows.push({
      id,
      region_code: 150500000000,
      supplier_id: one.supplierId,
      commodity_no: numbers(made),
      title,
      category_id: entry.categoryId,
      brand: entry.brand,
      manufacturer: entry.maker,
      approval_no: approvalNo,
      origin: '内蒙古通辽',
      intro: `${title},${entry.spec}。`,
      photos: photos.length > 0 ? photos : null,
      shelf_life_months: ['FED', 'ADD', 'FOR'].includes(group) ? 6 : ['VAC', 'DRG', 'DIS'].includes(group) ? 24 : null,
      store_temp: ['VAC', 'SEM'].includes(group) ? '2–8 °C' : '阴凉干燥',
      packing: entry.spec,
      freight_mode: freightMode,
      freight: one.freight,
      free_above: one.freeAbove,
      ship_within_days: 3,
      library_id: at % 3 === 2 ? null : entry.id,
      live_revision: isLive ? 1 : null,
      last_revision: status === 'draft' ? 0 : 1,
      submitted_at:
        status === 'draft' ? null : `${status === 'reviewing' ? dayBefore(today, 1 + (at % 3)) : made}T09:20:00+08:00`,
      reviewed_by: isLive ? operator : null,
      review_note: status === 'rejected' ? '批准文号与商品库不符' : status === 'banned' ? '抽检不合格' : null,
      reasons: status === 'rejected' ? { approvalNo: '批准文号与商品库不符' } : null,
      status,
      version: 1,
      created_at: `${made}T08:30:00+08:00`,
      updated_at: `${made}T10:00:00+08:00`,
    });
    for (const [no, pack] of own.entries())
      packs.push({
        id: pack.skuId,
        parent_id: id,
        line_no: no + 1,
        spec: pack.spec,
        unit: pack.unit,
        supply_price: pack.supplyPrice,
        market_price: pack.marketPrice,
        min_qty: 1,
        step_qty: 1,
        is_on: true,
        stock_qty: at % 19 === 5 ? 6 : 2000 + random.int(0, 3000),
        locked_qty: 0,
      });
  }
  await saveRows(tx, 'commerce.commodity', rows);
  await saveRows(tx, 'commerce.commodity_sku', packs);
  await saveRows(
    tx,
    'commerce.commodity_region',
    goods.flatMap(({ id }) => counties.map((region_code, at) => ({ parent_id: id, line_no: at + 1, region_code }))),
  );
  await saveRevisions(tx, goods, operator, today);
  await saveLinks(tx, operator);
  await saveDeeds(tx, goods, today);
  return goods;
}

const emblem = (hue: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480"><rect width="480" height="480" fill="hsl(${hue} 40% 94%)"/><g fill="hsl(${hue} 45% 48%)"><rect x="150" y="110" width="180" height="270" rx="24"/><rect x="195" y="70" width="90" height="50" rx="8"/></g></svg>`;
const picture = (tx: Tx, id: number, at: number): Promise<number> =>
  keep(tx, emblem((at % 12) * 30), `商品_${at + 1}.jpg`, { bizType: 'commerce.commodity', bizId: id });
export const userId = async (tx: Tx, username: string): Promise<number> =>
  (await tx.query<{ id: number }>('select id from platform.sys_user where username = $1', [username]))[0]?.id ?? 0;

/** What was submitted, in the words the shop reads. */
export const contentOf = (one: Goods) => ({
  title: one.title,
  categoryId: one.categoryId,
  brand: null,
  manufacturer: one.maker,
  approvalNo: one.approvalNo,
  origin: '内蒙古通辽',
  intro: `${one.title}。`,
  photos: one.photos,
  shelfLifeMonths: ['FED', 'ADD', 'FOR'].includes(one.code.slice(0, 3)) ? 6 : null,
  storeTemp: '阴凉干燥',
  packing: one.packs[0]?.spec ?? null,
  freightMode: one.freightMode,
  freight: one.freight,
  freeAbove: one.freeAbove,
  shipWithinDays: 3,
  regions: counties,
  skus: one.packs.map(({ skuId, spec, unit, supplyPrice, marketPrice }) => ({
    id: skuId,
    spec,
    unit,
    supplyPrice,
    marketPrice,
  })),
});

async function saveRevisions(tx: Tx, goods: readonly Goods[], operator: number, today: string): Promise<void> {
  const states: Readonly<Record<string, string>> = { reviewing: 'submitted', rejected: 'rejected', banned: 'approved' };
  await saveRows(
    tx,
    'commerce.commodity_revision',
    goods
      .filter((one) => one.status !== 'draft')
      .map((one) => {
        const state = states[one.status] ?? 'approved';
        const on = `${dayBefore(today, state === 'submitted' ? 2 : 340)}T09:20:00+08:00`;
        return {
          commodity_id: one.id,
          revision: 1,
          content: contentOf(one),
          state,
          reviewer_id: state === 'submitted' ? null : operator,
          submitted_at: on,
          decided_at: state === 'submitted' ? null : on,
        };
      }),
  );
}

/** Packs are the materials of the same kind; eight are still open. */
async function saveLinks(tx: Tx, operator: number): Promise<void> {
  await tx.query(
    `with kinds as (
       select k.id, row_number() over (order by k.id desc) as no, r.material_kind as kind
       from commerce.commodity_link k join commerce.commodity c on c.id = k.commodity_id
       join commerce.category_rule r on r.tenant_no = c.tenant_no and r.category_id = c.category_id
       where k.tenant_no = $1 and r.material_kind in ('drug', 'feed', 'semen', 'consumable', 'vaccine', 'disinfectant')),
     goods as (
       select m.id, m.kind, row_number() over (partition by m.kind order by m.id) as no,
         count(*) over (partition by m.kind) as of, coalesce((m.packs -> 0 ->> 'factor')::numeric, 1) as factor
       from depot.material m where m.tenant_no = $1 and m.sharing = 'shared' and m.status = 'active')
     update commerce.commodity_link k set material_id = g.id, factor = g.factor, status = 'checked', checked_by = $2,
       checked_at = now() from kinds n join goods g on g.kind = n.kind and g.no = n.no % g.of + 1
     where k.id = n.id and n.no > 8`,
    [tx.scope.tenantNo, operator],
  );
}

async function saveDeeds(tx: Tx, goods: readonly Goods[], today: string): Promise<void> {
  await saveRows(
    tx,
    'commerce.operating_record',
    goods.flatMap((one, at) => {
      const deed = (action: string, days: number, by_name: string) => ({
        region_code: 150500000000,
        supplier_id: one.supplierId,
        object_type: 'commodity',
        object_id: one.id,
        object_name: one.title,
        action,
        changes: action === 'approve' ? { status: ['reviewing', 'approved'] } : {},
        by_name,
        at: `${dayBefore(today, days)}T09:30:00+08:00`,
      });
      const days = 380 - (at % 60);
      return one.status === 'draft'
        ? [deed('add', days, one.supplier.contact)]
        : [
            deed('add', days, one.supplier.contact),
            deed('submit', days - 1, one.supplier.contact),
            ...(one.status === 'rejected' ? [deed('reject', days - 2, '赵立群')] : []),
            ...(one.status === 'approved' || one.status === 'changed' ? [deed('approve', days - 2, '赵立群')] : []),
            ...(one.status === 'banned' ? [deed('ban', 20, '赵立群')] : []),
          ];
    }),
  );
}
