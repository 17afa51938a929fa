import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { figure, tenant } from './fixtures.ts';

const village = 150521101200;

export const unitOf = (db: Client, username: string) =>
  figure(db, 'select principal_id from platform.sys_user where username = $1', [username]);

/** An issued policy of an insurer, of as many covers as it will be given. */
export async function policyOf(db: Client, insurerId: number, holderId: number, isImported = false): Promise<number> {
  const no = randomUUID().slice(0, 12);
  return figure(
    db,
    `with version as (
       select v.* from insurance.ins_product_version v join insurance.ins_product p on p.id = v.product_id
       where v.tenant_no = $1 and p.code = 'COW' and v.status = 'published' order by v.version_no desc limit 1
     ), list as (
       insert into insurance.ins_enrolment (tenant_no, region_code, doc_no, organiser_id, insurer_id, area_id, version_id,
         product_id, cover_code, months, cover_from, cover_to, status)
       select $1, $5, 'IE-D-' || $2, $3, $4, 1, v.id, v.product_id, 'death', 12, current_date - 99, current_date + 265,
         'issued' from version v returning *
     )
     insert into insurance.ins_policy (tenant_no, region_code, doc_no, enrolment_id, insurer_id, version_id, product_id,
       cover_code, organiser_id, months, cover_from, cover_to, head, sum_insured, premium, farmer_premium, split, kind,
       imported, status)
     select e.tenant_no, e.region_code, 'IP-D-' || $2, e.id, e.insurer_id, e.version_id, e.product_id, 'death',
       e.organiser_id, 12, e.cover_from, e.cover_to, 1, 1200000, 42000, 8400, '[]', 'individual', $6, 'effective'
     from list e returning id`,
    [tenant, no, holderId, insurerId, village, isImported],
  );
}

/** Covers that still lack their slot. */
export const coversSql = `with party as (
    insert into insurance.ins_policy_party (tenant_no, region_code, policy_id, insurer_id, principal_id, holder_name, cert_no,
      head, sum_insured, premium, farmer_premium)
    select p.tenant_no, p.region_code, p.id, p.insurer_id, $2::bigint, 'drill', 'C-' || p.id || '-' || $2::bigint, 1, 1, 1, 1
    from insurance.ins_policy p where p.id = $1
    on conflict (tenant_no, policy_id, principal_id) do update set head = excluded.head returning *
  )
  insert into insurance.ins_policy_animal (tenant_no, region_code, policy_id, party_id, insurer_id, principal_id, animal_id,
    ear_tag, species, stage, birth_date, product_id, cover_code, cover_from, cover_to, sum_insured, premium)
  select c.tenant_no, c.region_code, c.policy_id, c.id, c.insurer_id, c.principal_id, a.id, a.tag, 'cattle', 'cow',
    current_date - 900, p.product_id, 'death', p.cover_from, p.cover_to, 1200000, 42000
  from party c join insurance.ins_policy p on p.id = c.policy_id, unnest($3::bigint[], $4::text[]) a(id, tag)
  returning id`;
export const slotsSql = `insert into insurance.ins_cover_slot (tenant_no, region_code, insurer_id, animal_id, cover_code,
    period, policy_animal_id)
  select tenant_no, region_code, insurer_id, animal_id, cover_code, daterange(cover_from, cover_to, '[]'), id
  from insurance.ins_policy_animal where id = any ($1)`;
