import { forbidden, invalid, notFound, refusal, staleVersion, wrongState } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { type Range, showRange, sumOf } from '#modules/sign/contract/numbers/code.ts';
import * as contract from '#modules/sign/contract/papers/procurement.ts';
import { type SignProcurement, signProcurement } from '#modules/sign/contract/papers/procurement.ts';
import { unitsOf } from '../numbers/holders.ts';
import { segmentsAt } from '../numbers/tag-segment.ts';
import { allot, take } from '../numbers/take.ts';
import { type Category, categoriesOf } from '../settings/sign-category.ts';
import { ruleOf } from '../settings/sign-rule.ts';
import { rangeFor } from './free-range.ts';
import { needOfCounty } from './need.ts';
import { allotsOf, insertAllot } from './rows/sign-allot.ts';
import { countOrder, markAudited, markSubmitted, type OrderHead, orderOf, setOrder } from './rows/sign-procurement.ts';
import { approveOrderLine, linesOfOrder, rejectOrderLine } from './rows/sign-procurement-line.ts';
import { saveOrderMoney } from './rows/sign-procurement-money.ts';

const entity = 'sign.signProcurement';
const linkTo = (id: number) => `/signIn/procurement/detail?id=${id}`;

/** In the order the database keeps it: a line whose terms are the same has not changed. */
const asStored = <T extends object>(terms: T): T =>
  Object.fromEntries(
    Object.entries(terms).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)),
  ) as T;

/** R13, R14: whole bags, of the own county; each line keeps why it is as it is. */
async function beforeSave(call: Call, values: Partial<SignProcurement>) {
  const { principalId } = call.actor;
  if (principalId === null) throw forbidden();
  const unit = (await unitsOf(call.tx, [principalId])).get(principalId);
  if (!unit) throw notFound();
  const categories = await categoriesOf(call.tx);
  const isInsurer = unit.type === 'insurer';
  const lines = await Promise.all(
    (values.lines ?? []).map(async (line, at) => {
      const category = categories.get(line.categoryId);
      if (!category) throw invalid([{ field: `lines.${at}.categoryId`, key: 'error.field.ref' }]);
      if (line.applied % category.perBag !== 0)
        throw refusal('notWholeBag', 'sign.refuse.notWholeBag', { n: category.perBag });
      const isOwn =
        unit.regionCode % 1e8 === 0 || Math.floor(line.countyCode / 1e6) === Math.floor(unit.regionCode / 1e6);
      if (!isInsurer && (!isOwn || line.countyCode % 1e6 !== 0))
        throw refusal('wrongCounty', 'sign.refuse.wrongCounty', { ranges: String(line.countyCode), n: 1 });
      const basis = await needOfCounty(call.tx, {
        countyCode: line.countyCode,
        categoryId: line.categoryId,
        months: 12,
      });
      return { ...line, basis: asStored(basis), approved: null };
    }),
  );
  return { lines, applicantId: principalId, deliverTo: principalId, regionCode: unit.regionCode };
}

async function act(call: Call, move: Move, row: SignProcurement) {
  const since = { stateSince: today() };
  switch (move.name) {
    case 'submit': {
      const pct = await ruleOf(call.tx, 'overNeedPct', row.regionCode);
      const over = row.lines.some((line) => {
        const { need = 0, perBag = 100 } = (line.basis ?? {}) as { need?: number; perBag?: number };
        return line.applied > Math.max((need * pct) / 100, perBag);
      });
      if (over && !row.reason) throw refusal('reasonNeeded', 'sign.refuse.reasonNeeded', { n: pct });
      await markSubmitted(call.tx, row.id);
      return since;
    }
    case 'audit':
      await differ(call, row.id, ['submitted_by']);
      await markAudited(call.tx, row.id);
      return { ...since, opinion: move.form?.opinion ?? null };
    case 'withdraw':
      if (row.applicantId !== call.actor.principalId) throw forbidden();
      return since;
    case 'produce':
      if (row.supplierId !== call.actor.principalId) throw forbidden();
      return since;
    case 'cancel':
    case 'closeShort': {
      const left = (await allotsOf(call.tx, row.id)) as Range[];
      await writeOff(call.tx, row, left, ['ordered', 'produced']);
      return since;
    }
    default:
      return since;
  }
}

/** R15: who applied, who looked and who agreed are different people. */
async function differ(call: Call, id: number, columns: readonly ('submitted_by' | 'audited_by')[]): Promise<void> {
  const order = await orderOf(call.tx, id);
  const before = [
    columns.includes('submitted_by') ? order?.submittedBy : null,
    columns.includes('audited_by') ? order?.auditedBy : null,
  ];
  if (before.includes(call.actor.userId)) throw refusal('samePerson', 'sign.refuse.samePerson');
}

/** What was never made or never came can never be given out again. */
async function writeOff(
  tx: Tx,
  order: { id: number; docNo: string; supplierId: number | null },
  ranges: readonly Range[],
  places: readonly ('ordered' | 'produced')[],
): Promise<void> {
  const segments = await inTenant(tx, tx.scope.tenantNo, 'tags', (all) => segmentsAt(all, 'cn.eartag', ranges));
  const open = segments
    .filter((one) => places.includes(one.place as 'ordered'))
    .flatMap((one) => ranges.map((range) => ({ from: Math.max(one.from, range.from), to: Math.min(one.to, range.to) })))
    .filter((one) => one.from <= one.to);
  if (open.length === 0 || order.supplierId === null) return;
  const supplier = { principalId: order.supplierId, staffId: null };
  await take(tx, {
    scheme: 'cn.eartag',
    ranges: open,
    from: { holder: supplier, places },
    to: { place: 'scrapped', holder: supplier },
    doc: { type: 'procurement', id: order.id, no: order.docNo },
    on: today(),
    evenHeld: true,
  });
}

async function head(call: Call, id: number, version: number, states: readonly string[]): Promise<OrderHead> {
  const order = await orderOf(call.tx, id, true);
  if (!order) throw notFound();
  if (!states.includes(order.status)) throw wrongState(order.status, 'sign.signProcurement._title');
  if (order.version !== version) throw staleVersion();
  return order;
}

async function approve(call: Call<typeof contract.approveProcurement>) {
  const plain = call as unknown as Call;
  const { id, version, supplierId, contractNo, opinion, lines: said } = call.body;
  const order = await head(plain, id, version, ['submitted', 'audited']);
  const levels = await ruleOf(call.tx, 'procurementLevels', order.regionCode);
  const unit = (await unitsOf(call.tx, [order.applicantId])).get(order.applicantId);
  const isOwnTag = unit?.type === 'insurer';
  if (!isOwnTag) await differ(plain, id, levels > 2 ? ['submitted_by', 'audited_by'] : ['submitted_by']);
  if (order.status === 'submitted' && levels > 2) throw wrongState(order.status, 'sign.signProcurement._approve');
  const lines = await linesOfOrder(call.tx, id);
  const categories = await categoriesOf(call.tx);
  const supplier = (await unitsOf(call.tx, [supplierId])).get(supplierId);
  if (supplier?.type !== 'supplier') throw invalid([{ field: 'supplierId', key: 'error.field.ref' }]);
  const ranges: Range[] = [];
  const priced: { id: number; count: number; priceCents: number }[] = [];
  await inTenant(call.tx, call.actor.tenantNo, 'tags', async (system) => {
    const all: Tx = { ...system, scope: { ...system.scope, userId: call.actor.userId } };
    for (const line of lines) {
      const own = said.find((one) => one.id === line.id);
      const category = categories.get(line.categoryId) as Category;
      if (!own) throw invalid([{ field: 'lines', key: 'error.field.required' }]);
      if (own.approved > line.applied) throw refusal('overApplied', 'sign.refuse.overApplied', { n: line.applied });
      await approveOrderLine(all, line.id, own.approved);
      priced.push({ id: line.id, count: own.approved, priceCents: own.priceCents });
      if (own.approved === 0) continue;
      const range = await rangeFor(
        all,
        category,
        line.countyCode,
        own.approved,
        own.mode === 'typed' ? own.codeFrom : undefined,
      );
      await allot(all, {
        scheme: category.scheme,
        range,
        categoryId: category.id,
        supplierId,
        regionCode: line.countyCode,
        doc: { type: 'procurement', id, no: order.docNo },
      });
      await insertAllot(all, {
        ...range,
        procurementId: id,
        lineId: line.id,
        categoryId: category.id,
        scheme: category.scheme,
        applicantId: order.applicantId,
        supplierId,
        regionCode: line.countyCode,
      });
      ranges.push(range);
    }
    await saveOrderMoney(all, order, {
      supplierId,
      approverId: call.actor.principalId,
      contractNo: contractNo ?? null,
      lines: priced,
    });
  });
  const newVersion = await setOrder(call.tx, id, {
    status: 'approved',
    supplierId,
    approved: sumOf(ranges),
    opinion: opinion ?? null,
  });
  await log(plain, order, { supplierId, ranges: ranges.map(showRange) });
  await closeTask(call.tx, entity, id);
  if (order.createdBy !== null) await say(call.tx, order, order.createdBy, 'approve', opinion ?? '-');
  call.answer.msg = call.say('ok.done');
  return {
    status: 'approved',
    version: newVersion,
    ranges: ranges.map((one) => ({ ...one, shown: showRange(one), count: one.to - one.from + 1 })),
  };
}

const say = (tx: Tx, order: OrderHead, userId: number, word: string, text: string) =>
  notify(tx, {
    userIds: [userId],
    type: 'notice',
    title: { key: `sign.notice.${word}`, args: { docNo: order.docNo } },
    content: { key: 'sign.notice.opinion', args: { text } },
    linkPath: linkTo(order.id),
  });
const log = (call: Call, order: OrderHead, after: Record<string, unknown>) =>
  audit(call.tx, call, {
    module: 'sign',
    entity: 'signProcurement',
    entityId: order.id,
    entityName: order.docNo,
    action: 'transition',
    after,
  });

async function reject(call: Call<typeof contract.rejectProcurement>) {
  const plain = call as unknown as Call;
  const { id, version, opinion, lines } = call.body;
  const order = await head(plain, id, version, ['submitted', 'audited']);
  const own = new Set((await linesOfOrder(call.tx, id)).map((one) => one.id));
  for (const line of lines) {
    if (!own.has(line.id)) throw notFound();
    await rejectOrderLine(call.tx, line);
  }
  const newVersion = await setOrder(call.tx, id, { status: 'rejected', opinion });
  await log(plain, order, { opinion, lines });
  await closeTask(call.tx, entity, id);
  if (order.createdBy !== null) await say(call.tx, order, order.createdBy, 'reject', opinion);
  await openTask(call.tx, {
    taskType: 'edit',
    taskName: { key: 'sign.task.rejected', args: { docNo: order.docNo } },
    entity,
    entityId: id,
    linkPath: `/signIn/procurement/edit?id=${id}`,
    permission: 'sign:procurement:add',
    regionCode: order.regionCode,
    principalId: order.applicantId,
  });
  call.answer.msg = call.say('ok.done');
  return { status: 'rejected', version: newVersion };
}

async function made(call: Call<typeof contract.reportMade>) {
  const { id, made: ready, skipped } = call.body;
  const order = await orderOf(call.tx, id, true);
  if (!order) throw notFound();
  if (order.supplierId !== call.actor.principalId) throw forbidden();
  if (!['producing', 'shipping'].includes(order.status)) throw wrongState(order.status, 'sign.signProcurement._made');
  const supplier = { principalId: order.supplierId, staffId: null };
  const doc = { type: 'procurement', id, no: order.docNo };
  const from = { holder: supplier, places: ['ordered'] as const };
  const base = { scheme: 'cn.eartag', from, doc, on: today() };
  if (skipped.length > 0)
    await take(call.tx, { ...base, ranges: skipped, to: { place: 'scrapped', holder: supplier } });
  if (ready.length > 0)
    await take(call.tx, { ...base, ranges: ready, to: { place: 'produced', holder: supplier, counter: supplier } });
  await countOrder(call.tx, id);
  const allots = await allotsOf(call.tx, id);
  const segments = await inTenant(call.tx, call.actor.tenantNo, 'tags', (all) => segmentsAt(all, 'cn.eartag', allots));
  const left = segments.filter((one) => one.place === 'ordered' && one.docId === id);
  return { produced: sumOf(ready), skipped: sumOf(skipped), left: sumOf(left) };
}

async function progress(call: Call<typeof contract.procurementProgress>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const order = await orderOf(tx, call.query.id);
    if (!order) throw notFound();
    const allots = await allotsOf(tx, order.id);
    const categories = await categoriesOf(tx);
    const lines = await tx.query<{
      id: number;
      categoryId: number;
      county: string;
      applied: number;
      approved: number | null;
      basis: Record<string, unknown> | null;
      rejectCode: string | null;
      rejectText: string | null;
      suggested: number | null;
    }>(
      `select l.id, l.category_id as "categoryId", sign.region_name(l.county_code) as county, l.applied, l.approved,
         l.basis,
         l.reject_code as "rejectCode", l.reject_text as "rejectText", l.suggested
       from sign.sign_procurement_line l where l.parent_id = $1 order by l.line_no`,
      [order.id],
    );
    const segments = await inTenant(tx, tx.scope.tenantNo, 'tags', (all) => segmentsAt(all, 'cn.eartag', allots));
    const [money] = await tx.query<{ prices: Record<string, number>; contractNo: string | null }>(
      'select prices, contract_no as "contractNo" from sign.sign_procurement_money where procurement_id = $1',
      [order.id],
    );
    const placesOf = (ranges: readonly Range[]) => {
      const sums = new Map<string, number>();
      for (const range of ranges)
        for (const one of segments) {
          const n = Math.min(one.to, range.to) - Math.max(one.from, range.from) + 1;
          if (n > 0) sums.set(one.place, (sums.get(one.place) ?? 0) + n);
        }
      return [...sums].map(([place, count]) => ({ place, count }));
    };
    const mayChoose = call.actor.actions.has('sign:procurement:approve');
    return {
      lines: lines.map(({ categoryId, ...line }) => {
        const ranges = allots.filter((one) => one.lineId === line.id);
        return {
          ...line,
          category: categories.get(categoryId)?.name ?? '',
          perBag: categories.get(categoryId)?.perBag ?? 100,
          priceCents:
            money?.prices[String(line.id)] ?? (mayChoose ? (categories.get(categoryId)?.price ?? null) : null),
          ranges: ranges.map(({ from, to }) => ({ from, to, shown: showRange({ from, to }), count: to - from + 1 })),
          places: placesOf(ranges),
        };
      }),
      shipments: await tx.query<{ id: number; docNo: string; shippedOn: string | null; count: number; status: string }>(
        `select id, doc_no as "docNo", shipped_on as "shippedOn", count, status from sign.tag_shipment
         where procurement_id = $1 order by id`,
        [order.id],
      ),
      storages: await tx.query<{ id: number; docNo: string; storedOn: string | null; count: number; status: string }>(
        `select id, doc_no as "docNo", stored_on as "storedOn", count, status from sign.sign_storage
         where procurement_id = $1 order by id`,
        [order.id],
      ),
      contractNo: money?.contractNo ?? null,
      suppliers: mayChoose
        ? await tx.query<{ id: number; name: string }>(`select id, name from sign.units_of_type('supplier')`)
        : [],
    };
  });
}

async function tell(call: Call, move: Move): Promise<void> {
  await closeTask(call.tx, entity, move.id);
  const order = await orderOf(call.tx, move.id);
  if (!order || !['submit', 'audit'].includes(move.name)) return;
  const unit = (await unitsOf(call.tx, [order.applicantId])).get(order.applicantId);
  await openTask(call.tx, {
    taskType: 'approve',
    taskName: { key: `sign.task.${move.name}`, args: { docNo: order.docNo } },
    entity,
    entityId: move.id,
    linkPath: linkTo(move.id),
    permission: move.name === 'submit' ? 'sign:procurement:audit' : 'sign:procurement:approve',
    regionCode: order.regionCode,
    principalId: unit?.parentId ?? order.applicantId,
  });
}

export const procurementRoutes = (): Route[] => [
  ...serveResource(signProcurement)({
    expressions: {
      applicantName: 'registry.principal_name(t.applicant_id)',
      supplierName: 'registry.principal_name(t.supplier_id)',
      receivedPct: 'case when t.approved > 0 then round(100.0 * t.received / t.approved, 1)::float8 end',
      amountCents: '(select m.amount_cents from sign.sign_procurement_money m where m.procurement_id = t.id)',
      daysInState: `((now() at time zone 'Asia/Shanghai')::date - t.state_since)`,
    },
    can: (row: SignProcurement, verb, actor) => {
      if (['edit', 'remove', 'submit', 'withdraw'].includes(verb)) return row.applicantId === actor.principalId;
      if (verb === 'produce') return row.supplierId === actor.principalId;
      return true;
    },
    before: {
      add: async (call, values) => {
        const derived = await beforeSave(call, values as Partial<SignProcurement>);
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('EP') as no`);
        return { ...derived, docNo: no?.no };
      },
      edit: (call, values) => beforeSave(call, values as Partial<SignProcurement>),
      transition: act,
    },
    after: { transition: tell },
  }),
  serve('sign', contract.approveProcurement, approve),
  serve('sign', contract.rejectProcurement, reject),
  serve('sign', contract.reportMade, made),
  serve('sign', contract.procurementProgress, progress),
  serve('sign', contract.needOf, (call) =>
    call.database.transaction(call.actor.scope, (tx) => needOfCounty(tx, call.query)),
  ),
];
