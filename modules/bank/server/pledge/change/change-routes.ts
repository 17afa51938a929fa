import { forbidden, notFound, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow, type Move } from '#kit/server/resource/write.ts';
import {
  askChange,
  changeAnimalsOf,
  changeView,
  previewChange,
  scanChange,
} from '#modules/bank/contract/pledge/change-calls.ts';
import { type PledgeChange, pledgeChange, releaseKinds } from '#modules/bank/contract/pledge/pledge-change.ts';
import { pledge } from '#modules/bank/contract/pledge/pledge-file.ts';
import { openTask } from '#modules/platform/server/index.ts';
import { lineOf, requireConsent } from '../../credit/kernel.ts';
import { ltvOf, productOf } from '../../product/valuation.ts';
import { refuse } from '../../refusals.ts';
import { judgeHerd, wordsOf } from '../eligibility.ts';
import { book, inBank, within } from '../kernel.ts';
import { type PledgeRow, pledgeRow } from '../pledge.row.ts';
import { itemsOf, patchItems, reserveItems, setSurveyed } from '../pledge-item.ts';
import { animalOfTag, checkScan } from '../survey.ts';
import { executeChanges, letGo } from './effects.ts';
import { type ChangeRow, changeRow, insertChange, signChange, stepChange } from './pledge-change.row.ts';
import { setSums } from './pledge-change-amount.ts';
import { insertChangeLines, linesOf, setLineScan } from './pledge-change-line.ts';
import { type Weighed, weigh } from './rules.ts';

const sides = async (sys: Tx, changeId: number) => {
  const lines = await linesOf(sys, changeId);
  return {
    out: lines.filter((one) => one.direction === 'out').map((one) => one.animalId),
    in: lines.filter((one) => one.direction === 'in').map((one) => one.animalId),
    lines,
  };
};
const sayOf = (call: Call) => (key: string, args?: Record<string, string | number>) => call.say(key, args);

/** The pledge as the caller sees it; a supervisor and an authority ask for no change. */
async function ownPledge(call: Call, id: number): Promise<PledgeRow> {
  await findRow(call, pledge, id);
  const row = await inBank(call.tx, (sys) => pledgeRow(sys, id));
  const mine = call.actor.scope.principals;
  if (!mine.includes(row.bankId) && !mine.includes(row.principalId)) throw notFound();
  return row;
}

function refuseFirst({ preview }: Weighed): void {
  const [first] = preview.blocks;
  if (first) throw refuse(first.code, { why: first.words, tag: first.words }, { blocks: preview.blocks });
}

async function ask(call: Call<typeof askChange>) {
  const { tx, body, actor } = call;
  await ownPledge(call, body.pledgeId);
  if (body.kind === 'saleRelease' && (!body.buyerName || body.price === null || body.price === undefined))
    throw refuse('buyerMissing');
  return inBank(tx, async (sys) => {
    const row = await pledgeRow(sys, body.pledgeId, true);
    const weighed = await weigh(sys, row, body, sayOf(call));
    refuseFirst(weighed);
    const made = await insertChange(sys, {
      kind: body.kind,
      pledgeId: row.id,
      bankId: row.bankId,
      principalId: row.principalId,
      supervisorId: row.supervisorId,
      regionCode: row.regionCode,
      askedBy: actor.userId,
      reason: body.reason,
      buyerName: body.buyerName ?? null,
      price: body.price ?? null,
      headOut: body.out.length,
      headIn: body.in.length,
    });
    const got = await reserveItems(
      sys,
      {
        pledgeId: row.id,
        regionCode: row.regionCode,
        bankId: row.bankId,
        principalId: row.principalId,
        supervisorId: row.supervisorId,
        heldByChangeId: made.id,
      },
      weighed.incoming.map((one) => one.animal),
    );
    if (got.length < body.in.length) throw refuse('pledgedElsewhere');
    await patchItems(
      sys,
      weighed.outItems.map((one) => one.id),
      { heldByChangeId: made.id },
    );
    const tagOf = new Map(weighed.incoming.map((one) => [one.animal.animalId, one.animal.earTag]));
    await insertChangeLines(sys, made.id, [
      ...weighed.outItems.map((one) => ({
        animalId: one.animalId,
        earTag: one.earTag,
        direction: 'out' as const,
        itemId: one.id,
      })),
      ...got.map((one) => ({
        animalId: one.animalId,
        earTag: tagOf.get(one.animalId) ?? '',
        direction: 'in' as const,
        itemId: one.id,
      })),
    ]);
    await writeSums(sys, made.id, weighed);
    await stepChange(sys, { id: made.id, status: 'draft' }, 'submit', 'submitted', actor);
    const isRelease = releaseKinds.includes(body.kind);
    await task(sys, row, made, isRelease ? 'bank:change:approve' : 'bank:change:check');
    call.answer.msg = call.say('ok.saved');
    return made;
  });
}
const task = (sys: Tx, row: PledgeRow, made: { id: number; docNo: string }, permission: string) =>
  openTask(sys, {
    taskType: 'approve',
    taskName: { key: 'bank.task.change', args: { docNo: made.docNo, client: row.client } },
    entity: 'bank.pledgeChange',
    entityId: made.id,
    linkPath: `/bank/pledge/change?id=${made.id}`,
    permission,
    regionCode: row.regionCode,
    principalId: row.bankId,
  });
const writeSums = (sys: Tx, id: number, { preview, lineValues }: Weighed) =>
  setSums(sys, id, {
    valueOut: preview.valueOut,
    valueIn: preview.valueIn,
    ltvAfter: preview.ltvAfter,
    lineValues,
  });

async function scan(call: Call<typeof scanChange>) {
  const { tx, body, actor } = call;
  const seen = await findRow(call, pledgeChange, body.id, true);
  if (seen.status !== 'submitted') throw wrongState(String(seen.statusName ?? seen.status), 'bank.pledgeChange._check');
  return inBank(tx, async (sys) => {
    const change = await changeRow(sys, body.id, true);
    if (change.askedBy === actor.userId) throw refuse('samePerson');
    const row = await pledgeRow(sys, change.pledgeId);
    const { lines } = await sides(sys, change.id);
    for (const one of body.scans) {
      const animalId = await animalOfTag(sys, one.tag);
      const line = lines.find((entry) => entry.animalId === animalId && entry.direction === 'in');
      if (!line || line.itemId === null) throw refuse('notInPledge');
      await checkScan(sys, row.siteId, one, line.itemId);
      await setLineScan(sys, change.id, line.animalId, one);
      await setSurveyed(sys, { id: line.itemId, ...one });
      await linkFiles(tx, one.photos, 'bank.pledgeItem', line.itemId);
    }
    const incoming = (await linesOf(sys, change.id)).filter((one) => one.direction === 'in');
    const found = incoming.filter((one) => one.scannedAt !== null).length;
    return { found, left: incoming.length - found };
  });
}

const before = (call: Call, move: Move, seen: PledgeChange) =>
  inBank(call.tx, async (sys) => {
    const change = await changeRow(sys, seen.id, true);
    const row = await pledgeRow(sys, change.pledgeId, true);
    const { userId } = call.actor;
    const isRelease = releaseKinds.includes(change.kind);
    const both = await sides(sys, change.id);
    if (move.name === 'check' || move.name === 'approve') {
      if (row.status !== 'active') throw refuse('pledgeNotActive');
      if (change.askedBy === userId) throw refuse('samePerson');
    }
    switch (move.name) {
      case 'check': {
        if (both.lines.some((one) => one.direction === 'in' && one.scannedAt === null)) throw refuse('notScanned');
        const weighed = await weigh(sys, row, { kind: change.kind, ...both, exceptId: change.id }, sayOf(call));
        refuseFirst(weighed);
        await writeSums(sys, change.id, weighed);
        return { checkedAt: new Date().toISOString() };
      }
      case 'approve':
        return approve(call, sys, change, row, both, isRelease, Number(move.form?.repayBefore ?? 0));
      case 'reject':
      case 'withdraw': {
        const mine = call.actor.scope.principals;
        if (move.name === 'withdraw' && !mine.includes(change.bankId) && !mine.includes(change.principalId))
          throw forbidden();
        if (change.releaseUntil !== null) throw wrongState(String(seen.statusName), 'bank.pledgeChange._withdraw');
        await letGo(sys, change, move.name);
        return { endReason: move.remark ?? null };
      }
      default:
        return undefined;
    }
  });

/** R27, R30: nobody who asked or looked; never above what the product allows when it is done. */
async function approve(
  call: Call,
  sys: Tx,
  change: ChangeRow,
  row: PledgeRow,
  both: Awaited<ReturnType<typeof sides>>,
  isRelease: boolean,
  repayFirst: number,
) {
  if (change.checkedBy === call.actor.userId) throw refuse('samePerson');
  if (!isRelease && change.status !== 'checked') throw refuse('notScanned');
  const weighed = await weigh(sys, row, { kind: change.kind, ...both, exceptId: change.id, holds: true }, sayOf(call));
  refuseFirst(weighed);
  const { preview } = weighed;
  const after = ltvOf(Math.max(0, preview.balance - repayFirst), preview.eligibleAfter);
  const isOver = after === null || after > preview.maxLtv;
  // What only comes in makes nothing worse.
  if (change.kind !== 'add' && isOver && preview.balance - repayFirst > 0)
    throw refuse('ltvOver', { x: after === null ? '∞' : after.toFixed(2) });
  await setSums(sys, change.id, {
    valueOut: preview.valueOut,
    valueIn: preview.valueIn,
    ltvAfter: after,
    repayFirst,
    lineValues: weighed.lineValues,
    seen: { headBefore: weighed.headBefore, valueBefore: weighed.valueBefore, ltvBefore: preview.ltvNow, ...preview },
  });
  return { approvedAt: new Date().toISOString() };
}

async function after(call: Call, move: Move): Promise<void> {
  await inBank(call.tx, async (sys) => {
    const change = await changeRow(sys, move.id);
    const row = await pledgeRow(sys, change.pledgeId);
    const set = (column: 'checked_by' | 'approved_by') => signChange(sys, change.id, column, call.actor.userId);
    if (move.name === 'check') {
      await set('checked_by');
      await task(sys, row, change, 'bank:change:approve');
    }
    if (move.name === 'approve') {
      await set('approved_by');
      await executeChanges(sys, change.creditLineId);
    }
  });
}

const view = (call: Call<typeof changeView>) =>
  call.database.transaction(call.actor.scope, async (tx) => {
    await findRow(within(call, tx), pledgeChange, call.params.id);
    // Sums are of the bank and its client: who reads none sees animals alone.
    const [sums] = await tx.query<{ values: Record<string, number> }>(
      'select line_values as values from bank.pledge_change_amount where tenant_no = kit.tenant() and id = $1',
      [call.params.id],
    );
    return inBank(tx, async (sys) => {
      const change = await changeRow(sys, call.params.id);
      const row = await pledgeRow(sys, change.pledgeId);
      const both = await sides(sys, change.id);
      const isOpen = ['submitted', 'checked'].includes(change.status);
      const weighed =
        sums && isOpen ? await weigh(sys, row, { kind: change.kind, ...both, exceptId: change.id }, sayOf(call)) : null;
      const earlier = await sys.query<{
        id: number;
        docNo: string;
        kind: string;
        status: string;
        headOut: number;
        headIn: number;
        askedAt: string;
      }>(
        `select id, doc_no as "docNo", kind, status, head_out as "headOut", head_in as "headIn", asked_at as "askedAt"
         from bank.pledge_change where tenant_no = kit.tenant() and asked_by = $1 and bank_id = $2 and id <> $3
         order by id desc limit 5`,
        [change.askedBy, change.bankId, change.id],
      );
      return {
        preview: weighed?.preview ?? null,
        earlier: earlier.map((one) => ({ ...one, askedAt: new Date(one.askedAt).toISOString() })),
        animals: both.lines.map((one) => ({
          animalId: one.animalId,
          earTag: one.earTag,
          direction: one.direction,
          value: sums?.values[String(one.animalId)] ?? null,
          photos: [...one.photos],
          outcome: one.outcome,
        })),
      };
    });
  });

const animalsOf = (call: Call<typeof changeAnimalsOf>) =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const row = await ownPledge(within(call, tx), call.query.pledgeId);
    return inBank(tx, async (sys) => {
      const items = await itemsOf(sys, { pledgeId: row.id }, book);
      const line = await lineOf(sys, row.creditLineId);
      const product = line && (await productOf(sys, line.productId, line.productVersion));
      if (call.actor.scope.principals.includes(row.bankId))
        await requireConsent(sys, { bankId: row.bankId, principalId: row.principalId, scope: 'register' });
      const herd = product ? await judgeHerd(sys, { clientId: row.principalId, product }) : [];
      return {
        out: items
          .filter((one) => one.state === 'pledged' && one.heldByChangeId === null)
          .map((one) => ({
            animalId: one.animalId,
            earTag: one.earTag,
            species: one.species,
            stage: one.stage,
            value: one.valueCents,
          })),
        in: herd
          .filter((one) => !one.codes.includes('pledgedElsewhere'))
          .map((one) => ({
            animalId: one.animal.animalId,
            earTag: one.animal.earTag,
            species: one.animal.species,
            stage: one.animal.stage,
            words: wordsOf(sayOf(call), one),
            isFree: one.codes.length === 0,
          })),
      };
    });
  });

const nameOf = (column: string) =>
  `(select u.nickname from platform.user_view u where u.tenant_no = t.tenant_no and u.id = t.${column})`;
const sum = (column: string) =>
  `(select a.${column} from bank.pledge_change_amount a where a.tenant_no = t.tenant_no and a.id = t.id)`;

export const changeRoutes = (): Route[] => [
  ...serveResource(pledgeChange)({
    expressions: {
      client: 'registry.principal_name(t.principal_id)',
      valueOut: sum('value_out'),
      valueIn: sum('value_in'),
      ltvAfter: `${sum('ltv_after')}::float8`,
      price: sum('price'),
      repayFirst: sum('repay_first'),
      askedByName: nameOf('asked_by'),
      checkedByName: nameOf('checked_by'),
      approvedByName: nameOf('approved_by'),
    },
    before: { transition: before },
    after: { transition: after },
    can: (row, verb) => {
      // Animals that may be sold already come back by themselves at the end of their days.
      if (verb === 'withdraw') return row.releaseUntil === null;
      return verb !== 'approve' || row.status === 'checked' || releaseKinds.includes(row.kind as never);
    },
  }),
  serve('bank', previewChange, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const row = await ownPledge(within(call, tx), call.body.pledgeId);
      return inBank(tx, async (sys) => (await weigh(sys, row, call.body, sayOf(call))).preview);
    }),
  ),
  serve('bank', askChange, ask),
  serve('bank', changeAnimalsOf, animalsOf),
  serve('bank', scanChange, scan),
  serve('bank', changeView, view),
];
