import { forbidden, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { setDue } from '#kit/server/due/due.ts';
import { publish } from '#kit/server/events/outbox.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/cure/contract/together/co-consult.ts';
import { notify, present } from '#modules/platform/server/index.ts';
import { roleIn, seen } from '../consult/case.ts';
import { freezeFile } from '../consult/case-file.ts';
import { type ConsultRow, consultOf } from '../consult/consult.ts';
import { sayIn, tellTalk } from '../consult/consult-message.ts';
import { insertOffer } from '../consult/consult-offer.ts';
import { addParty } from '../consult/consult-party.ts';
import { offerEnds } from '../consult/offer-round.ts';
import { expertOfUser } from '../people/expert.ts';
import { byKey, invalidInvite } from '../room/by-key.ts';
import { settingsFor } from '../setting/settings.ts';
import { insertCoSign } from './consult-co-sign.ts';

const over = ['closed', 'cancelled'];

/** R17: only the expert in charge asks others in, and only while the case is open. */
async function inCharge(call: Pick<Call, 'actor'>, tx: Tx, consultId: number): Promise<ConsultRow> {
  const row = await seen(tx, consultId);
  const [expert] = await tx.query<{ userId: number | null }>(
    'select user_id as "userId" from cure.expert where tenant_no = kit.tenant() and id = $1',
    [row.expertId],
  );
  if (expert?.userId !== call.actor.userId) throw forbidden();
  if (over.includes(row.status)) throw refusal('talkOver', 'cure.refusal.talkOver');
  return row;
}

/** How many more may be asked: those who take part, who have not answered, and links that are open count. */
export async function placesLeft(tx: Tx, consultId: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `select ((select count(*) from cure.consult_offer where tenant_no = kit.tenant() and consult_id = $1
         and kind = 'coConsult' and status in ('open', 'accepted'))
       + (select count(*) from cure.cure_invite where tenant_no = kit.tenant() and consult_id = $1
         and kind = 'expertCase' and status = 'open' and valid_until > now()))::int as n`,
    [consultId],
  );
  return Math.max(0, contract.mostCoExperts - (row?.n ?? 0));
}

interface ColleagueRow extends Omit<contract.Colleague, 'isHere'> {
  readonly userId: number;
}
const colleagues = (tx: Tx, { id, principalId, expertId }: ConsultRow): Promise<ColleagueRow[]> =>
  tx.query<ColleagueRow>(
    `select e.id as "expertId", e.user_id as "userId", e.name, e.title, registry.principal_name(e.unit_id) as unit,
       e.species, case when e.unit_id = $2 then 'conflict'
         when exists (select 1 from cure.consult_party p where p.tenant_no = e.tenant_no and p.consult_id = $1
           and p.user_id = e.user_id and p.to_on is null) then 'party'
         when exists (select 1 from cure.consult_offer o where o.tenant_no = e.tenant_no and o.consult_id = $1
           and o.expert_id = e.id and o.status = 'open') then 'asked' end as "whyNot"
     from cure.expert e where e.tenant_no = kit.tenant() and e.status = 'active' and e.user_id is not null
       and e.id <> $3 order by e.name, e.id`,
    [id, principalId, expertId],
  );

async function list(call: Call<typeof contract.colleaguesOf>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const row = await inCharge(call, tx, call.query.consultId);
    const { people, left } = await inTenant(tx, call.actor.tenantNo, 'colleagues', async (all) => ({
      people: await colleagues(all, row),
      left: await placesLeft(all, row.id),
    }));
    const here = await present(call.database, call.actor.tenantNo, {
      userIds: people.map((one) => one.userId),
      from: new Date(Date.now() - 60_000),
      to: new Date(),
    });
    return { left, people: people.map(({ userId, ...one }) => ({ ...one, isHere: here.has(userId) })) };
  });
}

async function invite(call: Call<typeof contract.inviteExperts>) {
  const { consultId, expertIds } = call.body;
  await inCharge(call, call.tx, consultId);
  return inTenant(call.tx, call.actor.tenantNo, 'inviteExperts', async (all) => {
    const row = (await consultOf(all, consultId, true)) as ConsultRow;
    const wanted = [...new Set(expertIds)];
    if (wanted.length > (await placesLeft(all, consultId)))
      throw refusal('coExpertsFull', 'cure.refusal.coExpertsFull', { n: contract.mostCoExperts });
    const { inviteHours } = await settingsFor(all, row.regionCode);
    const answerBy = new Date(Date.now() + inviteHours * 3_600_000);
    const people = await colleagues(all, row);
    const offerIds: number[] = [];
    for (const expertId of wanted) {
      const one = people.find((person) => person.expertId === expertId);
      if (!one) throw refusal('noExpert', 'cure.refusal.noExpert');
      if (one.whyNot === 'conflict') throw refusal('conflict', 'cure.refusal.conflict');
      if (one.whyNot) throw refusal('askedBefore', 'cure.refusal.askedBefore', { name: one.name });
      const scored = { score: 0, parts: {} as never };
      const offer = { consult: row, expertId, userId: one.userId, kind: 'coConsult' as const, scored, answerBy };
      const id = await insertOffer(all, offer, call.actor.userId);
      offerIds.push(id);
      await setDue(all, offerEnds, String(id), answerBy);
      await notify(all, {
        userIds: [one.userId],
        type: 'notice',
        title: { key: 'cure.coConsult.notice', args: { name: call.actor.nickname, signs: row.signs } },
        content: '',
        linkPath: '/cure/expert/myInvitation?status=open',
      });
      await publish(all, 'consult', {
        kind: 'ring',
        audience: { userIds: [one.userId] },
        data: { offerId: id, consultId, urgency: row.urgency, signs: row.signs },
      });
      await sayIn(all, consultId, { kind: 'system', body: `coInvited:${one.name}`, actor: call.actor.userId });
    }
    call.answer.msg = call.say('ok.done');
    return { offerIds };
  });
}

/** What becomes of a case when somebody who was asked beside answers: nobody else is asked in their place. */
export async function answerBeside(tx: Tx, row: ConsultRow, userId: number, accepts: boolean): Promise<void> {
  if (accepts) await addParty(tx, row.id, userId, 'coExpert');
  const body = accepts ? 'coJoined' : 'coDeclined';
  await sayIn(tx, row.id, { kind: 'system', body, actor: userId, role: 'coExpert' });
  await tellTalk(tx, row.id, 'state');
}

async function sign(call: Call<typeof contract.coSign>) {
  const { consultId, no, agrees, text } = call.body;
  const row = await seen(call.tx, consultId);
  if ((await roleIn(call.tx, row, call)) !== 'coExpert') throw forbidden();
  if (over.includes(row.status)) throw refusal('talkOver', 'cure.refusal.talkOver');
  const me = await expertOfUser(call.tx, call.actor.userId);
  await inTenant(call.tx, call.actor.tenantNo, 'coSign', async (all) => {
    const { userId } = call.actor;
    await insertCoSign(all, { consultId, no, expertId: me.id, inviteId: null, name: me.name, agrees, text }, userId);
    await sayIn(all, consultId, {
      kind: 'system',
      body: agrees ? 'coAgrees' : 'coDiffers',
      actor: userId,
      role: 'coExpert',
    });
    await tellTalk(all, consultId, 'state');
  });
  call.answer.msg = call.say('ok.saved');
  return null;
}

async function signByLink(call: Call<typeof contract.coSignByLink>) {
  const { k, no, agrees, text } = call.body;
  await byKey(call, k, async (tx, { id, kind, consultId, shownName, answer }) => {
    if (kind !== 'expertCase' || consultId === null || answer !== 'accepted') throw invalidInvite();
    await insertCoSign(tx, { consultId, no, expertId: null, inviteId: id, name: shownName, agrees, text }, null);
    await sayIn(tx, consultId, { kind: 'system', body: `${agrees ? 'outAgrees' : 'outDiffers'}:${shownName}` });
    await tellTalk(tx, consultId, 'state');
  });
  return null;
}

async function live(call: Call<typeof contract.liveFile>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const row = await seen(tx, call.query.consultId);
    if (over.includes(row.status) || (await roleIn(tx, row, call)) === 'observer') throw notFound();
    return inTenant(tx, call.actor.tenantNo, 'liveFile', async (all) => {
      const animals = await all.query<{ id: number }>(
        'select animal_id as id from cure.consult_animal where tenant_no = kit.tenant() and consult_id = $1',
        [row.id],
      );
      return freezeFile(
        all,
        row.principalId,
        animals.map((one) => one.id),
      );
    });
  });
}

export const coConsultRoutes = (): Route[] => [
  serve('cure', contract.colleaguesOf, list),
  serve('cure', contract.inviteExperts, invite),
  serve('cure', contract.coSign, sign),
  serve('cure', contract.coSignByLink, signByLink),
  serve('cure', contract.liveFile, live),
];
