import { forbidden, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { isElectronicTag } from '#modules/registry/contract/animal/animal-rules.ts';
import {
  joinRanges,
  official,
  parseRange,
  type Range,
  showRange,
  sumOf,
  within,
  without,
} from '#modules/sign/contract/numbers/code.ts';
import * as contract from '#modules/sign/contract/papers/handover.ts';
import { type PackRow, type TagShipment, tagShipment } from '#modules/sign/contract/papers/handover.ts';
import { unitsOf } from '../numbers/holders.ts';
import { multirange, type NewPack, packsOfShipment, savePackList } from '../numbers/tag-pack.ts';
import { addPairs, pairsOf } from '../numbers/tag-pair.ts';
import { segmentsAt } from '../numbers/tag-segment.ts';
import { sendOut } from './handover.ts';
import { allotsOf } from './rows/sign-allot.ts';
import { countOrder, orderOf } from './rows/sign-procurement.ts';
import { countShipment } from './rows/tag-shipment.ts';

interface ShipmentHead {
  readonly id: number;
  readonly docNo: string;
  readonly procurementId: number;
  readonly supplierId: number;
  readonly deliverTo: number;
  readonly regionCode: number;
  readonly status: string;
}
async function shipmentOf(tx: Tx, id: number, lock = false): Promise<ShipmentHead> {
  const [row] = await tx.query<ShipmentHead>(
    `select id, doc_no as "docNo", procurement_id as "procurementId", supplier_id as "supplierId",
       deliver_to as "deliverTo",
       region_code as "regionCode", status from sign.tag_shipment where id = $1 ${lock ? 'for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

interface PackError {
  readonly row: number;
  readonly packNo: string;
  readonly text: string;
}
/** R20: what is wrong with a packing list, row by row: disjoint, inside the order, made, and a box is exactly its bags. */
async function judge(
  call: Call,
  shipment: ShipmentHead,
  rows: readonly PackRow[],
): Promise<{ packs: NewPack[]; errors: PackError[] }> {
  const errors: PackError[] = [];
  const packs: NewPack[] = [];
  await inTenant(call.tx, call.actor.tenantNo, 'tags', async (all) => {
    const allots = await allotsOf(all, shipment.procurementId);
    const segments = await segmentsAt(all, official, allots);
    const made = segments.filter((one) => one.place === 'produced' && one.principalId === shipment.supplierId);
    const taken = await all.query<{ packNo: string }>(
      'select pack_no as "packNo" from sign.tag_pack where tenant_no = $1 and pack_no = any ($2) and shipment_id <> $3',
      [all.scope.tenantNo, rows.map((one) => one.packNo), shipment.id],
    );
    const known = new Set(taken.map((one) => one.packNo));
    for (const [at, row] of rows.entries()) {
      const say = (key: string, args = {}) =>
        errors.push({ row: at + 1, packNo: row.packNo, text: call.say(`sign.pack.${key}`, args) });
      const missing = (row.missing ?? '')
        .split(/[,，;；\s]+/)
        .filter(Boolean)
        .map(parseRange);
      if (row.to < row.from) {
        say('order');
        continue;
      }
      if (missing.some((one) => one === null)) {
        say('missing');
        continue;
      }
      if (known.has(row.packNo)) {
        say('taken');
        continue;
      }
      const range = { from: row.from, to: row.to };
      const allot = allots.find((one) => one.from <= row.from && one.to >= row.to);
      if (!allot) {
        say('outside');
        continue;
      }
      const holes = within(
        [range],
        missing.filter((one): one is Range => one !== null),
      );
      const unmade = without(without([range], holes), made);
      if (unmade.length > 0) {
        say('unmade', { ranges: unmade.slice(0, 3).map(showRange).join('、') });
        continue;
      }
      packs.push({
        ...range,
        packNo: row.packNo,
        level: row.level,
        parentNo: row.parent ?? null,
        categoryId: allot.categoryId,
        missing: holes,
      });
    }
    const rowOf = (packNo: string) => rows.findIndex((one) => one.packNo === packNo);
    const add = (packNo: string, key: string, args = {}) =>
      errors.push({ row: rowOf(packNo) + 1, packNo, text: call.say(`sign.pack.${key}`, args) });
    for (const level of ['box', 'bag'] as const) {
      const own = packs.filter((one) => one.level === level).sort((a, b) => a.from - b.from);
      own.forEach((one, at) => {
        const before = own[at - 1];
        if (!before || before.to < one.from) return;
        add(before.packNo, 'overlaps', { pack: one.packNo });
        add(one.packNo, 'overlaps', { pack: before.packNo });
      });
    }
    for (const box of packs.filter((one) => one.level === 'box')) {
      const bags = packs.filter((one) => one.parentNo === box.packNo);
      if (bags.length === 0) continue;
      const union = joinRanges(bags);
      if (union.length !== 1 || union[0]?.from !== box.from || union[0]?.to !== box.to) add(box.packNo, 'boxBags');
    }
    for (const bag of packs.filter((one) => one.level === 'bag' && one.parentNo !== null))
      if (!packs.some((one) => one.packNo === bag.parentNo)) add(bag.packNo, 'noBox', { pack: bag.parentNo ?? '' });
  });
  return { packs, errors };
}

const outer = (packs: readonly NewPack[]) => packs.filter((one) => one.level === 'box' || one.parentNo === null);
const contents = (pack: Range & { readonly missing: readonly Range[] }) => without([pack], pack.missing);

async function savePacks(call: Call<typeof contract.savePacks>) {
  const shipment = await shipmentOf(call.tx, call.body.id, true);
  if (shipment.supplierId !== call.actor.principalId) throw forbidden();
  if (shipment.status !== 'draft') throw refusal('shipped', 'sign.refuse.shipped');
  const { packs, errors } = await judge(call as unknown as Call, shipment, call.body.rows);
  const count = outer(packs).reduce((sum, one) => sum + sumOf(contents(one)), 0);
  const boxes = packs.filter((one) => one.level === 'box').length;
  if (errors.length === 0 && call.body.mode === 'commit') {
    await inTenant(call.tx, call.actor.tenantNo, 'tags', async (all) => {
      await savePackList(all, shipment, official, packs);
      await countShipment(all, shipment.id, count, boxes);
    });
  }
  return { boxes, bags: packs.length - boxes, count, errors: errors.sort((a, b) => a.row - b.row).slice(0, 200) };
}

/** R19: only what was made and packed leaves; the receiver signs box by box. */
async function ship(call: Call, _move: Move, row: TagShipment) {
  if (row.supplierId !== call.actor.principalId) throw forbidden();
  const packs = await packsOfShipment(call.tx, row.id);
  const outerPacks = packs.filter((one) => one.level === 'box' || one.parentId === null);
  if (outerPacks.length === 0) throw refusal('noPacks', 'sign.refuse.noPacks');
  const lines = outerPacks.flatMap((pack) =>
    without([pack], multirange(pack.missing)).map((range) => ({
      ...range,
      categoryId: pack.categoryId,
      packNo: pack.packNo,
    })),
  );
  await sendOut(call.tx, {
    source: { type: 'shipment', id: row.id, no: row.docNo },
    from: { principalId: row.supplierId, staffId: null },
    to: { principalId: row.deliverTo, staffId: null },
    fromPlace: 'produced',
    lines,
    on: today(),
  });
  return { shippedOn: today(), count: sumOf(lines) };
}

async function pairs(call: Call<typeof contract.importPairs>) {
  const shipment = await shipmentOf(call.tx, call.body.shipmentId);
  if (shipment.supplierId !== call.actor.principalId) throw forbidden();
  const refused: { row: number; eid: string; text: string }[] = [];
  return inTenant(call.tx, call.actor.tenantNo, 'tags', async (all) => {
    const allots = await allotsOf(all, shipment.procurementId);
    const seen = new Set<string | number>();
    const good = call.body.rows.filter(({ eid, code }, at) => {
      const say = (key: string) => refused.push({ row: at + 1, eid, text: call.say(`sign.pack.${key}`) });
      if (!isElectronicTag(eid)) return void say('badChip');
      if (!allots.some((one) => one.from <= code && one.to >= code)) return void say('outside');
      if (seen.has(eid) || seen.has(code)) return void say('twice');
      seen.add(eid).add(code);
      return true;
    });
    const known = await pairsOf(all, { eids: good.map((one) => one.eid), codes: good.map((one) => one.code) });
    const [byChip, byCode] = [
      new Map(known.map((one) => [one.eid, one.code])),
      new Map(known.map((one) => [one.code, one.eid])),
    ];
    const fresh = good.filter(({ eid, code }) => {
      const other = (byChip.get(eid) ?? code) !== code || (byCode.get(code) ?? eid) !== eid;
      if (other)
        refused.push({
          row: call.body.rows.findIndex((one) => one.eid === eid) + 1,
          eid,
          text: call.say('sign.pack.paired'),
        });
      return !other;
    });
    await addPairs(
      all,
      fresh.filter(({ eid }) => !byChip.has(eid)),
      'factory',
      shipment.supplierId,
    );
    return { paired: fresh.length, refused: refused.slice(0, 200) };
  });
}

export const shipmentRoutes = (): Route[] => [
  ...serveResource(tagShipment)({
    expressions: {
      supplierName: 'registry.principal_name(t.supplier_id)',
      deliverName: 'registry.principal_name(t.deliver_to)',
    },
    can: (row: TagShipment, verb, actor) =>
      ['edit', 'remove', 'ship'].includes(verb) ? row.supplierId === actor.principalId : true,
    before: {
      add: async (call, values) => {
        const order = await orderOf(call.tx, values.procurementId);
        if (!order || order.supplierId !== call.actor.principalId) throw notFound();
        if (!['producing', 'shipping'].includes(order.status)) throw refusal('notMade', 'sign.refuse.notMade');
        const unit = (await unitsOf(call.tx, [order.deliverTo])).get(order.deliverTo);
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('ES') as no`);
        return {
          docNo: no?.no,
          supplierId: order.supplierId,
          deliverTo: order.deliverTo,
          regionCode: unit?.regionCode ?? order.regionCode,
        };
      },
      transition: ship,
    },
    after: {
      transition: async (call, move) => {
        const { procurementId } = await shipmentOf(call.tx, move.id);
        await countOrder(call.tx, procurementId);
      },
    },
  }),
  serve('sign', contract.savePacks, savePacks),
  serve('sign', contract.importPairs, pairs),
  serve('sign', contract.shipmentPacks, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const shipment = await shipmentOf(tx, call.query.id);
      const packs = await packsOfShipment(tx, shipment.id);
      const segments = await inTenant(tx, tx.scope.tenantNo, 'tags', (all) =>
        segmentsAt(all, official, joinRanges(packs)),
      );
      const nos = new Map(packs.map((one) => [one.id, one.packNo]));
      return packs.map((pack) => {
        const places = new Map<string, number>();
        for (const one of segments) {
          const n = Math.min(one.to, pack.to) - Math.max(one.from, pack.from) + 1;
          if (n > 0) places.set(one.place, (places.get(one.place) ?? 0) + n);
        }
        return {
          id: pack.id,
          packNo: pack.packNo,
          level: pack.level,
          parentNo: pack.parentId === null ? null : (nos.get(pack.parentId) ?? null),
          range: showRange(pack),
          count: pack.count,
          missing: multirange(pack.missing).map(showRange).join('、') || null,
          places: [...places].map(([place, count]) => ({ place, count })),
        };
      });
    }),
  ),
];
