import type { Client } from 'pg';

const tenant = 1505;

/** Columns of a table that can be written, but for those that are given their own value. */
async function columnsOf(db: Client, table: string, given: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map((one) => one.name).filter((name) => !given.includes(name));
}
/** Rows like those there are, each with what is said of it; `from` follows the table, which is called `t`. */
async function copy(db: Client, table: string, own: Readonly<Record<string, string>>, from: string, values: unknown[]) {
  const names = await columnsOf(db, table, [...Object.keys(own), 'id']);
  await db.query(
    `insert into ${table} (${[...names, ...Object.keys(own)].join(', ')})
     select ${[...names.map((name) => `t.${name}`), ...Object.values(own)].join(', ')} from ${table} t ${from}`,
    values,
  );
}
const idOf = async (db: Client, text: string, values: unknown[] = []): Promise<number> =>
  Number((await db.query<{ id: string }>(text, values)).rows[0]?.id ?? 0);

interface Herd {
  readonly farmId: number;
  /** The farm whose animals, stages, cycles and feedings it gets like its own. */
  readonly like: number;
  readonly heads: number;
  readonly pens: number;
}

/** A herd as it stands after months of work: in pens, in stages, some pregnant, some told of, fed for thirty days. */
async function fillFarm(db: Client, { farmId, like, heads, pens }: Herd): Promise<void> {
  const hovels = Math.max(1, Math.ceil(pens / 10));
  await db.query(
    `with made as (
       insert into registry.hovel (tenant_no, region_code, principal_id, hovel_no, name, kind, capacity)
       select p.tenant_no, p.region_code, p.id, 'B' || h, '测' || h || '舍', 'fattening', 600
       from registry.principal p, generate_series(1, $2::int) h where p.id = $1 returning *)
     insert into registry.pen (tenant_no, region_code, principal_id, hovel_id, pen_no, capacity, current_count)
     select m.tenant_no, m.region_code, m.principal_id, m.id, 'P' || n, 60, $3::int / ($2::int * 10)
     from made m, generate_series(1, 10) n`,
    [farmId, hovels, heads],
  );
  const first = (await idOf(db, 'select max(id) as id from registry.animal')) + 1;
  await db.query('drop table if exists pg_temp.pairs');
  await db.query(
    `create temp table pairs as
     with herd as (select animal_id as old, row_number() over (order by animal_id) as at, count(*) over () as n
         from farm.farm_animal where principal_id = $1 and status = 'live'),
       room as (select id, hovel_id, row_number() over (order by id) as at, count(*) over () as n
         from registry.pen where principal_id = $2)
     select $3::bigint + k as id, h.old, r.id as pen, r.hovel_id as hovel
     from generate_series(0, $4::int - 1) k join herd h on h.at = 1 + k % h.n join room r on r.at = 1 + k % r.n`,
    [like, farmId, first, heads],
  );
  const unit = {
    principal_id: String(farmId),
    region_code: `(select region_code from registry.principal where id = ${farmId})`,
  };
  await copy(
    db,
    'registry.animal',
    {
      ...unit,
      owner_id: String(farmId),
      party_ids: `'{}'`,
      animal_uid: 'gen_random_uuid()',
      ear_tag: `'315' || lpad(x.id::text, 12, '0')`,
      electronic_tag: 'null',
      pen_id: 'x.pen',
      hovel_id: 'x.hovel',
      pending_change_id: 'null',
    },
    `join pairs x on x.old = t.id`,
    [],
  );
  await db.query(
    `update pairs x set id = a.id from registry.animal a where a.ear_tag = '315' || lpad(x.id::text, 12, '0')`,
  );
  await copy(
    db,
    'farm.farm_animal',
    { ...unit, animal_id: 'x.id', farm_no: 'null', group_id: 'null' },
    `join pairs x on x.old = t.animal_id where t.principal_id = $1 and t.status = 'live'`,
    [like],
  );
  await copy(
    db,
    'breeding.breeding_cycle',
    { ...unit, animal_id: 'x.id' },
    'join pairs x on x.old = t.animal_id where t.is_live',
    [],
  );
  await copy(
    db,
    'platform.alarm',
    { ...unit, doc_no: `'B' || x.id || '-' || t.id`, dedup_key: `'bench' || x.id || t.id`, animal_id: 'x.id' },
    `join pairs x on x.old = t.animal_id where t.status <> 'closed'`,
    [],
  );
  await db.query(
    `insert into farm.farm_rollup_day (tenant_no, region_code, principal_id, pen_id, day, head, kg, fed_kg, left_kg,
       dm_kg, records)
     select p.tenant_no, p.region_code, p.principal_id, p.id, current_date - d, p.current_count, p.current_count * 380,
       p.current_count * 9.5, p.current_count * 0.3, p.current_count * 8, 2
     from registry.pen p, generate_series(0, 29) d where p.principal_id = $1 on conflict do nothing`,
    [farmId],
  );
}

/** Somebody like `farm1` at another unit. */
async function accountOf(db: Client, username: string, unitId: number): Promise<void> {
  await copy(
    db,
    'platform.sys_user',
    { username: `'${username}'`, principal_id: String(unitId), phone_hash: 'null' },
    `where t.username = 'farm1'`,
    [],
  );
  await db.query(
    `insert into platform.sys_user_role (tenant_no, user_id, role_id)
     select r.tenant_no, m.id, r.role_id from platform.sys_user m, platform.sys_user b
       join platform.sys_user_role r on r.user_id = b.id where m.username = $1 and b.username = 'farm1'`,
    [username],
  );
}

export interface Asked {
  /** Of the one large farm. */
  readonly heads: number;
  readonly farms: number;
  /** Of each farm of the company. */
  readonly each: number;
}

/** `farm1` with its large herd, and `bench_company` with its farms; the rows are right as they are made, so triggers rest. */
export async function fillFarms(db: Client, { heads, farms, each }: Asked, say: (line: string) => void): Promise<void> {
  const like = await idOf(db, `select principal_id as id from platform.sys_user where username = 'farm1'`);
  await db.query('set session_replication_role = replica; set synchronous_commit = off');
  const nameless = { credit_code: 'null', contact_phone_hash: 'null', contact_id_card_hash: 'null', farm_code: 'null' };
  await copy(
    db,
    'registry.principal',
    { ...nameless, principal_unit_name: `'测试养殖集团'`, parent_id: 'null', bank_account_no_hash: 'null' },
    'where t.id = $1',
    [like],
  );
  const company = await idOf(db, `select id from registry.principal where principal_unit_name = '测试养殖集团'`);
  // It keeps no animals itself.
  await db.query(`update registry.principal set principal_unit_type = 'enterprise' where id = $1`, [company]);
  await copy(
    db,
    'registry.principal',
    {
      ...nameless,
      principal_unit_name: `'测试分场' || n`,
      parent_id: String(company),
      bank_account_no_hash: 'null',
    },
    `, generate_series(1, ${farms}) n where t.id = $1`,
    [like],
  );
  await accountOf(db, 'bench_company', company);
  const { rows } = await db.query<{ id: string }>(
    `select id from registry.principal where tenant_no = $1 and parent_id = $2 order by id`,
    [tenant, company],
  );
  for (const { id } of rows) await fillFarm(db, { farmId: Number(id), like, heads: each, pens: Math.ceil(each / 50) });
  say(`${rows.length} farms of ${each}`);
  await fillFarm(db, { farmId: like, like, heads, pens: Math.ceil(heads / 50) });
  say(`farm1 with ${heads} more`);
  await db.query('set session_replication_role = origin');
  for (const table of [
    'registry.principal',
    'registry.animal',
    'registry.pen',
    'registry.hovel',
    'farm.farm_animal',
    'farm.farm_rollup_day',
    'breeding.breeding_cycle',
    'platform.alarm',
  ])
    await db.query(`vacuum (analyze) ${table}`);
}
