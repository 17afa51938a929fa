import { randomUUID } from 'node:crypto';
import type { World } from '#apps/server/testing/world.ts';
import type { Animal, Holder } from './herd.ts';

/** An effective policy over these animals that began a hundred days ago, written as it stands when everybody has done their work. */
export async function cover(world: World, insurerId: number, holder: Holder, herd: readonly Animal[]): Promise<number> {
  const no = randomUUID().slice(0, 12);
  const [policy] = await world.sql<{ id: number }>(
    `with version as (
       select v.* from insurance.ins_product_version v join insurance.ins_product p on p.id = v.product_id
       where v.tenant_no = 1505 and p.code = 'COW' and v.status = 'published' order by v.version_no desc limit 1
     ), list as (
       insert into insurance.ins_enrolment (tenant_no, region_code, doc_no, organiser_id, insurer_id, area_id, version_id,
         product_id, cover_code, months, cover_from, cover_to, status)
       select 1505, $4, 'IE-T-' || $1, $3, $2, 1, v.id, v.product_id, 'death', 12, current_date - 100,
         current_date + 264, 'issued' from version v returning *
     )
     insert into insurance.ins_policy (tenant_no, region_code, doc_no, enrolment_id, insurer_id, version_id, product_id,
       cover_code, organiser_id, months, cover_from, cover_to, head, sum_insured, premium, farmer_premium, split, kind,
       status)
     select e.tenant_no, e.region_code, 'IP-T-' || $1, e.id, e.insurer_id, e.version_id, e.product_id, 'death',
       e.organiser_id, 12, e.cover_from, e.cover_to, $5::int, 1200000 * $5::bigint, 42000 * $5::bigint,
       8400 * $5::bigint, '[]', 'individual', 'effective'
     from list e returning id::int as id`,
    [no, insurerId, holder.id, holder.village, herd.length],
  );
  await world.sql(
    `with party as (
       insert into insurance.ins_policy_party (tenant_no, region_code, policy_id, insurer_id, principal_id, holder_name,
         cert_no, head, sum_insured, premium, farmer_premium)
       select p.tenant_no, p.region_code, p.id, p.insurer_id, $2::bigint, $3, 'CT-' || p.id, p.head, p.sum_insured,
         p.premium, p.farmer_premium from insurance.ins_policy p where p.id = $1 returning *
     ), covered as (
       insert into insurance.ins_policy_animal (tenant_no, region_code, policy_id, party_id, insurer_id, principal_id,
         animal_id, ear_tag, species, stage, birth_date, product_id, cover_code, cover_from, cover_to, sum_insured,
         premium, status)
       select c.tenant_no, c.region_code, c.policy_id, c.id, c.insurer_id, c.principal_id, a.id, a.tag, 'cattle', 'cow',
         current_date - 1500, p.product_id, 'death', p.cover_from, p.cover_to, 1200000, 42000, 'live'
       from party c join insurance.ins_policy p on p.id = c.policy_id, unnest($4::bigint[], $5::text[]) a(id, tag)
       returning *
     )
     insert into insurance.ins_cover_slot (tenant_no, region_code, insurer_id, animal_id, cover_code, period,
       policy_animal_id)
     select tenant_no, region_code, insurer_id, animal_id, cover_code, daterange(cover_from, cover_to, '[]'), id
     from covered`,
    [policy?.id, holder.id, holder.name, herd.map((one) => one.id), herd.map((one) => one.earTag)],
  );
  return policy?.id ?? 0;
}
