import type { Tx } from '#kit/server/db/database.ts';

/**
 * Sums of the lines, payer by payer (R4). R19: what went up since it was signed is to be signed anew; what went down stands.
 * `eligible` counts what could be insured: all that is listed and what was left out for a reason of the holder's.
 */
export const sumParties = (tx: Tx, enrolmentId: number) =>
  tx.query(
    `with lines as (
       select party_id, count(*) filter (where status <> 'dropped') as head, count(*) as all_heads,
         coalesce(sum(sum_insured) filter (where status <> 'dropped'), 0) as sum_insured,
         coalesce(sum(premium) filter (where status <> 'dropped'), 0) as premium,
         coalesce(sum(farmer_premium) filter (where status <> 'dropped'), 0) as farmer,
         coalesce(jsonb_agg(jsonb_build_object('earTag', ear_tag, 'reason', drop_reason) order by ear_tag)
           filter (where status = 'dropped'), '[]') as omitted
       from insurance.ins_enrolment_line where tenant_no = kit.tenant() and enrolment_id = $1 group by 1
     ), sums as (
       select l.party_id, x.n, x.part ->> 'payerCode' as code, x.part ->> 'level' as level,
         sum((x.part ->> 'cents')::bigint) as cents
       from insurance.ins_enrolment_line l, jsonb_array_elements(l.split) with ordinality x(part, n)
       where l.tenant_no = kit.tenant() and l.enrolment_id = $1 and l.status <> 'dropped' group by 1, 2, 3, 4
     ), splits as (
       select party_id,
         jsonb_agg(jsonb_build_object('payerCode', code, 'level', level, 'cents', cents) order by n) as parts
       from sums group by 1
     )
     update insurance.ins_enrolment_party p set head = l.head, eligible_head = l.all_heads,
       sum_insured = l.sum_insured, premium = l.premium, farmer_premium = l.farmer, omitted = l.omitted,
       split = coalesce(s.parts, '[]'), version = p.version + 1, updated_at = now(),
       status = case when p.status in ('signed', 'checked') and l.farmer > p.signed_premium then 'listed'
         else p.status end,
       signed_at = case when p.status in ('signed', 'checked') and l.farmer > p.signed_premium then null
         else p.signed_at end
     from lines l left join splits s on s.party_id = l.party_id
     where p.tenant_no = kit.tenant() and p.id = l.party_id and p.status <> 'dropped'`,
    [enrolmentId],
  );
