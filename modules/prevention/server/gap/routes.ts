import { forbidden, invalid } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { addWorkingDays, regionName } from '#modules/platform/server/index.ts';
import * as contract from '#modules/prevention/contract/gap/gap-order.ts';
import { homeOf, seasonHead } from '../season/coverage.ts';
import { askAgain, endOrder, gapEntity, raise, tellAnswer } from './ask.ts';
import { causesBelow, causesIn, statesIn } from './causes.ts';
import { lockOrder, type OrderRow } from './gap-order.ts';
import { aboutGap, mostLines, openGapOrder, peopleFor, unitFor } from './open-order.ts';
import { sourceOf, youngOf } from './sources.ts';

const userName = (column: string) => `prevention.user_name(t.${column})`;

/** Whoever is asked answers; where it went up or nobody in particular was asked, whoever may order, except who ordered it. */
const mayStep = (row: contract.GapOrder, verb: string, actor: Call['actor']): boolean => {
  if (verb !== 'answer' || row.userId === actor.userId) return true;
  return row.level !== 'worker' && row.orderedBy !== actor.userId && actor.actions.has('ant:gap:add');
};

async function proposal(call: Call<typeof contract.gapProposal>) {
  return call.database.transaction(call.actor.scope, async (tx: Tx) => {
    const gap = await aboutGap(tx, withTerm(call.query));
    const people = await peopleFor(tx, gap);
    const measure = sourceOf(gap.source);
    const unit = await unitFor(tx, gap.regionCode);
    const [remaining, young, lines, dueOn, station] = await inTenant(tx, tx.scope.tenantNo, 'gap', async (sys) => [
      await measure.remaining(sys, gap),
      await youngOf(sys, gap),
      await measure.lines(sys, gap, mostLines),
      await addWorkingDays(sys, today(), 3),
      (await sys.query<{ name: string }>('select prevention.unit_name($1) as name', [unit]))[0]?.name ?? null,
    ]);
    const orders = await statesIn(tx, gap.regionCode);
    const same = (one: contract.GapState) =>
      one.subjectKind === gap.subjectKind && one.subjectId === gap.subjectId && one.diseaseCode === gap.diseaseCode;
    return {
      subjectName: gap.subjectName,
      regionName: regionName(gap.regionCode) ?? '',
      remaining,
      young,
      causes: await causesIn(tx, gap.seasonId, gap.regionCode),
      people: people.map(({ staffId, name, isOwn, userId }) => ({ staffId, name, isOwn, hasAccount: userId !== null })),
      station: unit && station ? { id: unit, name: station } : null,
      dueOn,
      lines,
      open: orders.find(same) ?? null,
    };
  });
}

/** The month is this one unless it is said. */
function withTerm<T extends contract.GapSubject>(ask: T): T {
  if (ask.source === 'season' && !ask.seasonId) throw invalid([{ field: 'seasonId', key: 'error.field.required' }]);
  return ask.source === 'routine' ? { ...ask, month: ask.month ?? today().slice(0, 7) } : ask;
}

async function add(call: Call<typeof contract.orderGap>) {
  const order = await openGapOrder(call.tx, withTerm(call.body));
  await audit(call.tx, call as unknown as Call, {
    module: 'prevention',
    entity: 'gapOrder',
    entityId: order.id,
    entityName: order.docNo,
    action: 'add',
    after: { ...call.body, heads: order.heads },
  });
  call.answer.msg = call.say('prevention.gapOrder.sent', { docNo: order.docNo });
  return { id: order.id, docNo: order.docNo };
}

async function locked(tx: Tx, id: number): Promise<OrderRow> {
  const order = await lockOrder(tx, id);
  if (!order) throw new Error(`${gapEntity} ${id} is gone`);
  return order;
}

async function before(call: Call, move: Move, row: contract.GapOrder) {
  const form = move.form ?? {};
  const onwards = (day: unknown, field: string) => {
    if (typeof day === 'string' && day < today()) throw invalid([{ field, key: 'prevention.gapOrder.dayPassed' }]);
  };
  switch (move.name) {
    case 'answer':
      if (!mayStep(row, 'answer', call.actor)) throw forbidden();
      onwards(form.againOn, 'againOn');
      return {
        answeredBy: call.actor.userId,
        answeredAt: new Date(),
        ...(form.againOn ? { dueOn: form.againOn } : {}),
      };
    case 'follow':
      onwards(form.dueOn, 'dueOn');
      return { rounds: row.rounds + 1 };
    case 'escalate':
      return { escalatedAt: new Date() };
    case 'close':
      return { closedBy: call.actor.userId, closedAt: new Date(), closeReason: 'byHand' };
    default:
      return undefined;
  }
}

async function after(call: Call, move: Move): Promise<void> {
  const order = await locked(call.tx, move.id);
  switch (move.name) {
    case 'answer':
      return tellAnswer(call.tx, order);
    case 'follow':
      return askAgain(call.tx, order);
    case 'escalate':
      return inTenant(call.tx, call.actor.tenantNo, 'gapRaise', (sys) => raise(sys, order));
    default:
      return endOrder(call.tx, order);
  }
}

export const gapRoutes = (): Route[] => [
  ...serveResource(contract.gapOrder)({
    expressions: {
      staffName: '(select w.name from prevention.worker w where w.id = t.staff_id)',
      answeredByName: userName('answered_by'),
      orderedBy: 't.created_by',
      orderedByName: userName('created_by'),
      isLate: "(t.status <> 'closed' and t.due_on < prevention.today())",
      isOpen: "(t.status <> 'closed')",
    },
    before: { transition: before },
    after: { transition: (call, move) => after(call, move) },
    can: mayStep,
  }),
  serve('prevention', contract.gapProposal, proposal),
  serve('prevention', contract.orderGap, add),
  serve('prevention', contract.gapStates, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const parent = call.query.parentCode ?? homeOf(tx);
      const season = await seasonHead(tx, call.query.seasonId);
      return {
        causes: season ? await causesBelow(tx, season.id, parent) : [],
        orders: await statesIn(tx, parent),
      };
    }),
  ),
];
