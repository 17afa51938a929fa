import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { registerDue, setDue } from '#kit/server/due/due.ts';
import { publish } from '#kit/server/events/outbox.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { noteOffer } from '../people/expert.offers.ts';
import { clocksOf, settingsFor } from '../setting/settings.ts';
import { type ConsultRow, consultOf, patchConsult } from './consult.ts';
import { sayIn, tellTalk } from './consult-message.ts';
import { endOffer, insertOffer, withdrawOffers } from './consult-offer.ts';
import { best, type Candidate, type Need, rank, type Scored, shiftAt } from './dispatch.ts';

export const offerEnds = 'cure.offerEnds';
const dispatchAt = 'cure.dispatchAt';
export const consultEntity = 'cure.consult';
export const casePath = (id: number): string => `/cure/consult/detail?id=${id}`;

interface Row extends Candidate {
  readonly userId: number;
  readonly name: string;
  readonly title: string;
  readonly unit: string;
}

/** What the ranking needs of a consult and of every expert there is. */
export async function gather(
  tx: Tx,
  consult: ConsultRow,
  at: Date = new Date(),
): Promise<{ need: Need; people: Row[]; isNight: boolean }> {
  const { shift, on } = shiftAt(at);
  const tags = await tx.query<{ fieldTagId: number | null }>(
    'select field_tag_id as "fieldTagId" from cure.cure_tag where id = any ($1)',
    [consult.signTagIds],
  );
  const people = await tx.query<Row>(
    `select e.id as "expertId", e.user_id as "userId", e.name, e.title, registry.principal_name(e.unit_id) as unit,
      e.status, e.species, e.speaks,
       array_remove(array[e.field_tag_id, e.second_tag_id], null) as fields, e.region_code as "regionCode", e.unit_id as "unitId",
       e.video_ok as "videoOk", e.max_open as "maxOpen", e.answers_outside as "answersOutside", e.last_offer_at as "lastOfferAt",
       case when d.id is not null then case when d.species = '{}' then e.species else d.species end end as "dutySpecies",
       d.call_order as "callOrder",
       (select count(*)::int from cure.consult c where c.tenant_no = e.tenant_no and c.expert_id = e.id
         and c.status in ('inProgress', 'needInfo')) as open,
       exists (select 1 from cure.consult_offer o where o.tenant_no = e.tenant_no and o.consult_id = $1
         and o.expert_id = e.id
         and o.status in ('declined', 'lapsed')) as "hadIt",
       exists (select 1 from cure.consult c where c.tenant_no = e.tenant_no and c.expert_id = e.id
         and c.principal_id = $2
         and c.answered_at > now() - interval '30 days') as "knowsHolder"
     from cure.expert e left join cure.duty_slot d on d.tenant_no = e.tenant_no and d.expert_id = e.id
       and d.duty_on = $3 and d.shift = $4
       and d.status in ('planned', 'done')
     where e.tenant_no = kit.tenant() and e.user_id is not null and e.status <> 'left'`,
    [consult.id, consult.principalId, on, shift],
  );
  const need = {
    species: consult.species,
    wants: consult.wants,
    speak: consult.speak,
    regionCode: consult.regionCode,
    fields: tags.map((one) => one.fieldTagId),
    principalId: consult.principalId,
  };
  return { need, people, isNight: shift === 'night' };
}

/** Opens an offer and rings. */
export async function offerTo(
  tx: Tx,
  consult: ConsultRow,
  expert: Pick<Row, 'expertId' | 'userId'>,
  scored: Pick<Scored, 'score' | 'parts'>,
  kind: 'duty' | 'assigned',
  actor: number | null = null,
): Promise<number> {
  // R11.
  const { offer: minutes } = clocksOf(await settingsFor(tx, consult.regionCode), consult.urgency);
  const answerBy = new Date(Date.now() + minutes * 60_000);
  await withdrawOffers(tx, consult.id);
  const id = await insertOffer(
    tx,
    { consult, expertId: expert.expertId, userId: expert.userId, kind, scored, answerBy },
    actor,
  );
  await patchConsult(tx, consult.id, { status: 'offered', onBoard: false });
  await noteOffer(tx, expert.expertId);
  await setDue(tx, offerEnds, String(id), answerBy);
  await closeTask(tx, consultEntity, consult.id);
  const args = { docNo: consult.docNo, signs: consult.signs };
  await openTask(tx, {
    taskType: 'handle',
    taskName: { key: 'cure.consult.taskOffer', args },
    priority: consult.urgency === 'normal' ? '3' : '1',
    entity: consultEntity,
    entityId: consult.id,
    linkPath: '/cure/expert/myInvitation?status=open',
    assigneeId: expert.userId,
    regionCode: consult.regionCode,
    principalId: consult.principalId,
  });
  await publish(tx, 'consult', {
    kind: 'ring',
    audience: { userIds: [expert.userId] },
    data: { offerId: id, consultId: consult.id, urgency: consult.urgency, signs: consult.signs },
  });
  return id;
}

/** R12: red on the board, and a task for whoever assigns. */
async function toBoard(tx: Tx, consult: ConsultRow): Promise<void> {
  await patchConsult(tx, consult.id, { status: 'waiting', onBoard: true });
  await closeTask(tx, consultEntity, consult.id);
  await openTask(tx, {
    taskType: 'handle',
    taskName: { key: 'cure.consult.taskAssign', args: { docNo: consult.docNo, signs: consult.signs } },
    priority: '1',
    entity: consultEntity,
    entityId: consult.id,
    linkPath: '/cure/consult/dispatch',
    permission: 'cure:consult:assign',
    regionCode: consult.regionCode,
    principalId: consult.centreId,
  });
}

/** R9, R11 to R13: the next to be asked; answers their name, or null where it waits. */
export async function dispatch(tx: Tx, consultId: number): Promise<string | null> {
  const consult = await consultOf(tx, consultId, true);
  if (consult?.status !== 'waiting') return null;
  const { need, people, isNight } = await gather(tx, consult);
  const [gone] = await tx.query<{ n: number }>(
    `select count(*)::int as n from cure.consult_offer where consult_id = $1 and kind = 'duty'
      and status in ('declined', 'lapsed')`,
    [consultId],
  );
  // R13: a normal one waits for the morning.
  if (isNight && consult.urgency === 'normal') {
    await setDue(tx, dispatchAt, String(consultId), nextMorning(new Date()));
    return null;
  }
  const found = (gone?.n ?? 0) >= 3 ? null : best(rank(need, people, isNight));
  const person = found && people.find((one) => one.expertId === found.expertId);
  if (!found || !person) {
    await toBoard(tx, consult);
    return null;
  }
  await offerTo(tx, consult, person, found, 'duty');
  return person.name;
}

/** R15: declined or lapsed, the next is asked. */
export async function nextAfter(tx: Tx, consultId: number): Promise<void> {
  await patchConsult(tx, consultId, { status: 'waiting' });
  await dispatch(tx, consultId);
  await tellTalk(tx, consultId, 'state');
}

/** R87: the open consults of somebody who is suspended. */
export async function sendBack(tx: Tx, expertId: number): Promise<void> {
  const rows = await tx.query<{ id: number }>(
    `select c.id from cure.consult c where c.tenant_no = kit.tenant() and c.expert_id = $1
      and c.status in ('inProgress', 'needInfo')
     union select o.consult_id from cure.consult_offer o where o.tenant_no = kit.tenant() and o.expert_id = $1
       and o.status = 'open' order by 1`,
    [expertId],
  );
  for (const { id } of rows) {
    await withdrawOffers(tx, id);
    await patchConsult(tx, id, { status: 'waiting', expertId: null });
    await dispatch(tx, id);
  }
}

/** Tells the holder's side and who asked. */
export async function tellHolder(
  tx: Tx,
  consult: ConsultRow,
  step: string,
  args: Record<string, string> = {},
): Promise<void> {
  const users = await tx.query<{ id: number }>(
    `select id from cure.user_seen where tenant_no = kit.tenant() and status = 'active' and (principal_id = $1
      or id = $2) order by id limit 20`,
    [consult.principalId, consult.askerId],
  );
  if (users.length === 0) return;
  await notify(tx, {
    userIds: users.map((one) => one.id),
    type: 'notice',
    title: { key: `cure.consult.notice.${step}`, args: { docNo: consult.docNo, ...args } },
    content: '',
    linkPath: casePath(consult.id),
    farmId: consult.principalId,
  });
}

/** Six in the morning in China, when the first shift begins. */
export const nextMorning = (now: Date): Date => {
  const china = new Date(now.getTime() + 8 * 3_600_000);
  const six = Date.UTC(china.getUTCFullYear(), china.getUTCMonth(), china.getUTCDate(), 6) - 8 * 3_600_000;
  return new Date(six > now.getTime() ? six : six + 86_400_000);
};

export function registerOfferClock(): void {
  registerDue(dispatchAt, async (tx, { ref }) => {
    await dispatch(tx, Number(ref));
  });
  registerDue(offerEnds, async (tx, { ref }) => {
    const ended = await endOffer(tx, Number(ref), 'lapsed');
    // An invitation beside the one in charge runs out by itself.
    if (!ended || ended.kind === 'coConsult') return;
    const consult = await consultOf(tx, ended.consultId, true);
    if (consult?.status !== 'offered') return;
    await inTenant(tx, tx.scope.tenantNo, 'offerEnds', async (all) => {
      await sayIn(all, consult.id, { kind: 'system', body: 'lapsed' });
      await nextAfter(all, consult.id);
    });
  });
}
