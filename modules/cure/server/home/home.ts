import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { type CareCounts, type CareHome, careHome } from '#modules/cure/contract/home/home.ts';

const isOpen = `status in ('waiting', 'offered', 'inProgress', 'needInfo')`;

/** As the list says it. */
const late = `(status in ('waiting', 'offered') and on_board)
  or (status in ('inProgress', 'needInfo') and answer_due < now())`;

const countsSql = `select
  (select count(*) from cure.consult where status in ('waiting', 'offered'))::int as waiting,
  (select count(*) from cure.consult where status in ('inProgress', 'needInfo'))::int as open,
  (select count(*) from cure.consult where ${late})::int as late,
  (select count(*) from cure.consult_offer where status = 'open')::int as offers,
  (select count(*) from cure.follow_up where status = 'due')::int as "followUps",
  (select count(*) from cure.suspect_report where status = 'sent')::int as suspects,
  (select count(*) from cure.prescription where status in ('issued', 'running'))::int as sheets,
  (select count(*) from cure.animal_withdrawal where status = 'open')::int as blocked,
  (select count(*) from cure.animal_withdrawal where status = 'open'
    and meat_until between $1::date and $1::date + 1)::int as ending,
  (select count(*) from cure.withdrawal_block where on_date >= date_trunc('month', $1::date))::int as tries,
  (select count(*) from cure.practitioner where status = 'active' and not prescriber)::int as "notEntitled"`;

const consultsSql = `select c.id, c.doc_no as "docNo", c.urgency, registry.principal_name(c.principal_id) as holder,
    c.signs, c.status, c.last_at as "lastAt", coalesce((${late}), false) as "isLate",
    (select m.body from cure.consult_message m where m.consult_id = c.id and m.kind = 'text' and m.recalled_at is null
      order by m.seq desc limit 1) as said
  from cure.consult c where c.${isOpen}
  order by array_position(array['critical', 'urgent', 'normal'], c.urgency), c.answer_due nulls last, c.id limit 6`;

const withdrawalsSql = `select id, ear_tag as "earTag", registry.principal_name(principal_id) as holder,
    medicine_names as medicines, to_char(meat_until, 'YYYY-MM-DD') as until
  from cure.animal_withdrawal where status = 'open' and meat_until >= $1 order by meat_until, id limit 6`;

const answersSql = `select count(*)::int as asked,
    round(percentile_cont(0.5) within group (order by extract(epoch from first_reply_at - created_at) / 60))::int
      as "medianMinutes",
    round(100.0 * count(*) filter (where answered_at <= answer_due)
      / nullif(count(*) filter (where answered_at is not null or answer_due < now()), 0))::int as "inTime"
  from cure.consult where created_at > now() - interval '30 days' and status <> 'cancelled'`;

const monthsSql = `select to_char(m, 'YYYY-MM') as month,
    coalesce(sum(l.active_mg) filter (where d.antimicrobial <> 'none'), 0)::float8 / 1000 as grams,
    count(distinct t.id)::int as treatments
  from generate_series(date_trunc('month', $1::date) - interval '11 months', date_trunc('month', $1::date),
      interval '1 month') m
    left join cure.treatment t on t.tenant_no = kit.tenant() and t.status = 'done' and t.treated_on >= m
      and t.treated_on < m + interval '1 month'
    left join cure.treatment_line l on l.treatment_id = t.id left join cure.medicine d on d.id = l.medicine_id
  group by m order by m`;

async function home(call: Call<typeof careHome>): Promise<CareHome> {
  const on = today();
  const [counts, consults, withdrawals, answers] = await call.database.read<
    [CareCounts, CareHome['consults'][number], CareHome['withdrawals'][number], CareHome['answers']]
  >(
    call.actor.scope,
    { text: countsSql, values: [on] },
    { text: consultsSql, values: [] },
    { text: withdrawalsSql, values: [on] },
    { text: answersSql, values: [] },
  );
  const months = call.actor.actions.has('cure:stat:view')
    ? (await call.database.read<[CareHome['months'][number]]>(call.actor.scope, { text: monthsSql, values: [on] }))[0]
    : [];
  return {
    counts: counts[0] as CareCounts,
    consults,
    withdrawals,
    answers: answers[0] as CareHome['answers'],
    months,
  };
}

export const homeRoutes = (): Route[] => [serve('cure', careHome, home)];
