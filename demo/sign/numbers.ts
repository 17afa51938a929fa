import type { Tx } from '#kit/server/db/database.ts';
import { codeOf, official, type Range, rangesOf, serialOf } from '#modules/sign/contract/numbers/code.ts';
import { adoptWorn } from '#modules/sign/server/nightly.ts';
import type { Holder, Paper } from '#modules/sign/server/numbers/tag-move.ts';
import type { Place } from '#modules/sign/server/numbers/tag-segment.ts';
import { insertUses } from '#modules/sign/server/numbers/tag-use.ts';
import { allot, take } from '#modules/sign/server/numbers/take.ts';
import { saveOrderMoney } from '#modules/sign/server/papers/rows/sign-procurement-money.ts';
import { shiftDay } from '../herds.ts';
import type { DemoWorld } from '../part.ts';
import { counties } from '../places.ts';
import type { SignSettings } from './settings.ts';

export interface Lot {
  readonly county: number;
  readonly digit: number;
  readonly categoryId: number;
  readonly orderId: number;
  readonly orderNo: string;
  readonly range: Range;
  /** Serials after the last worn one: what is still on shelves and in hands. */
  readonly free: Range;
  readonly station: number | null;
  readonly workers: readonly number[];
}
export interface Flow {
  readonly lots: readonly Lot[];
  readonly authority: ReadonlyMap<number, number>;
}

interface Worn {
  readonly code: number;
  readonly animalId: number;
  readonly wornOn: string;
  readonly wornBy: number | null;
  readonly holderId: number;
  readonly regionCode: number;
  readonly status: string;
}

/** How many numbers beyond the worn ones a county has: the shares say what lies where. */
const spare: Readonly<Record<number, number>> = { 150502: 3000, 150521: 4000, 150522: 500, 150581: 2000 };
const usual = 1600;

/**
 * Every number of the newer half of each county comes from an order: allotted, made, shipped, signed for, stored, issued twice and worn, each
 * on its day. What is older was there before the system.
 */
export async function saveNumbers(tx: Tx, world: DemoWorld, settings: SignSettings): Promise<Flow> {
  const { today, units } = world;
  const supplier = units.get('tagfac1') as number;
  // The animals were registered before there was a pool: what their numbers are is told anew.
  await tx.query('delete from sign.tag_use where tenant_no = $1', [tx.scope.tenantNo]);
  const worn = await tx.query<Worn>(
    `select t.tag_no::bigint as code, t.animal_id as "animalId", t.worn_on as "wornOn", t.worn_by as "wornBy",
       a.principal_id as "holderId", a.region_code as "regionCode", a.status
     from registry.animal_tag t join registry.animal a on a.id = t.animal_id
     where t.tenant_no = $1 and t.tag_kind = 'ear' and a.voided_at is null and t.tag_no ~ '^[23]1505[0-9]{10}$' order by 1`,
    [tx.scope.tenantNo],
  );
  const lots: Lot[] = [];
  const authority = new Map<number, number>();
  for (const county of counties) {
    const code = Math.floor(county.code / 1e6);
    const unit = units.get(`county ${county.code}`);
    if (!unit) continue;
    authority.set(code, unit);
    const station = units.get(`station ${county.story.code}`) ?? null;
    const workers = station
      ? await tx.query<{ id: number }>(
          `select id from registry.staff where principal_id = $1 and status = 'active' and job = 'preventionWorker' order by id`,
          [station],
        )
      : [];
    const people = workers.length > 0 || !station ? workers : await anybody(tx, station);
    for (const digit of [2, 3]) {
      const own = worn.filter(
        (one) =>
          Math.floor(one.code / 1e8) === digit * 1_000_000 + code &&
          serialOf(one.code) >= 10_001 &&
          serialOf(one.code) < 900_000,
      );
      const lot = await saveLot(tx, {
        today,
        supplier,
        unit,
        station,
        workers: people.map((one) => one.id),
        county: code,
        digit,
        categoryId: settings.categories.get(digit === 2 ? 'CQR' : 'SQR') as number,
        worn: own,
        docCategoryId: settings.kinds.get('annual') as number,
        regionCode: county.code,
        spare: digit === 2 ? (spare[code] ?? usual) : 800,
      });
      if (lot) lots.push(lot);
    }
  }
  while ((await adoptWorn(tx)) > 0);
  return { lots, authority };
}
const anybody = (tx: Tx, station: number) =>
  tx.query<{ id: number }>(
    `select id from registry.staff where principal_id = $1 and status = 'active' order by id limit 2`,
    [station],
  );

export interface OrderPlan {
  readonly supplier: number;
  readonly unit: number;
  readonly county: number;
  readonly digit: number;
  readonly categoryId: number;
  readonly docCategoryId: number;
  readonly regionCode: number;
  /** Begins the numbers of its packs; else kind and county. */
  readonly packs?: string;
}
interface LotPlan extends OrderPlan {
  readonly today: string;
  readonly station: number | null;
  readonly workers: readonly number[];
  readonly worn: readonly Worn[];
  readonly spare: number;
}

async function saveLot(tx: Tx, plan: LotPlan): Promise<Lot | null> {
  const { worn, digit, county, unit, station, workers, categoryId, today } = plan;
  // The older part is of the time before; the newer begins with a whole bag.
  const half = worn[Math.floor(worn.length * 0.15)];
  const firstSerial = Math.floor(((half ? serialOf(half.code) : 10_001) - 1) / 100) * 100 + 101;
  const last = worn.at(-1);
  const lastSerial = Math.max(firstSerial - 1, last ? serialOf(last.code) : 0);
  const count = Math.ceil((lastSerial - firstSerial + 1 + plan.spare) / 100) * 100;
  const range = { from: codeOf(digit, county, firstSerial), to: codeOf(digit, county, firstSerial + count - 1) };
  const own = worn.filter((one) => one.code >= range.from);
  const earliest = [shiftDay(today, -300), ...own.map((one) => one.wornOn)].sort()[0] as string;
  const ordered = shiftDay(earliest, -90);
  const made = await orderNumbers(tx, plan, { range, ordered });
  await tx.query(
    'update sign.tag_number_pool set next_serial = $4 where tenant_no = $1 and species_digit = $2 and county_code = $3',
    [tx.scope.tenantNo, digit, plan.regionCode, firstSerial + count],
  );
  const free = { from: Math.max(range.from, (own.at(-1)?.code ?? range.from - 1) + 1), to: range.to };
  if (station && workers.length > 0 && own.length > 0)
    await wear(
      tx,
      plan,
      { own, station, workers, depot: { principalId: unit, staffId: null }, issuedOn: shiftDay(ordered, 40) },
      made.step,
    );
  return {
    county,
    digit,
    categoryId,
    orderId: made.order.id,
    orderNo: made.order.docNo,
    range,
    free,
    station,
    workers,
  };
}

/** One order from the allotment to the shelf of who asked for it; answers how its numbers go on from there. */
export async function orderNumbers(
  tx: Tx,
  plan: OrderPlan,
  { range, ordered }: { readonly range: Range; readonly ordered: string },
): Promise<{ order: { id: number; docNo: string }; step: Step }> {
  const { unit, supplier, categoryId } = plan;
  const count = range.to - range.from + 1;
  const at = (days: number) => shiftDay(ordered, days);
  const [order] = await tx.query<{ id: number; docNo: string }>(
    `insert into sign.sign_procurement (tenant_no, region_code, doc_no, doc_category_id, applicant_id, year, deliver_to, need_by,
       supplier_id, seen_by_supplier, applied, approved, produced, shipped, received, stored, status, created_at, state_since)
     values ($1, $2, kit.doc_no('EP'), $3, $4, $5, $4, $6, $7, $7, $8, $8, $8, $8, $8, $8, 'done', $9::date, $6::date)
     returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      plan.regionCode,
      plan.docCategoryId,
      unit,
      Number(ordered.slice(0, 4)),
      at(50),
      supplier,
      count,
      ordered,
    ],
  );
  if (!order) throw new Error('the order was not written');
  const [line] = await tx.query<{ id: number }>(
    `insert into sign.sign_procurement_line (tenant_no, parent_id, line_no, category_id, county_code, applied, approved)
     values ($1, $2, 1, $3, $4, $5, $5) returning id`,
    [tx.scope.tenantNo, order.id, categoryId, plan.regionCode, count],
  );
  await saveOrderMoney(
    tx,
    { ...order, applicantId: unit },
    {
      supplierId: supplier,
      approverId: null,
      contractNo: `HT-${order.docNo}`,
      lines: line ? [{ id: line.id, count, priceCents: 85 }] : [],
    },
  );
  await tx.query(
    `insert into sign.sign_allot (tenant_no, region_code, procurement_id, procurement_line_id, category_id, scheme, code_from,
       code_to, applicant_id, supplier_id, at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::date)`,
    [
      tx.scope.tenantNo,
      plan.regionCode,
      order.id,
      line?.id,
      categoryId,
      official,
      range.from,
      range.to,
      unit,
      supplier,
      at(5),
    ],
  );
  const doc = { type: 'procurement', id: order.id, no: order.docNo };
  const factory = { principalId: supplier, staffId: null };
  const depot = { principalId: unit, staffId: null };
  await allot(tx, {
    scheme: official,
    range,
    categoryId,
    supplierId: supplier,
    regionCode: plan.regionCode,
    doc,
    on: at(5),
  });
  const step = (
    ranges: readonly Range[],
    from: Holder,
    fromPlace: Place,
    to: Holder | null,
    toPlace: Place,
    on: string,
    paper: Paper = doc,
    counter?: Holder,
  ) =>
    take(tx, {
      scheme: official,
      ranges,
      from: { ...(fromPlace === 'worn' ? {} : { holder: from }), places: [fromPlace] },
      to: { place: toPlace, holder: to, ...(counter && { counter }) },
      doc: paper,
      on,
    });
  await step([range], factory, 'ordered', factory, 'produced', at(20), doc, factory);
  const shipped = await saveShipment(tx, plan, order.id, range, at(30));
  await step([range], factory, 'produced', depot, 'inTransit', at(30), shipped, factory);
  await step([range], depot, 'inTransit', depot, 'received', at(34), { ...shipped, type: 'receiving' });
  await step([range], depot, 'received', depot, 'stock', at(35), { ...shipped, type: 'storage' });
  await tx.query(
    `insert into sign.sign_storage (tenant_no, region_code, doc_no, procurement_id, source_no, principal_id, shelf, counted_boxes,
       count, stored_on, status, created_at, depot_id)
     values ($1, $2, kit.doc_no('EI'), $3, $4, $5, 'A-01', $6, $7, $8, 'stored', $8::date,
       (select min(d.id) from depot.depot d where d.principal_id = $5 and d.kind = 'warehouse'))`,
    [tx.scope.tenantNo, plan.regionCode, order.id, order.docNo, unit, Math.ceil(count / 2000), count, at(35)],
  );
  return { order, step };
}

/** Boxes of twenty bags of a hundred, with the labels of the maker. */
async function saveShipment(tx: Tx, plan: OrderPlan, orderId: number, range: Range, on: string) {
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into sign.tag_shipment (tenant_no, region_code, doc_no, procurement_id, supplier_id, deliver_to, shipped_on, carrier,
       waybill, count, boxes, status) values ($1, $2, kit.doc_no('ES'), $3, $4, $5, $6, '示范物流', $7, $8, $9, 'signed')
     returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      plan.regionCode,
      orderId,
      plan.supplier,
      plan.unit,
      on,
      `SF${orderId}${plan.county}`,
      range.to - range.from + 1,
      Math.ceil((range.to - range.from + 1) / 2000),
    ],
  );
  const shipment = row as { id: number; docNo: string };
  await tx.query(
    `insert into sign.tag_pack (tenant_no, region_code, pack_no, level, scheme, category_id, code_from, code_to, count,
       shipment_id, supplier_id, deliver_to)
     select $1, $2, 'X' || $3 || lpad((g + 1)::text, 3, '0'), 'box', $4, $5, $6::bigint + g * 2000,
       least($6::bigint + g * 2000 + 1999, $7::bigint), least(2000, $7::bigint - $6::bigint - g * 2000 + 1), $8, $9, $10
     from generate_series(0, ($7::bigint - $6::bigint) / 2000) g`,
    [
      tx.scope.tenantNo,
      plan.regionCode,
      plan.packs ?? `${plan.digit}${plan.county}`,
      official,
      plan.categoryId,
      range.from,
      range.to,
      shipment.id,
      plan.supplier,
      plan.unit,
    ],
  );
  await tx.query(
    `insert into sign.tag_pack (tenant_no, region_code, pack_no, level, parent_id, scheme, category_id, code_from, code_to, count,
       shipment_id, supplier_id, deliver_to)
     select $1, $2, 'B' || $3 || lpad((g + 1)::text, 4, '0'), 'bag', (select b.id from sign.tag_pack b where b.tenant_no = $1
         and b.level = 'box' and b.shipment_id = $8 and b.code_from <= $6::bigint + g * 100 order by b.code_from desc limit 1),
       $4, $5, $6::bigint + g * 100, $6::bigint + g * 100 + 99, 100, $8, $9, $10
     from generate_series(0, ($7::bigint - $6::bigint + 1) / 100 - 1) g`,
    [
      tx.scope.tenantNo,
      plan.regionCode,
      plan.packs ?? `${plan.digit}${plan.county}`,
      official,
      plan.categoryId,
      range.from,
      range.to,
      shipment.id,
      plan.supplier,
      plan.unit,
    ],
  );
  return { type: 'shipment', id: shipment.id, no: shipment.docNo };
}

interface Wearing {
  readonly own: readonly Worn[];
  readonly station: number;
  readonly workers: readonly number[];
  readonly depot: Holder;
  readonly issuedOn: string;
}
type Step = (
  ranges: readonly Range[],
  from: Holder,
  fromPlace: Place,
  to: Holder | null,
  toPlace: Place,
  on: string,
  paper?: { type: string; id: number | null; no: string },
  counter?: Holder,
) => Promise<unknown>;

/** County to station, station to workers, workers to ears; one issue for each worker, on its day. */
async function wear(
  tx: Tx,
  plan: LotPlan,
  { own, station, workers, depot, issuedOn }: Wearing,
  step: Step,
): Promise<void> {
  const unit = { principalId: station, staffId: null };
  const workerOf = (one: Worn) =>
    one.wornBy !== null && workers.includes(one.wornBy)
      ? one.wornBy
      : (workers[one.animalId % workers.length] as number);
  const all = rangesOf(own.map((one) => one.code));
  const no = (kind: string, n: number) => ({
    type: kind,
    id: null,
    no: `${kind === 'receiving' ? 'ER' : 'EO'}-${plan.county}${plan.digit}-${n}`,
  });
  await step(all, depot, 'stock', unit, 'inTransit', issuedOn, no('stockOut', 1), depot);
  await step(all, unit, 'inTransit', unit, 'stock', shiftDay(issuedOn, 2), no('receiving', 1));
  let n = 1;
  for (const [worker, animals] of Map.groupBy(own, workerOf)) {
    n += 1;
    const hand = { principalId: station, staffId: worker };
    const ranges = rangesOf(animals.map((one) => one.code));
    await step(ranges, unit, 'stock', hand, 'inTransit', shiftDay(issuedOn, 5), no('stockOut', n), unit);
    await step(ranges, hand, 'inTransit', hand, 'hand', shiftDay(issuedOn, 7), no('receiving', n));
    for (const [day, worn] of Map.groupBy(animals, (one) => one.wornOn)) {
      await step(rangesOf(worn.map((one) => one.code)), hand, 'hand', null, 'worn', day, {
        type: 'wear',
        id: null,
        no: `RK-${day}`,
      });
      await insertUses(
        tx,
        official,
        worn.map((one) => ({
          code: one.code,
          animalId: one.animalId,
          origin: 'procured' as const,
          categoryId: plan.categoryId,
          wornOn: one.wornOn,
          staffId: worker,
          principalId: station,
          issuedOn: shiftDay(issuedOn, 7),
          holderId: one.holderId,
          regionCode: one.regionCode,
          state:
            one.status === 'inStock' || one.status === 'missing' ? 'worn' : one.status === 'sold' ? 'left' : 'ended',
        })),
        `RK-${day}`,
      );
    }
  }
}
