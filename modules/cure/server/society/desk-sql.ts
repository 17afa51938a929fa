/** What waits for a society's people, under their own sight: other societies' applications and bills are simply not there. */
export const deskSql = `select
  (select count(*) from cure.member_application where status = 'submitted')::int as "toCheck",
  (select count(*) from cure.member_application where status = 'checked')::int as "toApprove",
  (select count(*) from cure.member_fee where status = 'open')::int as "toEnter",
  (select count(*) from cure.member_fee where status = 'entered')::int as "toConfirm",
  (select count(*) from cure.member_fee where status = 'open' and due_on < current_date)::int as "lateFees",
  (select count(*) from cure.society_member where status = 'grace')::int as "inGrace",
  (select count(*) from cure.society_member where status = 'active'
    and valid_to between current_date and current_date + 60)::int as "endingMembers",
  (select count(*) from cure.expert_application where status in ('submitted', 'checked'))::int as "expertsToCheck",
  (select count(*) from cure.article_revision where status = 'submitted')::int as revisions,
  (select coalesce(sum(greatest(p.seats - (select count(*) from cure.society_person s where s.post_id = p.id
      and s.status = 'serving'), 0)), 0) from cure.society_post p where p.society_id = any ($1))::int as "vacantSeats",
  (select count(*) from cure.society_person where society_id = any ($1) and status = 'serving'
    and term_to < current_date + 90)::int as "endingTerms",
  (select count(*) from cure.entrust_contract where disputed and society_id = any ($1))::int as disputes,
  (select count(*) from cure.entrust_contract where status = 'running' and society_id = any ($1)
    and coalesce(last_log_on, started_on) + report_every_days < current_date)::int as "lateLogs",
  (select count(*) from cure.society_member where status in ('active', 'grace'))::int as members,
  coalesce((select sum(amount) from cure.member_fee
    where due_on >= date_trunc('year', current_date)), 0)::bigint as "dueCents",
  coalesce((select sum(amount) from cure.member_fee where status = 'confirmed'
    and due_on >= date_trunc('year', current_date)), 0)::bigint as "receivedCents"`;

export const oldestSql = `select id, doc_no as "docNo", applicant_name as name, kind, status,
    (current_date - created_at::date) as days
  from cure.member_application where status in ('submitted', 'checked') order by created_at, id limit 6`;
