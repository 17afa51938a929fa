import type { Place } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { tenant, unique } from './fixtures.ts';

export const one = async <T extends object>(world: World, text: string, values: unknown[] = []): Promise<T> =>
  (await world.sql<T>(text, values))[0] as T;
export const id = async (world: World, text: string, values: unknown[] = []) =>
  (await one<{ id: number }>(world, text, values))?.id;
export const letters = () =>
  Array.from({ length: 6 }, () => String.fromCharCode(65 + Math.floor(Math.random() * 26))).join('');
export const phone = () => `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

export const societyId = (world: World) =>
  id(world, 'select id::int as id from cure.society where tenant_no = $1 order by id limit 1', [tenant]);
export const orgId = (world: World) =>
  id(
    world,
    `select id::int as id from cure.society_org where tenant_no = $1 and kind = 'committee' order by id limit 1`,
    [tenant],
  );
export const postId = async (world: World) =>
  id(
    world,
    `insert into cure.society_post (tenant_no, society_id, org_id, name_zh, name_en, seats) values ($1, $2, $3, $4, 'Try', 400)
     returning id::int as id`,
    [tenant, await societyId(world), await orgId(world), `试${unique()}`],
  );

/** A society of another tenant, of the unit a test has there. */
export async function societyAt(world: World, place: Place): Promise<number> {
  await world.sql(`update registry.principal set principal_unit_type = 'association' where id = $1`, [
    place.principalId,
  ]);
  const found = await id(world, 'select id::int as id from cure.society where tenant_no = $1 and principal_id = $2', [
    place.tenantNo,
    place.principalId,
  ]);
  return (
    found ??
    (await id(
      world,
      `insert into cure.society (tenant_no, principal_id, name, code, register_no, legal_person)
       values ($1, $2, '试', $3, 'R', 'L') returning id::int as id`,
      [place.tenantNo, place.principalId, letters()],
    ))
  );
}
export const orgAt = async (world: World, place: Place) =>
  id(
    world,
    `insert into cure.society_org (tenant_no, society_id, name, kind) values ($1, $2, $3, 'branch') returning id::int as id`,
    [place.tenantNo, await societyAt(world, place), `试${unique()}`],
  );
export const postAt = async (world: World, place: Place) =>
  id(
    world,
    `insert into cure.society_post (tenant_no, society_id, org_id, name_zh, name_en, seats) values ($1, $2, $3, $4, 'Try', 400)
     returning id::int as id`,
    [place.tenantNo, await societyAt(world, place), await orgAt(world, place), `试${unique()}`],
  );
export const levelAt = async (world: World, place: Place) =>
  id(
    world,
    `insert into cure.member_level (tenant_no, society_id, code, name_zh, name_en, member_kind, year_fee)
     values ($1, $2, $3, '试', 'Try', 'unit', 100) returning id::int as id`,
    [place.tenantNo, await societyAt(world, place), unique()],
  );
export const noticeTypeAt = (world: World, tenantNo: number) =>
  id(
    world,
    `insert into cure.cure_notice_type (tenant_no, code, name_zh, name_en) values ($1, $2, '试', 'Try') returning id::int as id`,
    [tenantNo, unique()],
  );
export const stageAt = (world: World, tenantNo: number) =>
  id(
    world,
    `insert into cure.breeding_stage (tenant_no, code, name_zh, name_en, species, status)
     values ($1, $2, '试', 'Try', 'cattle', 'published') returning id::int as id`,
    [tenantNo, unique()],
  );

/** A member who owes nothing. */
export const makeMember = (world: World) =>
  one<{ id: number; version: number }>(
    world,
    `insert into cure.society_member (tenant_no, society_id, unit_id, member_kind, member_no, member_name, level_id, joined_on, valid_to)
     select s.tenant_no, s.id, s.principal_id, 'person', $2, '试会员', (select id from cure.member_level l where l.society_id = s.id
       and l.member_kind = 'person' order by id limit 1), current_date, current_date + 300
     from cure.society s where s.tenant_no = $1 order by s.id limit 1 returning id::int as id, version`,
    [tenant, unique()],
  );
export const makeFee = (world: World, status = 'open') =>
  one<{ id: number; version: number }>(
    world,
    `insert into cure.member_fee (tenant_no, society_id, unit_id, doc_no, member_id, member_name, level_id, kind, period_from,
       period_to, amount, due_on, status, enterer_id)
     select m.tenant_no, m.society_id, m.unit_id, $2, m.id, m.member_name, m.level_id, 'renew', m.valid_to + 1, m.valid_to + 365, 10000,
       current_date + 20, $3, (select id from platform.sys_user where username = 'soc2')
     from cure.society_member m where m.tenant_no = $1 and m.status = 'active' order by m.id limit 1
     returning id::int as id, version`,
    [tenant, `CFT${unique()}`, status],
  );
export const makeRevision = (world: World) =>
  one<{ id: number; version: number }>(
    world,
    `with made as (insert into cure.knowledge_article (tenant_no, title, category, content, author_id, status)
       values ($1, $2, 'disease', '<p>试</p>', (select id from platform.sys_user where username = 'expert1'), 'submitted') returning *)
     insert into cure.article_revision (tenant_no, article_id, no, title, category, content, author_id, submitted_at, status)
     select tenant_no, id, 1, title, category, content, author_id, now(), 'submitted' from made returning id::int as id, version`,
    [tenant, `试写文章${unique()}`],
  );
export const owner = 'farm1';
export const makeContract = async (world: World, status = 'draft', place?: Place) =>
  place ? contractIn(world, status, place) : contractHere(world, status);

/** Of a tenant that has neither type nor society yet. */
const contractIn = (world: World, status: string, { tenantNo, principalId }: Place) =>
  one<{ id: number; version: number }>(
    world,
    `with y as (insert into cure.entrust_type (tenant_no, code, name_zh, name_en, mode, fee_modes, report_every_days)
       values ($1, $2, '试验托管', 'Trial', 'careOnly', '{package}', 7) returning id),
       o as (insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, name_pinyin,
         principal_level, parent_id, contact_name, status)
         select $1, region_code, '试验户主', 'farm', 'shiyanhuzhu', principal_level, id, '试验', 'active' from registry.principal where id = $4 returning id)
     insert into cure.entrust_contract (tenant_no, region_code, principal_id, host_id, doc_no, type_id, mode, species, from_on, to_on,
       fee_mode, free_loss_pct, host_share_pct, report_every_days, started_on, status)
     select $1, p.region_code, o.id, p.id, $2, y.id, 'careOnly', 'cattle', current_date - 60, current_date + 100, 'package', 0, 0, 7,
       current_date - 60, $3 from y, o, registry.principal p where p.id = $4 returning id::int as id, version`,
    [tenantNo, `CET${unique()}`, status, principalId],
  );
const contractHere = (world: World, status: string) =>
  one<{ id: number; version: number }>(
    world,
    `insert into cure.entrust_contract (tenant_no, region_code, principal_id, host_id, society_unit_id, society_id, doc_no, type_id, mode,
       species, from_on, to_on, fee_mode, free_loss_pct, host_share_pct, report_every_days, started_on, status)
     select p.tenant_no, p.region_code, p.id, h.principal_id, s.principal_id, s.id, $2, y.id, 'careOnly', 'cattle', current_date - 60,
       current_date + 100, 'package', 0, 0, 7, current_date - 60, $3
     from platform.sys_user u join registry.principal p on p.id = u.principal_id, platform.sys_user w join cure.enterprise_host h
       on h.principal_id = w.principal_id, cure.society s, cure.entrust_type y
     where u.username = $4 and w.username = 'host1' and s.tenant_no = $1 and y.tenant_no = $1 and y.code = 'care' limit 1
     returning id::int as id, version`,
    [tenant, `CET${unique()}`, status, owner],
  );
export const makeBill = async (world: World) => {
  const { id: contractId } = await makeContract(world, 'running');
  return one<{ id: number; version: number }>(
    world,
    `insert into cure.entrust_bill (tenant_no, principal_id, host_id, society_unit_id, contract_id, doc_no, period_from, period_to,
       fee_mode, formula, fee, payable)
     select c.tenant_no, c.principal_id, c.host_id, c.society_unit_id, c.id, $2, current_date - 40, current_date - 10, c.fee_mode, '1', 100,
       100 from cure.entrust_contract c where c.id = $1 returning id::int as id, version`,
    [contractId, `CBT${unique()}`],
  );
};

export const level = async (world: World, kind = 'unit') =>
  id(
    world,
    `select id::int as id from cure.member_level where tenant_no = $1 and member_kind = $2 order by id limit 1`,
    [tenant, kind],
  );
