import { forbidden, invalid, refusal } from '#kit/contract/errors.ts';
import { needs } from '#kit/contract/permission.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { registerTopic } from '#kit/server/push/topic.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import * as contract from '#modules/cure/contract/consult/case.ts';
import { type Consult, type ConsultOffer, consult, consultOffer } from '#modules/cure/contract/consult/consult.ts';
import { closeTask } from '#modules/platform/server/index.ts';
import { expertOfUser } from '../people/expert.ts';
import { closeTalk } from '../room/seats.ts';
import { answerBeside } from '../together/co-consult.ts';
import { ask, prepare } from './ask.ts';
import { assign, board, candidates } from './board.ts';
import { read, readCase, readMessages, recall, say } from './case.ts';
import { consultOf, patchConsult } from './consult.ts';
import { sayIn, tellTalk } from './consult-message.ts';
import { withdrawOffers } from './consult-offer.ts';
import { addParty } from './consult-party.ts';
import { followUpRoutes } from './follow-up.ts';
import { consultEntity, dispatch, nextAfter, tellHolder } from './offer-round.ts';
import { giveOpinion } from './opine.ts';

/** Who may take which step beyond permission and state. */
async function beforeMove(call: Call, move: Move, row: Consult) {
  const { outcome, shareConsent, rating, ratingText, missing, news } = (move.form ?? {}) as Record<
    string,
    string | number | null
  >;
  const own = call.actor.scope.principals.includes(row.principalId);
  const [about] = await call.tx.query<{ askerId: number; expertUser: number | null; closedDays: number | null }>(
    `select c.asker_id as "askerId", e.user_id as "expertUser", (extract(epoch
      from now() - c.closed_at) / 86400)::float8 as "closedDays"
     from cure.consult c left join cure.expert e on e.id = c.expert_id where c.id = $1`,
    [row.id],
  );
  const isExpert = about?.expertUser === call.actor.userId;
  const isHolder = own || about?.askerId === call.actor.userId;
  const done = (key: string, extra = {}) =>
    inTenant(call.tx, call.actor.tenantNo, 'moveConsult', async (all) => {
      await sayIn(all, row.id, { kind: 'system', body: key, actor: call.actor.userId, ...extra });
    });
  switch (move.name) {
    case 'askMore':
      if (!isExpert) throw forbidden();
      await done(`needInfo:${missing}`);
      return undefined;
    case 'transfer':
      if (!isExpert && !call.actor.actions.has('cure:consult:assign')) throw forbidden();
      await done('transferred');
      return { expertId: null };
    case 'close':
      if (!isExpert && !isHolder) throw forbidden();
      await done('closed');
      return { outcome, closedAt: new Date().toISOString(), ...(shareConsent && { shareConsent }) };
    case 'reopen':
      if (!isHolder) throw forbidden();
      if ((about?.closedDays ?? 0) > 14) throw refusal('tooLate', 'cure.refusal.reopenLate');
      await done(`reopened:${news}`);
      return { closedAt: null, outcome: null };
    case 'rate':
      if (!own) throw forbidden();
      // R73: once, within thirty days.
      if (row.rating !== null) throw invalid([{ field: 'rating', key: 'cure.refusal.ratedBefore' }]);
      if ((about?.closedDays ?? 0) > 30) throw refusal('tooLate', 'cure.refusal.rateLate');
      return { rating, ratingText };
    default:
      if (!isHolder) throw forbidden();
      await inTenant(call.tx, call.actor.tenantNo, 'cancelConsult', (all) => withdrawOffers(all, row.id, true));
      return undefined;
  }
}

async function afterMove(call: Call, move: Move): Promise<void> {
  await inTenant(call.tx, call.actor.tenantNo, 'movedConsult', async (all) => {
    if (move.name === 'transfer') await dispatch(all, move.id);
    if (['close', 'cancel'].includes(move.name)) {
      await closeTask(all, consultEntity, move.id);
      await withdrawOffers(all, move.id, true);
      await closeTalk(all, move.id, call.actor.userId);
    }
    await tellTalk(all, move.id, 'state');
  });
}

async function beforeAnswer(call: Call, move: Move, row: ConsultOffer) {
  const me = await expertOfUser(call.tx, call.actor.userId);
  if (me.id !== row.expertId) throw forbidden();
  if (move.name !== 'decline') return undefined;
  const { reason } = move.form as { reason: string };
  // R15: an assignment can be declined only with these.
  if (row.kind === 'assigned' && !['conflict', 'badNetwork'].includes(reason))
    throw invalid([{ field: 'reason', key: 'cure.refusal.assigned' }]);
  return { declineReason: reason };
}

async function afterAnswer(call: Call, move: Move): Promise<void> {
  const me = await expertOfUser(call.tx, call.actor.userId);
  await inTenant(call.tx, call.actor.tenantNo, 'answerOffer', async (all) => {
    const [offer] = await all.query<{ consultId: number; kind: string }>(
      'select consult_id as "consultId", kind from cure.consult_offer where id = $1',
      [move.id],
    );
    const row = await consultOf(all, offer?.consultId ?? 0, true);
    if (!row) return;
    if (offer?.kind === 'coConsult') return answerBeside(all, row, call.actor.userId, move.name === 'accept');
    await closeTask(all, consultEntity, row.id);
    if (move.name === 'decline') return nextAfter(all, row.id);
    await patchConsult(all, row.id, { status: 'inProgress', expertId: me.id, onBoard: false });
    await addParty(all, row.id, call.actor.userId, 'expert');
    await sayIn(all, row.id, { kind: 'system', body: 'accepted', actor: call.actor.userId, role: 'expert' });
    await tellHolder(all, row, 'accepted', { expert: me.name });
    await tellTalk(all, row.id, 'state');
  });
}

const late = `(t.status in ('waiting', 'offered') and t.on_board) or (t.status in ('inProgress', 'needInfo')
  and t.answer_due < now())`;

export const consultRoutes = (): Route[] => [
  ...serveResource(consult)({
    expressions: {
      holder: '(select registry.principal_name(t.principal_id))',
      isLate: `(${late})`,
      unread: `coalesce((select greatest(t.last_seq - p.last_read_seq, 0) from cure.consult_party p
        where p.consult_id = t.id and p.user_id = nullif(current_setting('app.user', true), '')::bigint), 0)`,
    },
    before: { transition: beforeMove },
    after: { transition: afterMove },
  }),
  ...serveResource(consultOffer)({
    expressions: {
      // Before accepting, the number tells nothing; afterwards it opens the case.
      consultNo: '(select c.doc_no from cure.consult c where c.id = t.consult_id)',
    },
    before: { transition: beforeAnswer },
    after: { transition: afterAnswer },
  }),
  ...followUpRoutes(),
  serve('cure', contract.prepareAsk, prepare),
  serve('cure', contract.askConsult, ask),
  serve('cure', contract.caseOf, readCase),
  serve('cure', contract.messagesOf, readMessages),
  serve('cure', contract.sendMessage, say),
  serve('cure', contract.recallMessage, recall),
  serve('cure', contract.markRead, read),
  serve('cure', contract.opine, giveOpinion),
  serve('cure', contract.candidatesOf, candidates),
  serve('cure', contract.assignConsult, assign),
  serve('cure', contract.dispatchBoard, board),
];

export const registerConsultTopic = (): void =>
  registerTopic('consult', { access: needs('cure:consult:list', 'cure:offer:list') });
