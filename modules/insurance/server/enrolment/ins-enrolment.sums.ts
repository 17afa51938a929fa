import type { Tx } from '#kit/server/db/database.ts';

export const sumEnrolment = (tx: Tx, enrolmentId: number) =>
  tx.query(
    `with kept as (
       select * from insurance.ins_enrolment_party
       where tenant_no = kit.tenant() and enrolment_id = $1 and status <> 'dropped'
     ), sums as (
       select x.n, x.part ->> 'payerCode' as code, x.part ->> 'level' as level,
         sum((x.part ->> 'cents')::bigint) as cents
       from kept k, jsonb_array_elements(k.split) with ordinality x(part, n) group by 1, 2, 3
     )
     update insurance.ins_enrolment e set parties = (select count(*) from kept),
       head = (select coalesce(sum(head), 0) from kept), sum_insured = (select coalesce(sum(sum_insured), 0) from kept),
       premium = (select coalesce(sum(premium), 0) from kept),
       farmer_premium = (select coalesce(sum(farmer_premium), 0) from kept),
       split = coalesce((select
         jsonb_agg(jsonb_build_object('payerCode', code, 'level', level, 'cents', cents) order by n)
         from sums), '[]'),
       version = e.version + 1, updated_at = now()
     where e.tenant_no = kit.tenant() and e.id = $1`,
    [enrolmentId],
  );
