import type { Route } from '#kit/server/http/call.ts';
import { serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insPolicy, insPolicyExpiry } from '#modules/insurance/contract/policy/policy.ts';
import { issuePolicy } from '#modules/insurance/contract/policy/policy-calls.ts';
import { issue } from './ins-policy.issue.ts';

const day = `(now() at time zone 'Asia/Shanghai')::date`;
const common = {
  insurer: 'registry.principal_name(t.insurer_id)',
  liveHead: `(select count(*)::int from insurance.ins_policy_animal a where a.tenant_no = t.tenant_no
    and a.policy_id = t.id and a.status in ('live', 'transferPending'))`,
  daysLeft: `case when t.status = 'effective' then t.cover_to - ${day} end`,
  clerk: '(select u.nickname from platform.user_view u where u.tenant_no = t.tenant_no and u.id = t.clerk_user_id)',
};
/** A list made for the next period, and what became of it. */
const renewal = `(case when t.renewed_by_id is not null then 'renewed'
  when exists (select 1 from insurance.ins_enrolment e where e.tenant_no = t.tenant_no and e.renewal_of_id = t.id
    and e.status not in ('cancelled', 'lapsed')) then 'prepared'
  when t.no_renewal_reason is not null then 'refused' else 'none' end)`;
const warning = `(case when t.cover_to < ${day} then 'lapsed' when t.cover_to - ${day} <= 3 then 'd3'
  when t.cover_to - ${day} <= 15 then 'd15' else 'd45' end)`;

export const policyRoutes = (): Route[] => [
  serve('insurance', issuePolicy, async (call) => {
    const { policyNo = null, ...body } = call.body;
    const issued = await issue(call.tx, { ...body, policyNo }, call.actor.nickname);
    call.answer.msg = call.say('ok.saved');
    return issued;
  }),
  ...serveResource(insPolicy)({
    expressions: {
      ...common,
      parties: `(select count(*)::int from insurance.ins_policy_party c where c.tenant_no = t.tenant_no
        and c.policy_id = t.id)`,
      lossRatio: 'round(100.0 * t.paid_claims / nullif(t.premium, 0), 1)::float8',
      isShared: 'cardinality(t.co_insurer_ids) > 0',
      issuedByName:
        '(select u.nickname from platform.user_view u where u.tenant_no = t.tenant_no and u.id = t.issued_by)',
    },
  }),
  ...serveResource(insPolicyExpiry)({
    table: 'insurance.ins_policy',
    expressions: { ...common, renewal, warning },
    listed: `((t.status = 'effective' and t.cover_to - ${day} <= 45)
      or (t.status = 'expired' and t.renewed_by_id is null and t.cover_to >= ${day} - 90))`,
  }),
];
