import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { commodity, commodityReview, reasonName, reviewed } from '#modules/commerce/contract/catalogue/commodity.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { asTenant, rootRegion, tellUnit } from '../common.ts';
import { productFor, takeOff } from '../selection/product.ts';
import { dropFromCarts } from '../shop/cart-item.ts';
import { approveContent } from './approve.ts';
import { type CommodityRow, commodityOf, contentOf, patchCommodity } from './commodity.ts';
import { decideRevision, submitRevision } from './commodity-revision.ts';
import { changesOf, doerOf, record } from './operating-record.ts';
import { checkPapers, paperTrouble, ruleOf } from './papers.ts';

const entity = 'commerce.commodity';
const skus = (what: string) => `(select ${what} from commerce.commodity_sku s where s.parent_id = t.id)`;
const productStatus = `(select p.status from commerce.product p where p.tenant_no = t.tenant_no
  and p.commodity_id = t.id and p.status <> 'retired')`;
const sold30 = `(select coalesce(sum(l.qty - l.cancelled_qty), 0)::int from commerce.trade_order_line l
  join commerce.commodity_sku s on s.id = l.sku_id join commerce.trade_order o on o.id = l.order_id
  where s.parent_id = t.id and o.placed_at > now() - interval '30 days' and o.status not in ('cancelled', 'closed'))`;
const expressions = {
  skuCount: skus('count(*)::int'),
  priceFrom: skus('min(s.supply_price)'),
  priceTo: skus('max(s.supply_price)'),
  stockQty: skus('coalesce(sum(s.stock_qty), 0)::int'),
  lockedQty: skus('coalesce(sum(s.locked_qty), 0)::int'),
  lowStock: `exists (select 1 from commerce.commodity_sku s where s.parent_id = t.id and s.is_on
    and s.stock_qty - s.locked_qty < s.min_qty * 10)`,
  linked: `not exists (select 1 from commerce.commodity_link k where k.commodity_id = t.id and k.material_id is null)`,
  productStatus,
  sold30,
  paperTrouble,
};

const taken = (call: Call, row: CommodityRow, action: string, more: Partial<Parameters<typeof record>[2]> = {}) =>
  record(call.tx, doerOf(call), {
    objectType: 'commodity',
    objectId: row.id,
    objectName: row.title,
    supplierId: row.supplierId,
    action,
    ...more,
  });

interface Form {
  readonly categoryId: number;
  readonly libraryId: number | null;
  readonly title: string;
  readonly manufacturer: string;
  readonly approvalNo: string | null;
  readonly skus: readonly { id?: number | undefined; minQty: number; stepQty: number }[];
}
/** R2, R3, R4: what the form itself can be asked, before it is saved. */
async function checkForm(call: Call, form: Form): Promise<void> {
  const rule = await ruleOf(call.tx, form.categoryId);
  if (!rule) throw invalid([{ field: 'categoryId', key: 'error.field.ref' }]);
  if (!rule.sellable) throw refusal('notSellable', 'commerce.refusal.notSellable');
  const uneven = form.skus.findIndex((one) => one.minQty % one.stepQty !== 0);
  if (uneven >= 0) throw invalid([{ field: `skus.${uneven}.minQty`, key: 'commerce.commodity.steps' }]);
  if (!form.libraryId) return;
  const [entry] = await call.tx.query<{ restricted: boolean; licenceNo: string | null }>(
    `select restricted, licence_no as "licenceNo" from commerce.library_seen where id = $1`,
    [form.libraryId],
  );
  if (entry?.restricted) throw refusal('restricted', 'commerce.refusal.restricted');
  if (entry?.licenceNo && form.approvalNo && entry.licenceNo !== form.approvalNo)
    throw refusal('approvalNo', 'commerce.refusal.approvalNo');
}

/** R2: named at its field; the database, which refuses it too, does not tell which rows it compared. */
async function refuseTwice(call: Call, form: Form, supplierId: number, id: number | null): Promise<void> {
  const [same] = await call.tx.query<{ title: boolean }>(
    `select title = $2 and manufacturer = $3 as title from commerce.commodity
     where supplier_id = $1 and id is distinct from $5 and ((title = $2 and manufacturer = $3) or approval_no = $4)
     order by 1 limit 1`,
    [supplierId, form.title, form.manufacturer, form.approvalNo, id],
  );
  if (same) throw invalid([{ field: same.title ? 'title' : 'approvalNo', key: 'error.duplicate' }]);
}

/** A pack that was ordered or selected stays; it can be taken out of sale. */
async function refuseUsed(call: Call, id: number, kept: readonly number[]): Promise<void> {
  const [used] = await asTenant(call, 'commodity', (all) =>
    all.query<{ spec: string }>(
      `select s.spec from commerce.commodity_sku s where s.parent_id = $1 and not (s.id = any ($2))
         and (exists (select 1 from commerce.product_sku p where p.sku_id = s.id)
           or exists (select 1 from commerce.trade_order_line l where l.sku_id = s.id)) limit 1`,
      [id, kept],
    ),
  );
  if (used) throw refusal('skuInUse', 'commerce.refusal.skuInUse', { spec: used.spec });
}

/** R1, R2: once more when it is submitted, for papers end and rules change. */
async function checkSubmit(call: Call, row: CommodityRow): Promise<void> {
  await asTenant(call, 'submit', async (all) => {
    const [supplier] = await all.query<{ type: string; status: string }>(
      'select type, status from commerce.unit_seen where id = $1',
      [row.supplierId],
    );
    if (supplier?.type !== 'supplier' || supplier.status !== 'active')
      throw refusal('notSupplier', 'commerce.refusal.notSupplier');
    const rule = await ruleOf(all, row.categoryId);
    if (!rule?.sellable) throw refusal('notSellable', 'commerce.refusal.notSellable');
    const { photos } = await contentOf(all, row.id);
    if (photos.length === 0) throw invalid([{ field: 'photos', key: 'error.field.required' }]);
    if (rule.licenceKind !== 'none' && !row.approvalNo) throw refusal('approvalNo', 'commerce.refusal.approvalNo');
    await checkPapers(all, call, row.supplierId, rule.docKinds);
  });
}

async function beforeMove(call: Call, move: Move) {
  const row = await commodityOf(call.tx, move.id);
  if (!call.actor.scope.principals.includes(row.supplierId)) return undefined;
  if (move.name === 'submit') {
    await checkSubmit(call, row);
    return { lastRevision: row.lastRevision + 1, submittedAt: new Date().toISOString(), reasons: null };
  }
  if (move.name === 'stop' && row.liveRevision === null) throw refusal('notLive', 'commerce.refusal.notLive');
  return undefined;
}

async function afterMove(call: Call, move: Move, status: string): Promise<void> {
  const row = await commodityOf(call.tx, move.id);
  await taken(call, row, move.name === 'withdrawChange' ? 'withdraw' : move.name, {
    changes: { status: [null, status] },
  });
  if (move.name === 'submit') {
    await submitRevision(call.tx, row.id, row.lastRevision, await contentOf(call.tx, row.id));
    await asTenant(call, 'submit', (all) =>
      openTask(all, {
        taskType: 'approve',
        taskName: { key: 'commerce.commodity.task_review', args: { title: row.title } },
        entity,
        entityId: row.id,
        linkPath: `/selectionLib/commodityReview?keyword=${encodeURIComponent(row.commodityNo)}`,
        permission: 'selection:commodity:review',
        regionCode: rootRegion(call.actor.tenantNo),
        principalId: row.supplierId,
      }),
    );
  }
  if (move.name.startsWith('withdraw')) {
    await decideRevision(call.tx, row.id, { state: 'withdrawn', reviewerId: null });
    await asTenant(call, 'withdraw', (all) => closeTask(all, entity, row.id));
  }
  if (move.name === 'stop')
    await asTenant(call, 'stop', async (all) => {
      const shelved = await productFor(all, row.id);
      if (shelved)
        await takeOff(all, [shelved.id], { reason: call.say('commerce.product.offStopped'), by: doerOf(call) });
    });
}

/** R7: never somebody of the supplier's own. */
function refuseOwn(call: Call, row: CommodityRow): void {
  if (call.actor.scope.principals.includes(row.supplierId) || row.createdBy === call.actor.userId)
    throw refusal('samePerson', 'commerce.refusal.samePerson');
}

async function beforeReview(call: Call, move: Move) {
  const row = await commodityOf(call.tx, move.id);
  refuseOwn(call, row);
  if (move.name === 'reject') {
    const form = (move.form ?? {}) as Record<string, string | null>;
    const reasons = Object.fromEntries(
      reviewed.flatMap((name) => (form[reasonName(name)] ? [[name, form[reasonName(name)]]] : [])),
    );
    if (Object.keys(reasons).length === 0)
      throw invalid([{ field: reasonName('title'), key: 'commerce.commodity.needReason' }]);
    return { reasons, reviewedBy: call.actor.userId, reviewNote: Object.values(reasons).join('; ').slice(0, 500) };
  }
  if (move.name === 'approve') {
    const rule = await ruleOf(call.tx, row.categoryId);
    if (!rule?.sellable) throw refusal('notSellable', 'commerce.refusal.notSellable');
    await asTenant(call, 'approve', (all) => checkPapers(all, call, row.supplierId, rule.docKinds));
    return { reasons: null, reviewedBy: call.actor.userId, liveRevision: row.lastRevision };
  }
  if (move.name === 'ban') return { reviewNote: move.remark?.slice(0, 500) };
  return { liveRevision: null };
}

async function afterReview(call: Call, move: Move, status: string): Promise<void> {
  const row = await commodityOf(call.tx, move.id);
  const link = `/suppliers/commodity/detail?id=${row.id}`;
  await asTenant(call, 'review', async (all) => {
    await record(all, doerOf(call), {
      objectType: 'commodity',
      objectId: row.id,
      objectName: row.title,
      supplierId: row.supplierId,
      action: move.name,
      changes: { status: [null, status] },
      remark: move.remark ?? null,
    });
    await closeTask(all, entity, row.id);
    if (move.name === 'approve') {
      const note = (move.form?.reviewNote as string | null) ?? null;
      const done = await decideRevision(all, row.id, { state: 'approved', reviewerId: call.actor.userId, note });
      await approveContent(all, row, {
        ...done,
        approvedBy: call.actor.userId,
        reason: call.say('commerce.product.offPrice'),
      });
    }
    if (move.name === 'reject')
      await decideRevision(all, row.id, { state: 'rejected', reviewerId: call.actor.userId, reasons: row.reasons });
    if (move.name === 'ban') {
      const shelved = await productFor(all, row.id);
      if (shelved) {
        const reason = `${call.say('commerce.product.offBanned')}: ${move.remark ?? ''}`;
        await takeOff(all, [shelved.id], { reason, by: doerOf(call) });
        await dropFromCarts(all, shelved.id);
      }
    }
    if (move.name === 'lift') await patchCommodity(all, row.id, { liveRevision: null });
    await tellUnit(
      all,
      row.supplierId,
      { key: `commerce.commodity.told_${move.name}`, args: { title: row.title } },
      link,
    );
  });
}

const own = (row: { supplierId: number }, principals: readonly number[]) => principals.includes(row.supplierId);

/** Some steps are only for goods of which a version is in force, one only for others. */
const isOpen = (verb: string, isLive: boolean) =>
  verb === 'withdraw' ? !isLive : verb === 'withdrawChange' || verb === 'stop' ? isLive : true;

export const commodityRoutes = (): Route[] => [
  ...serveResource(commodity)({
    expressions,
    listed: 't.supplier_id = any (commerce.my_units())',
    can: (row, verb, actor) =>
      verb === 'detail' || (own(row, actor.scope.principals) && isOpen(verb, row.liveRevision !== null)),
    before: {
      add: async (call, values) => {
        await checkForm(call, values);
        await refuseTwice(call, values, call.actor.principalId, null);
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('MC') as no`);
        const regionCode = rootRegion(call.actor.tenantNo);
        return { commodityNo: no?.no, supplierId: call.actor.principalId, regionCode };
      },
      edit: async (call, values, row) => {
        await checkForm(call, values);
        await refuseTwice(call, values, row.supplierId, row.id);
        await refuseUsed(
          call,
          row.id,
          values.skus.flatMap((one) => one.id ?? []),
        );
        const before = { ...row, skus: row.skus.map(({ id, supplyPrice }) => ({ id, supplyPrice })) };
        const after = { ...values, skus: values.skus.map(({ id, supplyPrice }) => ({ id, supplyPrice })) };
        const { photos: _p, reports: _r, regions: _g, ...changes } = changesOf(before, after);
        await taken(call, await commodityOf(call.tx, row.id), 'edit', { changes, priceChanged: 'skus' in changes });
        return undefined;
      },
      remove: async (call, row) => {
        await refuseUsed(call, row.id, []);
        const [sent] = await call.tx.query(
          'select 1 from commerce.commodity_revision where commodity_id = $1 limit 1',
          [row.id],
        );
        if (sent) throw refusal('wasReviewed', 'commerce.refusal.wasReviewed');
      },
      transition: beforeMove,
    },
    after: {
      add: async (call, id) => taken(call, await commodityOf(call.tx, id), 'add'),
      transition: afterMove,
    },
  }),
  ...serveResource(commodityReview)({
    table: 'commerce.commodity',
    expressions: {
      priceFrom: expressions.priceFrom,
      priceTo: expressions.priceTo,
      productStatus,
      paperTrouble,
      twoOperators: `coalesce((select r.two_operators from commerce.category_rule r where r.tenant_no = t.tenant_no
        and r.category_id = t.category_id), false)`,
      waitingHours: `(case when t.status = 'reviewing'
        then (extract(epoch from now() - t.submitted_at) / 3600)::int end)`,
    },
    listed: `t.status <> 'draft'`,
    before: { transition: beforeReview },
    after: { transition: afterReview },
  }),
];
