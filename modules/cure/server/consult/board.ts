import { refusal } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { assignConsult, BoardCard, candidatesOf, dispatchBoard } from '#modules/cure/contract/consult/case.ts';
import { present, regionName } from '#modules/platform/server/index.ts';
import { seen } from './case.ts';
import { consultOf, patchConsult } from './consult.ts';
import { tellTalk } from './consult-message.ts';
import { rank } from './dispatch.ts';
import { gather, offerTo } from './offer-round.ts';

const hereNow = (call: Pick<Call, 'database' | 'actor'>, userIds: readonly number[]) =>
  present(call.database, call.actor.tenantNo, { userIds, from: new Date(Date.now() - 60_000), to: new Date() });

export async function candidates(call: Call<typeof candidatesOf>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const consult = await seen(tx, call.query.consultId);
    const { need, people, isNight } = await inTenant(tx, call.actor.tenantNo, 'candidates', (all) =>
      gather(all, consult),
    );
    const here = await hereNow(
      call,
      people.map((one) => one.userId),
    );
    return rank(need, people, isNight).flatMap((scored) => {
      const one = people.find((row) => row.expertId === scored.expertId);
      if (!one) return [];
      const { name, title, unit, open, maxOpen } = one;
      return [
        {
          ...scored,
          name,
          title,
          unit,
          open,
          maxOpen,
          isOnDuty: one.dutySpecies !== null,
          isHere: here.has(one.userId),
        },
      ];
    });
  });
}

/** By the leader, to a named expert. */
export async function assign(call: Call<typeof assignConsult>) {
  const { consultId, expertId } = call.body;
  await seen(call.tx, consultId);
  return inTenant(call.tx, call.actor.tenantNo, 'assign', async (all) => {
    const consult = await consultOf(all, consultId, true);
    if (!consult || !['waiting', 'offered', 'inProgress', 'needInfo'].includes(consult.status))
      throw refusal('talkOver', 'cure.refusal.talkOver');
    const { need, people } = await gather(all, consult);
    const expert = people.find((one) => one.expertId === expertId);
    const [scored] = rank(need, expert ? [expert] : []);
    if (!expert || !scored || expert.status !== 'active') throw refusal('noExpert', 'cure.refusal.noExpert');
    // R14 holds for whoever assigns.
    if (scored.whyNot === 'conflict') throw refusal('conflict', 'cure.refusal.conflict');
    if (consult.expertId) await patchConsult(all, consultId, { expertId: null });
    const offerId = await offerTo(all, consult, expert, scored, 'assigned', call.actor.userId);
    await tellTalk(all, consultId, 'state');
    call.answer.msg = call.say('ok.done');
    return { offerId };
  });
}

interface CardRow extends Omit<BoardCard, 'place' | 'isLate'> {
  readonly regionCode: number;
  readonly onBoard: boolean;
  readonly overdue: boolean;
}

/** R10: by urgency, then by time. */
export async function board(call: Call<typeof dispatchBoard>) {
  const [cards, people] = await call.database.read<
    [
      CardRow,
      {
        expertId: number;
        userId: number;
        name: string;
        title: string;
        unit: string;
        open: number;
        maxOpen: number;
        isOnDuty: boolean;
      },
    ]
  >(
    call.actor.scope,
    {
      text: `select c.id, c.doc_no as "docNo", c.urgency, c.region_code as "regionCode", c.species,
        c.head_ill as "headIll", c.signs, c.wants,
          (extract(epoch from now() - c.created_at) / 60)::int as minutes, coalesce(e.name, oe.name) as expert,
            o.answer_by as "answerBy",
          (select count(*)::int from cure.consult_offer x where x.consult_id = c.id) as offers, c.status,
            c.on_board as "onBoard",
          (c.status in ('inProgress', 'needInfo') and c.answer_due < now()) as overdue
        from cure.consult c left join cure.expert e on e.id = c.expert_id
          left join cure.consult_offer o on o.consult_id = c.id and o.status = 'open'
            and o.kind in ('duty', 'assigned')
            left join cure.expert oe on oe.id = o.expert_id
        where c.tenant_no = kit.tenant() and c.status in ('waiting', 'offered', 'inProgress', 'needInfo')
        order by array_position(array['critical', 'urgent', 'normal'], c.urgency), c.created_at limit 300`,
      values: [],
    },
    {
      text: `select e.id as "expertId", e.user_id as "userId", e.name, e.title,
        registry.principal_name(e.unit_id) as unit, e.max_open as "maxOpen",
          (select count(*)::int from cure.consult c where c.tenant_no = e.tenant_no and c.expert_id = e.id
            and c.status in ('inProgress', 'needInfo')) as open,
          exists (select 1 from cure.duty_slot d where d.tenant_no = e.tenant_no and d.expert_id = e.id
            and d.status in ('planned', 'done')
            and d.duty_on = (now() at time zone 'Asia/Shanghai')::date and d.shift = case
              when extract(hour from now() at time zone 'Asia/Shanghai') < 12 then 'early' when extract(hour
                from now() at time zone 'Asia/Shanghai') < 18 then 'day'
              when extract(hour from now() at time zone 'Asia/Shanghai') < 22 then 'evening'
                else 'night' end) as "isOnDuty"
        from cure.expert e where e.tenant_no = kit.tenant() and e.status = 'active'
          and e.user_id is not null order by 8 desc, e.name limit 100`,
      values: [],
    },
  );
  const here = await hereNow(
    call,
    people.map((one) => one.userId),
  );
  const shown = cards.map(({ regionCode, onBoard, overdue, ...card }) => ({
    ...card,
    place: regionName(regionCode) ?? '',
    isLate: onBoard || overdue,
    overdue,
  }));
  const strip = ({ overdue: _, ...card }: (typeof shown)[number]): BoardCard => card;
  return {
    waiting: shown.filter((one) => one.status === 'waiting').map(strip),
    offered: shown.filter((one) => one.status === 'offered').map(strip),
    working: shown.filter((one) => ['inProgress', 'needInfo'].includes(one.status) && !one.overdue).map(strip),
    late: shown.filter((one) => one.overdue).map(strip),
    experts: people.map(({ userId, ...one }) => ({ ...one, isHere: here.has(userId) })),
  };
}
