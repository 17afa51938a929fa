import { createHash } from 'node:crypto';
import { forbidden, invalid, refusal } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { searchHash } from '#kit/server/pii/pii.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import * as issue from '#modules/depot/contract/document/issue-out.ts';
import * as contract from '#modules/depot/contract/document/stock-doc.ts';
import { mustKeep } from '../store/depot.ts';
import { offered, only, outAmount } from './expressions.ts';
import { settle } from './kinds/issue.ts';
import { act, keepDoc } from './kinds/keep.ts';
import { mustOversee, powersOf, receiversOf } from './rights.ts';
import { takeStep } from './steps.ts';
import { docOf, patchDoc, type StockDoc } from './stock-doc.ts';
import { linesOf, patchLine } from './stock-doc-line.ts';

// biome-ignore lint/suspicious/noExplicitAny: a call of any of the papers
type AnyCall = Call<any>;

/** R22: the giver's keepers send, the other store's keepers or the carrier of the box receive. */
async function mayTake(call: Call, doc: StockDoc, name: string): Promise<void> {
  await mustKeep(call, name === 'receive' || name === 'refuse' ? (doc.toDepotId ?? 0) : doc.depotId);
}

const minutes = 5;
/** Six digits that only this receiver sees for this paper, for the five minutes under way and the five before. */
const codeOf = (tenantNo: number, docId: number, userId: number, window: number): string =>
  String(
    Number.parseInt(
      createHash('sha256')
        .update(String(searchHash(`handOver:${docId}:${userId}:${window}`, tenantNo)))
        .digest('hex')
        .slice(0, 8),
      16,
    ) % 1_000_000,
  ).padStart(6, '0');
const windowNow = () => Math.floor(Date.now() / (minutes * 60_000));

type Receiver = Awaited<ReturnType<typeof receiversOf>>[number];
type Ask = Pick<Call<typeof issue.handOver>['body'], 'receiverCode' | 'signatureFile' | 'receiverStaffId'>;

/** Who of the receiver's people takes it over: the one whose code it is, or the one who signs; never who hands it out. */
function receiverOf(call: AnyCall, doc: StockDoc, people: readonly Receiver[], ask: Ask): Receiver {
  const { tenantNo, userId: giver } = call.actor;
  if (ask.receiverCode) {
    const of = people.find(
      ({ userId }) =>
        userId !== null &&
        [0, 1].some((back) => codeOf(tenantNo, doc.id, userId, windowNow() - back) === ask.receiverCode),
    );
    if (!of) throw refusal('receiverCode', 'depot.ledger.receiverCode');
    return of;
  }
  const [first] = people;
  const of = people.length === 1 ? first : people.find((one) => one.staffId === ask.receiverStaffId);
  if (!of) throw invalid([{ field: 'receiverStaffId', key: 'error.field.required' }]);
  // With a code the other's phone was there; a signature that somebody gives themselves proves nothing.
  if (of.userId === giver) throw refusal('samePerson', 'depot.ledger.samePerson');
  return of;
}

async function handOver(call: Call<typeof issue.handOver>) {
  const { id, receiverCode, signatureFile, isPaper, temperature } = call.body;
  const doc = await docOf(call.tx, id, true);
  if (doc.docType !== 'issueOut') throw forbidden();
  await mustKeep(call as AnyCall, doc.depotId);
  if (!receiverCode && !signatureFile) throw invalid([{ field: 'receiverCode', key: 'error.field.required' }]);
  if (doc.version !== call.body.version) await patchDoc(call.tx, id, {}, { version: call.body.version, actor: null });
  const people = await inTenant(call.tx, call.actor.tenantNo, 'stock', (sys) => receiversOf(sys, doc.toDepotId ?? 0));
  const receiver = receiverOf(call as AnyCall, doc, people, call.body);
  const powers = powersOf(call as AnyCall);
  const receivedHow = receiverCode ? 'code' : isPaper ? 'paper' : 'signature';
  const form = { carrier: receiver.name, temperature: temperature ?? null };
  if (doc.status === 'draft') await takeStep(call.tx, id, 'pick', { powers });
  if (doc.status !== 'dispatched') await takeStep(call.tx, id, 'dispatch', { powers, form });
  // Only the code is the receiver's own act on the system; a signature is put down by whoever hands out.
  const actor = receiverCode ? receiver.userId : powers.actor;
  await takeStep(call.tx, id, 'receive', { powers: { ...powers, actor } });
  const file = receiverCode ? null : (signatureFile ?? null);
  if (file) await linkFiles(call.tx, [file], 'depot.issueOut', id);
  await inTenant(call.tx, call.actor.tenantNo, 'stock', (sys) =>
    patchDoc(
      sys,
      id,
      {
        receivedBy: receiver.userId,
        receivedStaffId: receiver.staffId,
        receivedName: receiver.name,
        receivedHow,
        ...(file && { fileIds: [...doc.fileIds, file] }),
      },
      { actor: powers.actor },
    ),
  );
  const done = await docOf(call.tx, id);
  await audit(call.tx, call as AnyCall, {
    module: 'depot',
    entity: 'issueOut',
    entityId: id,
    entityName: doc.docNo,
    action: 'handOver',
    after: { receiver: receiver.name, receiverStaffId: receiver.staffId, receivedHow },
  });
  call.answer.msg = call.say('ok.done');
  return { status: done.status, version: done.version };
}

async function settleShort(call: Call<typeof issue.settleShort>) {
  const { id, version, way, reason } = call.body;
  const doc = await docOf(call.tx, id, true);
  if (doc.docType !== 'issueOut') throw forbidden();
  // Back: its keeper says it came. Lost: whoever approves the giver's write-offs.
  if (!call.actor.actions.has(way === 'back' ? 'depot:issue:edit' : 'depot:out:approve')) throw forbidden();
  if (way === 'back') await mustKeep(call as AnyCall, doc.depotId);
  else await mustOversee(call.tx, doc.depotId);
  const powers = powersOf(call as AnyCall);
  const saved = await inTenant(call.tx, call.actor.tenantNo, 'stock', async (sys) => {
    const next = await patchDoc(sys, id, { shortQty: 0 }, { version, actor: powers.actor });
    await settle({ ...sys, scope: { ...sys.scope, userId: powers.actor } }, doc, way, { powers, remark: reason });
    return next;
  });
  await audit(call.tx, call as AnyCall, {
    module: 'depot',
    entity: 'issueOut',
    entityId: id,
    entityName: doc.docNo,
    action: 'settleShort',
    before: { shortQty: doc.shortQty },
    after: { shortQty: 0, way, reason },
  });
  call.answer.msg = call.say('ok.done');
  return { version: saved, shortQty: 0 };
}

/** R13: says why, on every line of a draft that names its lot. */
async function overrideLot(call: Call<typeof issue.overrideLot>) {
  const { id, version, reason } = call.body;
  const doc = await docOf(call.tx, id, true);
  if (doc.docType !== 'issueOut' || doc.status !== 'draft') throw refusal('fefo', 'depot.ledger.notDraft');
  await mustOversee(call.tx, doc.depotId);
  const saved = await inTenant(call.tx, call.actor.tenantNo, 'stock', async (sys) => {
    for (const line of await linesOf(sys, id)) if (line.lotId) await patchLine(sys, line.id, { fefoReason: reason });
    return patchDoc(sys, id, {}, { version, actor: call.actor.userId });
  });
  await audit(call.tx, call as AnyCall, {
    module: 'depot',
    entity: 'issueOut',
    entityId: id,
    entityName: doc.docNo,
    action: 'override',
    after: { reason },
  });
  call.answer.msg = call.say('ok.done');
  return { version: saved };
}

export const issueOutRoutes = (): Route[] => [
  ...serveResource(issue.issueOut)({
    expressions: {
      ...only('toDepotName', 'requisitionNo', 'receivedByName', 'isShort', 'keptTo'),
      totalAmount: outAmount,
    },
    before: { transition: (call, move) => act(call, move, mayTake) },
    can: offered((row, verb) => {
      if (verb === 'detail') return true;
      if (verb === 'receive' || verb === 'refuse') return row.keptTo === true;
      return row.kept === true && (verb !== 'reverse' || row.reversalOf === null);
    }),
  }),
  serve('depot', contract.addIssueOut, (call) =>
    keepDoc(call, 'issueOut', { docType: 'issueOut', ...(call.body as object) } as never),
  ),
  serve('depot', contract.editIssueOut, (call) => {
    const { id, version, ...body } = call.body as { id: number; version: number };
    return keepDoc(call, 'issueOut', { docType: 'issueOut', ...body } as never, { id, version });
  }),
  serve('depot', issue.overrideLot, overrideLot),
  serve('depot', issue.settleShort, settleShort),
  serve('depot', issue.handOver, handOver),
  serve('depot', issue.handOverPeople, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const doc = await docOf(tx, call.query.id);
      await mustKeep({ tx, actor: call.actor }, doc.depotId);
      const people = await inTenant(tx, call.actor.tenantNo, 'stock', (sys) => receiversOf(sys, doc.toDepotId ?? 0));
      return people.map(({ staffId, name, userId }) => ({ staffId, name, hasAccount: userId !== null }));
    }),
  ),
  serve('depot', issue.handOverCode, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const doc = await docOf(tx, call.query.id);
      await mustKeep({ tx, actor: call.actor }, doc.toDepotId ?? 0);
      const code = codeOf(call.actor.tenantNo, doc.id, call.actor.userId, windowNow());
      return { code, seconds: Math.ceil(((windowNow() + 1) * minutes * 60_000 - Date.now()) / 1000) };
    }),
  ),
  serve('depot', issue.issueTotals, async (call) => {
    const [rows] = await call.database.read<[{ toDepotName: string; baseUnit: string; qty: number }]>(
      call.actor.scope,
      {
        text: `select coalesce(depot.depot_name(d.to_depot_id), '-') as "toDepotName", g.base_unit as "baseUnit", sum(l.qty) as qty
               from depot.issue_out d join depot.stock_doc_line l on l.doc_id = d.id join depot.material g on g.id = l.material_id
               where d.biz_date between $1 and $2 and d.status in ('dispatched', 'received') group by 1, 2 order by 3 desc limit 50`,
        values: [call.query.from, call.query.to],
      },
    );
    return rows;
  }),
];
