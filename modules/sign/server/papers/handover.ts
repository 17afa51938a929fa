import { AppError, forbidden, notFound, refusal, staleVersion, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { closeAlarm, closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { official, parseRange, type Range, sumOf } from '#modules/sign/contract/numbers/code.ts';
import {
  type SignReceiving,
  scanReceiving,
  settleReceiving,
  signFor,
  signReceiving,
} from '#modules/sign/contract/papers/handover.ts';
import { staffOf, unitsOf } from '../numbers/holders.ts';
import type { Holder, Paper } from '../numbers/tag-move.ts';
import { openBags, packByNo } from '../numbers/tag-pack.ts';
import type { Place } from '../numbers/tag-segment.ts';
import { take } from '../numbers/take.ts';
import { ruleOf } from '../settings/sign-rule.ts';
import { dayAfter } from './days.ts';
import { orderMoved } from './rows/sign-procurement.ts';
import {
  dropReceiving,
  insertReceiving,
  type Receiving,
  receivingOf,
  settleReceivingRow,
  signReceivingRow,
} from './rows/sign-receiving.ts';
import {
  insertReceivingLines,
  linesOfReceiving,
  markScanned,
  type ReceivingLine,
  saveResults,
  saveSettled,
} from './rows/sign-receiving-line.ts';
import { draftScrap } from './rows/sign-scrap.ts';
import { sourceMoved } from './sources.ts';

export interface Sending {
  readonly source: { readonly type: 'shipment' | 'stockOut' | 'recovery'; readonly id: number; readonly no: string };
  readonly from: Holder;
  readonly to: Holder;
  readonly fromPlace: Place;
  readonly lines: readonly (Range & { readonly categoryId: number; readonly packNo?: string | null | undefined })[];
  readonly on: string;
  /** Kind of the move in the ledger: what goes back counts as returned. */
  readonly flow?: 'return' | 'recovery' | 'stockOut' | 'shipment';
  readonly evenHeld?: boolean;
}

/** Sets numbers on their way and opens the paper the receiver has to sign. */
export async function sendOut(tx: Tx, sending: Sending): Promise<{ id: number; docNo: string }> {
  const { source, from, to, lines, on } = sending;
  const doc: Paper = { type: sending.flow ?? source.type, id: source.id, no: source.no };
  const count = sumOf(lines);
  const units = await unitsOf(tx, [to.principalId]);
  const regionCode = units.get(to.principalId)?.regionCode ?? 0;
  await take(tx, {
    scheme: official,
    ranges: lines,
    from: { holder: from, places: [sending.fromPlace] },
    to: { place: 'inTransit', holder: to, counter: from },
    doc,
    on,
    ...(sending.evenHeld && { evenHeld: true }),
  });
  const days = await ruleOf(tx, to.staffId === null ? 'signDaysUnit' : 'signDaysWorker', regionCode);
  return inTenant(tx, tx.scope.tenantNo, 'tags', async (system) => {
    const all: Tx = { ...system, scope: { ...system.scope, userId: tx.scope.userId } };
    for (const line of lines) await openBags(all, official, line, on);
    const made = await insertReceiving(all, {
      sourceType: source.type,
      sourceId: source.id,
      sourceNo: source.no,
      from,
      to,
      count,
      sentOn: on,
      dueOn: dayAfter(on, days),
      regionCode,
    });
    await insertReceivingLines(all, made.id, lines);
    await tellReceiver(all, { ...made, to, count, regionCode });
    return made;
  });
}

const linkTo = (docNo: string) => `/signIn/receiving?keyword=${docNo}`;

async function tellReceiver(
  tx: Tx,
  paper: { id: number; docNo: string; to: Holder; count: number; regionCode: number },
): Promise<void> {
  const task = {
    taskType: 'receive',
    taskName: { key: 'sign.task.receive', args: { docNo: paper.docNo, n: paper.count } },
    entity: 'sign.signReceiving',
    entityId: paper.id,
    linkPath: linkTo(paper.docNo),
    permission: 'sign:receiving:sign' as const,
    regionCode: paper.regionCode,
    principalId: paper.to.principalId,
  };
  const staff = paper.to.staffId === null ? undefined : (await staffOf(tx, [paper.to.staffId])).get(paper.to.staffId);
  await openTask(tx, { ...task, ...(staff?.userId && { userId: staff.userId }) } as Parameters<typeof openTask>[1]);
  if (staff?.userId)
    await notify(tx, {
      userIds: [staff.userId],
      type: 'notice',
      title: { key: 'sign.notice.toSign', args: { docNo: paper.docNo } },
      content: { key: 'sign.notice.toSignText', args: { n: paper.count } },
      linkPath: linkTo(paper.docNo),
    });
}

/** R33: back to the giver, while nothing of it is signed. */
export async function takeBack(
  tx: Tx,
  { from, to, place, lines, doc }: { from: Holder; to: Holder; place: Place; lines: readonly Range[]; doc: Paper },
): Promise<void> {
  await take(tx, {
    scheme: official,
    ranges: lines,
    from: { holder: to, places: ['inTransit'], sender: from },
    to: { place, holder: from },
    doc: { ...doc, type: 'cancel' },
    on: today(),
    evenHeld: true,
  });
}
export async function cancelHandover(
  tx: Tx,
  source: { type: 'shipment' | 'stockOut' | 'recovery'; id: number; no: string },
  from: Holder,
  to: Holder,
  place: Place,
  lines: readonly Range[],
): Promise<void> {
  await takeBack(tx, { from, to, place, lines, doc: source });
  await inTenant(tx, tx.scope.tenantNo, 'tags', (all) => dropReceiving(all, source.type, source.id));
}

/** R22: who may sign: somebody of the receiving unit, and for a worker only he himself; another only against a photo of the paper. */
async function mustReceive(call: Call, row: Receiving, hasPhoto: boolean): Promise<boolean> {
  const [own] = await call.tx.query<{ ids: number[] }>('select sign.own_staff() as ids');
  const isOwn =
    row.toStaffId === null ? row.toPrincipalId === call.actor.principalId : (own?.ids ?? []).includes(row.toStaffId);
  if (isOwn && call.actor.actions.has('sign:receiving:sign')) return false;
  if (!call.actor.actions.has('sign:receiving:proxy')) throw forbidden();
  if (!hasPhoto) throw refusal('photoNeeded', 'sign.refuse.proxyPhoto');
  return true;
}

async function open(call: Call, id: number): Promise<Receiving> {
  const row = await receivingOf(call.tx, id, true);
  if (!row) throw notFound();
  return row;
}
const mustBe = (row: Receiving, states: readonly string[]) => {
  if (!states.includes(row.status)) throw wrongState(row.status, 'sign.signReceiving._title');
};

/** R21: a box ticks its bags; a second scan changes nothing. */
async function scan(call: Call<typeof scanReceiving>) {
  const row = await open(call as unknown as Call, call.body.id);
  mustBe(row, ['waiting']);
  const lines = await linesOfReceiving(call.tx, row.id);
  const pack = await inTenant(call.tx, call.actor.tenantNo, 'tags', (all) => packByNo(all, call.body.text));
  const range: Range | null = pack ?? parseRange(call.body.text);
  if (!range) throw refusal('unknownPack', 'sign.refuse.unknownPack', { pack: call.body.text });
  const hit = lines.filter((one) => one.from <= range.to && one.to >= range.from);
  if (hit.length === 0) {
    if (!pack) throw refusal('unknownPack', 'sign.refuse.unknownPack', { pack: call.body.text });
    const [other] = await call.tx.query<{ docNo: string }>(
      `select r.doc_no as "docNo" from sign.sign_receiving_line l join sign.sign_receiving r on r.id = l.parent_id
       where l.code_from::bigint <= $2 and l.code_to::bigint >= $1 and r.status = 'waiting' limit 1`,
      [range.from, range.to],
    );
    throw refusal('otherDelivery', 'sign.refuse.otherDelivery', { pack: call.body.text, docNo: other?.docNo ?? '-' });
  }
  const already = hit.every((one) => one.isScanned);
  await markScanned(
    call.tx,
    hit.map((one) => one.id),
  );
  const left = lines.filter((one) => !one.isScanned && !hit.some((done) => done.id === one.id));
  return {
    lineIds: hit.map((one) => one.id),
    packNo: pack?.packNo ?? null,
    count: sumOf(hit),
    already,
    left: { lines: left.length, count: sumOf(left) },
  };
}

/** Where it lies once it is signed for: a worker's hand, a shelf at once where the rule says so, or waiting to be counted in. */
async function placeFor(tx: Tx, row: Receiving): Promise<Place> {
  if (row.toStaffId !== null) return 'hand';
  const unit = (await unitsOf(tx, [row.toPrincipalId])).get(row.toPrincipalId);
  if (unit && unit.type !== 'authority' && (await ruleOf(tx, 'autoStoreTownship', unit.regionCode)) > 0) return 'stock';
  return row.sourceType === 'recovery' ? 'stock' : 'received';
}

async function signNow(call: Call<typeof signFor>) {
  const { id, version, lines: said, signature, proxyPhoto } = call.body;
  const row = await open(call as unknown as Call, id);
  const lines = await linesOfReceiving(call.tx, id);
  const place = await placeFor(call.tx, row);
  // A signature that was kept while there was no network comes again: what stands, stands.
  if (row.status !== 'waiting' && row.signedBy === call.actor.userId)
    return { status: row.status, version: row.version, received: 0, open: 0, place };
  mustBe(row, ['waiting']);
  if (row.version !== version) throw staleVersion();
  const proxy = await mustReceive(call as unknown as Call, row, Boolean(proxyPhoto?.length));
  const missing = lines.filter((one) => !said.some(({ id: lineId }) => lineId === one.id));
  if (missing.length > 0) throw refusal('unsaid', 'sign.refuse.unsaid', { n: missing.length });
  const results = new Map(said.map((one) => [one.id, one]));
  const came = lines.filter((one) => ['ok', 'damaged'].includes(results.get(one.id)?.result ?? ''));
  const broken = lines.filter((one) => results.get(one.id)?.result === 'damaged');
  const from = { principalId: row.fromPrincipalId, staffId: row.fromStaffId };
  const to = { principalId: row.toPrincipalId, staffId: row.toStaffId };
  const flow = await sourceFlow(call.tx, row);
  if (came.length > 0)
    await take(call.tx, {
      scheme: official,
      ranges: came,
      from: { holder: to, places: ['inTransit'], sender: from },
      to: { place, holder: to },
      doc: { type: flow, id: row.id, no: row.docNo },
      on: today(),
      evenHeld: true,
    });
  await saveResults(call.tx, said);
  const status = came.length === lines.length ? 'signed' : 'partSigned';
  const newVersion = await signReceivingRow(call.tx, id, {
    status,
    signature: signature ? [signature] : [],
    proxy,
    proxyPhoto: proxyPhoto ?? [],
  });
  if (broken.length > 0) await draftScrap(call.tx, to, broken, row);
  await sourceMoved(call.tx, row, status);
  if (row.sourceType === 'shipment') await orderMoved(call.tx, row.sourceId);
  await closeTask(call.tx, 'sign.signReceiving', id);
  await closeAlarm(call.tx, `overdueSign ${row.id}`, 'handled');
  if (status === 'partSigned') await tellGiver(call.tx, row);
  call.answer.msg = call.say('ok.done');
  return {
    status,
    version: newVersion,
    received: sumOf(came),
    open: sumOf(lines) - sumOf(came),
    place,
  };
}

/** Numbers that come back count as returned at both ends. */
async function sourceFlow(tx: Tx, row: Receiving): Promise<string> {
  if (row.sourceType !== 'stockOut') return row.sourceType === 'recovery' ? 'recovery' : 'receiving';
  const [source] = await tx.query<{ kind: string }>('select kind from sign.sign_stock_out where id = $1', [
    row.sourceId,
  ]);
  return source?.kind === 'return' ? 'return' : 'receiving';
}

async function tellGiver(tx: Tx, row: Receiving): Promise<void> {
  await openTask(tx, {
    taskType: 'settle',
    taskName: { key: 'sign.task.settle', args: { docNo: row.docNo } },
    entity: 'sign.signReceiving',
    entityId: row.id,
    linkPath: linkTo(row.docNo),
    permission: 'sign:receiving:settle',
    regionCode: row.regionCode,
    principalId: row.fromPrincipalId,
  });
}

/** R25: what did not come is settled by who gave it: it came back, it is sent again, or it is lost. */
async function settle(call: Call<typeof settleReceiving>) {
  const { id, version, lines: said, remark } = call.body;
  const row = await open(call as unknown as Call, id);
  mustBe(row, ['partSigned', 'refused']);
  if (row.version !== version) throw staleVersion();
  if (row.fromPrincipalId !== call.actor.principalId && !call.actor.actions.has('sign:receiving:proxy'))
    throw forbidden();
  const openLines = (await linesOfReceiving(call.tx, id)).filter(
    (one) => !one.settled && !['ok', 'damaged'].includes(one.result ?? ''),
  );
  const how = new Map(said.map((one) => [one.id, one.how]));
  if (openLines.some((one) => !how.has(one.id))) throw refusal('unsaid', 'sign.refuse.unsaid', { n: openLines.length });
  const from = { principalId: row.fromPrincipalId, staffId: row.fromStaffId };
  const to = { principalId: row.toPrincipalId, staffId: row.toStaffId };
  const doc = { type: 'settle', id: row.id, no: row.docNo };
  const of = (word: string) => openLines.filter((one) => how.get(one.id) === word);
  const home: Place = row.fromStaffId !== null ? 'hand' : row.sourceType === 'shipment' ? 'produced' : 'stock';
  const back = [...of('back'), ...of('resend')];
  if (back.length > 0) await takeBack(call.tx, { from, to, place: home, lines: back, doc });
  const made: string[] = [];
  if (of('resend').length > 0) {
    const again = await sendOut(call.tx, {
      source: { type: row.sourceType, id: row.sourceId, no: row.sourceNo },
      from,
      to,
      fromPlace: home,
      lines: of('resend'),
      on: today(),
    });
    made.push(again.docNo);
  }
  if (of('lost').length > 0) {
    await takeBack(call.tx, { from, to, place: home, lines: of('lost'), doc });
    made.push(await draftScrap(call.tx, from, of('lost'), row, 'lost'));
  }
  await saveSettled(
    call.tx,
    said.filter((one) => openLines.some((line: ReceivingLine) => line.id === one.id)),
  );
  const newVersion = await settleReceivingRow(call.tx, id, 'settled', remark);
  await sourceMoved(call.tx, row, 'settled');
  if (row.sourceType === 'shipment') await orderMoved(call.tx, row.sourceId);
  await closeTask(call.tx, 'sign.signReceiving', id);
  await closeAlarm(call.tx, `unsettled ${row.id}`, 'handled');
  call.answer.msg = call.say('ok.done');
  return { status: 'settled', version: newVersion, made };
}

const nameOf = (unit: string, staff: string) =>
  `concat_ws(' ', registry.principal_name(t.${unit}), sign.staff_name(t.${staff}))`;

export const receivingRoutes = (): Route[] => [
  ...serveResource(signReceiving)({
    expressions: {
      fromName: nameOf('from_principal_id', 'from_staff_id'),
      toName: nameOf('to_principal_id', 'to_staff_id'),
      categories: `(select string_agg(x.words, '、') from (select c.name || ' ' || sum(l.count) as words
        from sign.sign_receiving_line l join sign.sign_category c on c.id = l.category_id
        where l.parent_id = t.id group by c.name order by c.name) x)`,
      isOverdue: `(t.status = 'waiting' and t.due_on < (now() at time zone 'Asia/Shanghai')::date)`,
      signedByName: 'sign.user_name(t.signed_by)',
    },
    can: (row: SignReceiving, verb, actor) => verb !== 'refuse' || row.toPrincipalId === actor.principalId,
    before: {
      transition: async (call, move, row) => {
        const found = await open(call, row.id);
        await mustReceive(call, found, false);
        return { reason: move.remark };
      },
    },
    after: {
      transition: async (call, move) => {
        const row = await receivingOf(call.tx, move.id);
        if (!row) throw new AppError(404, 'error.notFound');
        await sourceMoved(call.tx, row, 'refused');
        await closeTask(call.tx, 'sign.signReceiving', row.id);
        await tellGiver(call.tx, row);
      },
    },
  }),
  serve('sign', scanReceiving, scan),
  serve('sign', signFor, signNow),
  serve('sign', settleReceiving, settle),
];
