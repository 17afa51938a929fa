import { notFound, refusal, staleVersion, wrongState } from '#kit/contract/errors.ts';
import { sumCents } from '#kit/contract/money.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { type PriceMode, priceAnimals, tenGrams } from '#modules/farm/contract/sale/price.ts';
import { checkSale, deliverSale, saleOrder } from '#modules/farm/contract/sale/sale.ts';
import { animalsByTags, changeAnimals } from '#modules/registry/server/index.ts';
import { costTotals } from '../cost/animal-costs.ts';
import { mustBeOpen } from '../cost/farm-month.ts';
import { holdAnimals, releaseHold, tradeSource } from './animal-hold.ts';
import { priceInputs, saleCalc } from './calc.ts';
import { customerOf, mustHaveCredit } from './customer.ts';
import { type Going, judgeAnimals, mustMayGo, regionOfFarm, weighByHand } from './judge.ts';
import { docNo, farmOf } from './own-farm.ts';
import { linesOfSale, weighLines } from './sale-order-line.ts';

interface Order {
  readonly id: number;
  readonly version: number;
  readonly status: string;
  readonly docNo: string;
  readonly principalId: number;
  readonly customerId: number;
  readonly priceMode: PriceMode;
  readonly unitPrice: number;
  readonly purpose: string;
  readonly quarantineCertNo: string | null;
  readonly changeId: number | null;
}
async function lockOrder(tx: Tx, id: number): Promise<Order> {
  const [row] = await tx.query<Order>(
    `select id, version, status, doc_no as "docNo", principal_id as "principalId", customer_id as "customerId",
       price_mode as "priceMode", unit_price as "unitPrice", purpose, quarantine_cert_no as "quarantineCertNo",
       change_id as "changeId" from farm.sale_order where id = $1 for update`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

interface FormLine {
  animalId: number;
  kg: number | null;
}
interface FormValues {
  readonly principalId?: number | null;
  readonly lines: readonly FormLine[];
  readonly priceMode: string;
  readonly unitPrice: number;
}
/** R26 on what is known before the gate: the last weight where none was typed. */
async function priced(call: Call, values: FormValues) {
  const ids = values.lines.map((one) => one.animalId);
  if (new Set(ids).size !== ids.length) throw refusal('twice', 'farm.tradeRefusal.twice');
  const known = new Map(
    (
      await call.tx.query<{ id: number; kg: number | null }>(
        'select id, weight as kg from farm.animal_seen where id = any ($1)',
        [ids],
      )
    ).map((one) => [one.id, one.kg]),
  );
  const lines = values.lines.map((one) => ({ ...one, kg: one.kg ?? known.get(one.animalId) ?? null }));
  const { parts } = priceAnimals({ mode: values.priceMode as PriceMode, unitCents: values.unitPrice, lines });
  return {
    lines: lines.map((one, at) => ({ ...one, amount: parts[at] ?? 0 })),
    head: lines.length,
    kg: lines.reduce((sum, one) => sum + tenGrams(one.kg), 0) / 100,
  };
}

const goingTo = (principalRef: number | null, purpose: string): Going =>
  principalRef ? { kind: 'handover', purpose, toPrincipalId: principalRef } : { kind: 'saleOut', purpose };

async function confirm(call: Call, id: number): Promise<void> {
  const order = await lockOrder(call.tx, id);
  farmOf(call, order.principalId);
  const buyer = await customerOf(call.tx, order.customerId);
  const lines = await linesOfSale(call.tx, id);
  const ids = lines.map((one) => one.animalId).sort((a, b) => a - b);
  await mustMayGo(call, order.principalId, ids, {
    ...goingTo(buyer.principalRef, order.purpose),
    certNo: order.quarantineCertNo,
    isPlan: true,
  });
  const { cents } = priceAnimals({ mode: order.priceMode, unitCents: order.unitPrice, lines });
  await mustHaveCredit(call, buyer, cents);
  await holdAnimals(call.tx, {
    principalId: order.principalId,
    kind: 'sale',
    docId: id,
    docNo: order.docNo,
    animalIds: ids,
  });
}

/** A delivery that the buyer sent back frees the order; one that stands does not. */
async function cancel(call: Call, id: number): Promise<void> {
  const order = await lockOrder(call.tx, id);
  farmOf(call, order.principalId);
  if (order.status === 'delivered') {
    const [change] = await inTenant(call.tx, call.actor.tenantNo, 'farm.cancelSale', (all) =>
      all.query<{ status: string }>('select status from farm.change_head_seen where id = $1', [order.changeId]),
    );
    if (!['refused', 'cancelled', 'revoked'].includes(change?.status ?? ''))
      throw refusal('delivered', 'farm.tradeRefusal.delivered');
  }
  await releaseHold(call.tx, { kind: 'sale', docId: id });
}

async function deliver(call: Call<typeof deliverSale>) {
  const { id, version, lines: given, note } = call.body;
  const { tx } = call;
  const order = await lockOrder(tx, id);
  farmOf(call, order.principalId);
  if (order.status !== 'confirmed') throw wrongState(`sale_order_status.${order.status}`, 'farm.saleOrder._deliver');
  if (order.version !== version) throw staleVersion();
  const listed = new Map((await linesOfSale(tx, id)).map((one) => [one.animalId, one]));
  const strange = given.find((one) => !listed.has(one.animalId));
  if (strange || new Set(given.map((one) => one.animalId)).size !== given.length)
    throw refusal('notInOrder', 'farm.tradeRefusal.notInOrder');
  const on = call.body.deliveredOn ?? today();
  await mustBeOpen(tx, order.principalId, on);
  const buyer = await customerOf(tx, order.customerId);
  const unitPrice = call.body.unitPrice ?? order.unitPrice;
  const lines = given.map((one) => ({ animalId: one.animalId, kg: one.kg ?? listed.get(one.animalId)?.kg ?? null }));
  if (order.priceMode === 'live' && lines.some((one) => one.kg === null))
    throw refusal('noWeight', 'farm.tradeRefusal.noWeight');
  const ids = lines.map((one) => one.animalId);
  const ask = { mode: order.priceMode, unitCents: unitPrice, lines };
  const { parts } = priceAnimals(ask);
  const costs = await costTotals(tx, order.principalId, ids, on);
  const regionCode = await regionOfFarm(tx, order.principalId);
  const typed = given.flatMap((one) => (one.kg ? [{ animalId: one.animalId, kg: one.kg }] : []));
  await weighByHand(tx, { principalId: order.principalId, regionCode }, 'sale', typed, note);
  const { cents } = await recordCalc(tx, {
    kind: saleCalc,
    id,
    rule: { ref: `farm.saleOrder:${order.docNo}`, content: { mode: order.priceMode, unitCents: unitPrice } },
    inputs: priceInputs(ask),
  });
  const going = goingTo(buyer.principalRef, order.purpose);
  const certNo = call.body.quarantineCertNo ?? order.quarantineCertNo;
  const change = await changeAnimals(tx, {
    changeType: going.kind,
    animalIds: ids,
    happenedOn: on,
    purpose: order.purpose,
    toPrincipalId: buyer.principalRef,
    buyerName: buyer.name,
    quarantineCertNo: certNo,
    weights: new Map(lines.flatMap((one) => (one.kg ? [[one.animalId, one.kg] as const] : []))),
    amountCents: cents,
    source: tradeSource,
    byPrincipalId: order.principalId,
  });
  const costOf = (one: { animalId: number }) => costs.get(one.animalId) ?? null;
  await weighLines(
    tx,
    id,
    lines.map((one, at) => ({ ...one, amount: parts[at] ?? 0, cost: costOf(one) })),
  );
  await releaseHold(tx, { kind: 'sale', docId: id });
  const [saved] = await tx.query<{ version: number }>(
    `update farm.sale_order set status = 'delivered', delivered_on = $2, unit_price = $3, head = $4, kg = $5,
       amount = $6, cost = $7, change_id = $8, change_no = $9, quarantine_cert_no = $10, version = version + 1,
       updated_by = $11, updated_at = now() where id = $1 returning version`,
    [
      id,
      on,
      unitPrice,
      ids.length,
      lines.reduce((sum, one) => sum + tenGrams(one.kg), 0) / 100,
      cents,
      sumCents(lines.map((one) => costOf(one) ?? 0)),
      change.changeId,
      change.docNo,
      certNo,
      tx.scope.userId,
    ],
  );
  await recordTransition(tx, call.actor, {
    entity: 'farm.saleOrder',
    entityId: id,
    name: 'deliver',
    from: 'confirmed',
    to: 'delivered',
  });
  call.answer.msg = call.say('ok.saved');
  return { amount: cents, changeNo: change.docNo, waits: change.status === 'submitted', version: saved?.version ?? 0 };
}

/** By ear tag whole, or by its last digits among the farm's own. */
export async function idsOfTags(tx: Tx, farmId: number, tags: readonly string[]) {
  const ids: number[] = [];
  const unknown: string[] = [];
  for (const tag of tags) {
    const whole = tag.length >= 15 ? await animalsByTags(tx, 'ear', [tag]) : [];
    const chip = tag.length >= 15 && whole.length === 0 ? await animalsByTags(tx, 'electronic', [tag]) : [];
    const found =
      tag.length >= 15
        ? [...whole, ...chip].map((one) => one.animalId)
        : (
            await tx.query<{ id: number }>(
              `select a.id from farm.animal_seen a left join farm.farm_animal f on f.animal_id = a.id
                 and f.status = 'live'
               where a.principal_id = $1 and a.status = 'inStock' and (a.ear_tag like '%' || $2 or f.farm_no = $2)
               limit 2`,
              [farmId, tag.replace(/[%_\\]/g, '')],
            )
          ).map((one) => one.id);
    if (found.length === 1) ids.push(found[0] as number);
    else unknown.push(tag);
  }
  return { ids: [...new Set(ids)], unknown };
}

async function check(call: Call<typeof checkSale>) {
  const { animalIds, tags, purpose, customerId, priceMode, unitPrice } = call.body;
  const farmId = farmOf(call, call.body.principalId);
  const sees = call.actor.actions.has('anm:money:view');
  return call.database.transaction(call.actor.scope, async (tx) => {
    const found = await idsOfTags(tx, farmId, tags);
    const ids = [...new Set([...animalIds, ...found.ids])];
    const buyer = customerId ? await customerOf(tx, customerId) : null;
    const animals = await judgeAnimals(
      call as unknown as Call,
      tx,
      farmId,
      ids,
      goingTo(buyer?.principalRef ?? null, purpose),
    );
    const costs = sees ? await costTotals(tx, farmId, ids, today()) : new Map<number, number>();
    const amounts = unitPrice ? priceAnimals({ mode: priceMode, unitCents: unitPrice, lines: animals }).parts : [];
    return {
      unknown: found.unknown,
      animals: animals.map((one, at) => ({
        ...one,
        cost: costs.get(one.animalId) ?? null,
        amount: priceMode === 'live' && one.kg === null ? null : (amounts[at] ?? null),
      })),
    };
  });
}

export const saleRoutes = (): Route[] => [
  ...serveResource(saleOrder)({
    expressions: {
      owed: "case when t.status in ('delivered', 'closed') then t.amount - t.paid else 0 end",
      handover: '(select c.status from farm.change_head_seen c where c.id = t.change_id)',
    },
    before: {
      add: async (call, values) => ({
        principalId: farmOf(call, values.principalId),
        docNo: await docNo(call.tx, 'FO'),
        ...(await priced(call, values)),
      }),
      edit: async (call, values, row) => {
        farmOf(call, row.principalId);
        return priced(call, values);
      },
      remove: async (call, row) => {
        farmOf(call, row.principalId);
        if (row.status !== 'draft') throw refusal('settled', 'farm.tradeRefusal.settled');
      },
      transition: async (call, move, row) => {
        farmOf(call, row.principalId);
        if (move.name === 'confirm') await confirm(call, row.id);
        if (move.name === 'cancel') {
          await cancel(call, row.id);
          return { cancelReason: move.remark };
        }
        if (move.name === 'close' && row.paid < row.amount) throw refusal('notPaid', 'farm.tradeRefusal.notPaid');
        return undefined;
      },
    },
  }),
  serve('farm', checkSale, check),
  serve('farm', deliverSale, deliver),
];
