import { forbidden, notFound, refusal, staleVersion, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { closeAlarm, openAlarm } from '#modules/platform/server/index.ts';
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
import * as contract from '#modules/sign/contract/papers/stocktake.ts';
import { type SignStocktake, signStocktake } from '#modules/sign/contract/papers/stocktake.ts';
import { unitsOf } from '../numbers/holders.ts';
import { packByNo } from '../numbers/tag-pack.ts';
import { type Segment, segmentsAt, segmentsOf } from '../numbers/tag-segment.ts';
import { take } from '../numbers/take.ts';
import { categoriesOf } from '../settings/sign-category.ts';
import { ruleOf } from '../settings/sign-rule.ts';
import { dayAfter } from './days.ts';
import { draftScrap, submitLost } from './rows/sign-scrap.ts';
import { insertStocktake, saveCount, setStocktake } from './rows/sign-stocktake.ts';
import { explainLine, linesOfCount, replaceCountLines } from './rows/sign-stocktake-line.ts';

interface Head {
  readonly id: number;
  readonly docNo: string;
  readonly principalId: number;
  readonly staffId: number | null;
  readonly regionCode: number;
  readonly status: string;
  readonly version: number;
}
async function headOf(tx: Tx, id: number, lock = false): Promise<Head> {
  const [row] = await tx.query<Head>(
    `select id, doc_no as "docNo", principal_id as "principalId", staff_id as "staffId",
       region_code as "regionCode", status,
       version from sign.sign_stocktake where id = $1 ${lock ? 'for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}
const placesOf = (head: Head) => (head.staffId === null ? (['stock', 'received'] as const) : (['hand'] as const));

async function count(call: Call<typeof contract.countStocktake>) {
  const head = await headOf(call.tx, call.body.id, true);
  if (head.version !== call.body.version) throw staleVersion();
  if (!['draft', 'counted'].includes(head.status)) throw wrongState(head.status, 'sign.signStocktake._title');
  if (head.principalId !== call.actor.principalId) throw forbidden();
  return inTenant(call.tx, call.actor.tenantNo, 'tags', async (system) => {
    const all: Tx = { ...system, scope: { ...system.scope, userId: call.actor.userId } };
    const bad: string[] = [];
    const seen: Range[] = [];
    for (const text of call.body.texts) {
      const pack = await packByNo(all, text);
      const range = pack ?? parseRange(text);
      if (range) seen.push({ from: range.from, to: range.to });
      else bad.push(text);
    }
    const book = await segmentsOf(all, head, { places: placesOf(head), withHeld: true });
    const found = joinRanges(seen);
    // A pack that was opened shows more numbers on its label than lie in it: only what the book has counts as seen.
    const missing = without(book, found);
    const others = await segmentsAt(all, official, without(found, book));
    const extra = without(found, book).flatMap((range) =>
      others
        .filter((one) => one.place !== 'worn')
        .flatMap((one) => within([range], [one]).map((part) => ({ ...part, segment: one }))),
    );
    const categoryOf = (range: Range, of: readonly Segment[]) =>
      of.find((one) => one.from <= range.from && one.to >= range.from)?.categoryId ?? (book[0]?.categoryId as number);
    await replaceCountLines(all, head.id, [
      ...within(book, found).map((one) => ({ ...one, categoryId: categoryOf(one, book), difference: null })),
      ...missing.map((one) => ({ ...one, categoryId: categoryOf(one, book), difference: 'missing' })),
      ...extra.map((one) => ({ from: one.from, to: one.to, categoryId: one.segment.categoryId, difference: 'extra' })),
    ]);
    const sums = {
      book: sumOf(book),
      seen: sumOf(within(book, found)) + sumOf(extra),
      missing: sumOf(missing),
      extra: sumOf(extra),
    };
    await saveCount(all, head.id, { ...sums, seenBags: call.body.seenBags ?? null, status: 'counted' });
    if (sums.missing + sums.extra > 0)
      await openAlarm(all, {
        kind: 'tagCountGap',
        dedupKey: `tagCountGap ${head.id}`,
        subject: { entity: 'sign.signStocktake', id: head.id, name: head.docNo },
        regionCode: head.regionCode,
        principalId: head.principalId,
        args: { docNo: head.docNo, missing: sums.missing, extra: sums.extra },
      });
    return { ...sums, bad };
  });
}

async function explain(call: Call<typeof contract.explainStocktake>) {
  const head = await headOf(call.tx, call.body.id, true);
  if (head.status !== 'counted') throw wrongState(head.status, 'sign.signStocktake._explain');
  for (const line of call.body.lines) await explainLine(call.tx, head.id, line.id, line.reason);
  const open = (await linesOfCount(call.tx, head.id)).filter((one) => one.difference === 'missing' && !one.reason);
  if (open.length === 0) await setStocktake(call.tx, head.id, 'explained');
  return { status: open.length === 0 ? 'explained' : 'counted' };
}

/** Closed by the county: what is missing is reported lost, what is too much is somebody else's. */
async function close(call: Call, row: SignStocktake) {
  const head = await headOf(call.tx, row.id);
  const lines = await linesOfCount(call.tx, row.id);
  const missing = lines.filter((one) => one.difference === 'missing');
  if (missing.some((one) => !one.reason)) throw refusal('wordNeeded', 'sign.refuse.wordNeeded');
  await inTenant(call.tx, call.actor.tenantNo, 'tags', async (system) => {
    const all: Tx = { ...system, scope: { ...system.scope, userId: call.actor.userId } };
    const holder = { principalId: head.principalId, staffId: head.staffId };
    if (missing.length > 0) {
      const no = await draftScrap(all, holder, missing, head, 'lost');
      const [scrap] = await all.query<{ id: number }>(
        'select id from sign.sign_scrap where tenant_no = $1 and doc_no = $2',
        [all.scope.tenantNo, no],
      );
      await take(all, {
        scheme: official,
        ranges: missing,
        from: { holder, places: placesOf(head) },
        to: { place: 'scrapPending', holder },
        doc: { type: 'scrap', id: scrap?.id ?? null, no },
        on: today(),
        evenHeld: true,
      });
      if (scrap) await submitLost(all, scrap.id, placesOf(head)[0]);
    }
    for (const one of lines.filter((line) => line.difference === 'extra').slice(0, 20))
      await openAlarm(all, {
        kind: 'wrongHolder',
        dedupKey: `wrongHolder ${one.from}`,
        subject: { entity: 'sign.signStocktake', id: head.id, name: showRange(one) },
        regionCode: head.regionCode,
        principalId: head.principalId,
        args: { code: String(one.from), shown: showRange(one), docNo: head.docNo },
      });
    await closeAlarm(all, `tagCountGap ${head.id}`, 'handled');
  });
  return undefined;
}

async function draw(call: Call<typeof contract.drawStocktakes>) {
  const { principalId } = call.actor;
  if (principalId === null) throw forbidden();
  const unit = (await unitsOf(call.tx, [principalId])).get(principalId);
  const region = unit?.regionCode ?? 0;
  const days = await ruleOf(call.tx, 'stocktakeDaysWorker', region);
  return inTenant(call.tx, call.actor.tenantNo, 'tags', async (system) => {
    const all: Tx = { ...system, scope: { ...system.scope, userId: call.actor.userId } };
    const due = await all.query<{ staffId: number; last: string | null }>(
      `select b.staff_id as "staffId", (select max(s.counted_on) from sign.sign_stocktake s
         where s.staff_id = b.staff_id) as last
       from sign.tag_balance b where b.tenant_no = $1 and b.principal_id = $2 and b.staff_id is not null and b.hand > 0
         and not exists (select 1 from sign.sign_stocktake s where s.staff_id = b.staff_id and s.status <> 'closed')
       group by b.staff_id order by 2 nulls first`,
      [all.scope.tenantNo, principalId],
    );
    const late = due.filter((one) => one.last === null || one.last < dayAfter(today(), -days));
    for (const { staffId } of late.slice(0, call.body.most))
      await insertStocktake(all, { principalId, staffId, regionCode: region });
    return { made: Math.min(late.length, call.body.most), due: late.length };
  });
}

export const stocktakeRoutes = (): Route[] => [
  ...serveResource(signStocktake)({
    expressions: {
      holder: `concat_ws(' ', registry.principal_name(t.principal_id), sign.staff_name(t.staff_id))`,
      book: `case when t.status <> 'draft' then t.book end`,
      counterName: 'sign.user_name(t.counted_by)',
    },
    can: (row: SignStocktake, verb, actor) =>
      ['edit', 'remove'].includes(verb) ? row.principalId === actor.principalId : true,
    before: {
      add: async (call, values) => {
        const unit = (await unitsOf(call.tx, [values.principalId])).get(values.principalId);
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('EC') as no`);
        return { docNo: no?.no, regionCode: unit?.regionCode ?? 0 };
      },
      transition: (call, _move, row) => close(call, row),
    },
  }),
  serve('sign', contract.countStocktake, count),
  serve('sign', contract.explainStocktake, explain),
  serve('sign', contract.drawStocktakes, draw),
  serve('sign', contract.stocktakeLines, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      await headOf(tx, call.query.id);
      const categories = await categoriesOf(tx);
      return (await linesOfCount(tx, call.query.id)).map((line) => ({
        id: line.id,
        shown: showRange(line),
        count: line.count,
        category: categories.get(line.categoryId)?.name ?? '',
        difference: line.difference,
        reason: line.reason,
      }));
    }),
  ),
];
