import type { Tx } from '#kit/server/db/database.ts';
import type { Random } from './random.ts';

const products = ['西门塔尔育肥牛', '科尔沁肉牛', '优质犊牛', '肉羊', '冷鲜牛肉', '种公牛冻精'];

/** What enterprises say of themselves, who belongs to which cooperative, and how a few units chose to work. */
export async function saveEnterprises(tx: Tx, today: string, random: Random): Promise<void> {
  const { tenantNo } = tx.scope;
  const units = await tx.query<{ id: number; name: string; type: string }>(
    `select id, principal_unit_name as name, principal_unit_type as type from registry.principal
     where principal_unit_type not in ('household', 'authority', 'preventionStation') and status = 'active' order by id`,
  );
  const profiles = units
    .filter((_, at) => at % 6 !== 5)
    .map((unit, at) => {
      const keeps = ['farm', 'cooperative', 'slaughterhouse', 'breedingStation'].includes(unit.type);
      const capacity = keeps ? random.int(2, 24) * 100 : null;
      return {
        principal_id: unit.id,
        introduction: `${unit.name}以${random.pick(products)}为主,实行统一防疫、统一饲喂、统一销售。`,
        main_products: random.pick(products),
        design_capacity: capacity,
        annual_output: capacity && Math.round(capacity * 0.6),
        staff_count: random.int(4, 60),
        land_area: random.int(20, 400),
        leading_grade: ['none', 'none', 'county', 'city', 'province', 'none', 'nation'][at % 7],
        website: at % 4 === 0 ? `https://example.com/e/${unit.id}` : null,
        video_url: at % 5 === 0 ? `https://example.com/v/${unit.id}` : null,
        public_phone: `0475-8${String(200_000 + at * 37).slice(0, 6)}`,
      };
    });
  await tx.query(
    `insert into registry.enterprise_profile (tenant_no, principal_id, introduction, main_products, design_capacity, annual_output, staff_count, land_area,
       leading_grade, website, video_url, public_phone)
     select $1, principal_id, introduction, main_products, design_capacity, annual_output, staff_count, land_area, leading_grade, website, video_url, public_phone
     from jsonb_to_recordset($2::jsonb) as r(principal_id bigint, introduction text, main_products text, design_capacity int, annual_output int, staff_count int,
       land_area numeric, leading_grade text, website text, video_url text, public_phone text)`,
    [tenantNo, JSON.stringify(profiles)],
  );
  await tx.query('update registry.principal set show_flag = (id % 3 <> 0) where id = any ($1)', [
    profiles.map((one) => one.principal_id),
  ]);
  await saveMembers(tx, today);
  await tx.query(
    `insert into registry.principal_config (tenant_no, principal_id, config_code, config_value)
     select $1, p.id, c.code, c.value from registry.principal p
     join (values (2, 'tag_due_days', 'cattle:60,sheep:30,goat:30'), (3, 'depot_in_review', '0')) c(level, code, value) on c.level = p.principal_level
     where p.principal_unit_type = 'authority' and (p.principal_level = 2 or p.region_code = 150521000000)`,
    [tenantNo],
  );
}

/** Households of a cooperative's town are its members, at most sixty of them. */
async function saveMembers(tx: Tx, today: string): Promise<void> {
  await tx.query(
    `insert into registry.principal_relation (tenant_no, region_code, from_id, to_id, kind, from_on)
     select $1, h.region_code, h.id, c.id, 'memberOf', $2::date - 400 from registry.principal c
     cross join lateral (select p.id, p.region_code from registry.principal p
       where p.principal_unit_type = 'household' and p.status = 'active' and p.county = c.county order by p.town <> c.town, p.id limit 15) h
     where c.principal_unit_type = 'cooperative' and c.status = 'active'`,
    [tx.scope.tenantNo, today],
  );
}
