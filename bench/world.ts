import { Client } from 'pg';
import { type DatabaseSettings, superuserLogin } from '#db/settings.ts';
import { hashToken, newToken } from '#kit/server/auth/token.ts';
import { loadWorld } from '../demo/world.ts';

export async function superuser(settings: DatabaseSettings, database = settings.database): Promise<Client> {
  const client = new Client(superuserLogin(settings, database));
  await client.connect();
  return client;
}

/** The small demo world with as many households more as asked for, over all villages of Tongliao; kept for the next run. */
export async function openBenchWorld(
  settings: DatabaseSettings,
  rows: number,
  fresh: boolean,
  say: (line: string) => void,
): Promise<Client> {
  const there = fresh ? null : await householdsIn(settings);
  if (there === rows) return superuser(settings);
  say(`making ${settings.database} with ${rows} principals`);
  const today = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10);
  // A world without any is a copy of the demo: they alone are missing.
  if (there !== 0) await loadWorld(settings, { size: 'small', today, seed: 1505 });
  const db = await superuser(settings);
  await addHouseholds(db, rows);
  return db;
}

/** Households over all villages of Tongliao, as many as asked for. */
export async function addHouseholds(db: Client, rows: number): Promise<void> {
  // A tenth is of other kinds and states, as in the field; every value differs that differs there.
  await db.query(
    `insert into registry.principal (tenant_no, region_code, principal_unit_name, name_pinyin, principal_unit_type, principal_level, address,
       longitude, latitude, contact_name, credit_code, species_kept, scale, status, contact_phone_enc, contact_phone_hash, contact_phone_mask)
     select 1505, v.codes[1 + (n::bigint * 7919) % v.villages], '养殖户' || n, 'yangzhihu' || n || ' yzh' || n,
       case when n % 40 = 0 then 'farm' when n % 90 = 0 then 'cooperative' else 'household' end, 5, '嘎查' || n || '号',
       119 + (n % 5000) / 1000.0, 42 + (n % 3500) / 1000.0, '户主' || n,
       case when n % 40 = 0 then '9115' || lpad(n::text, 14, '0') end, array['cattle'],
       case n % 3 when 0 then 'small' when 1 then 'medium' else 'retail' end,
       case when n % 25 = 0 then 'pending' when n % 60 = 0 then 'suspended' else 'active' end,
       repeat('x', 60), md5(n::text), '138****' || lpad((n % 10000)::text, 4, '0')
     from generate_series(1, $1::int) n,
       (select array_agg(code order by code) as codes, count(*) as villages from platform.sys_region
        where level = 5 and status = 'active' and code >= 150500000000 and code < 150600000000) v`,
    [rows],
  );
  await db.query('vacuum (freeze, analyze) registry.principal');
}

/** Every household somewhere inside its own county, where it would be. */
export async function placeHouseholds(db: Client): Promise<void> {
  const { rows } = await db.query<{ n: number }>(
    "select count(*)::int as n from registry.principal where tenant_no = 1505 and principal_unit_name like '养殖户%' and remark = 'placed'",
  );
  if (rows[0]?.n) return;
  // A few thousand points per county, and a step of some hundred metres from one of them: drawing 300,000 inside real borders takes minutes.
  await db.query(
    `create temp table place as select (r.code / 1000000)::int as county, d.path[1] as at, st_x(d.geom) as x, st_y(d.geom) as y
     from platform.sys_region r, lateral st_dump(st_generatepoints(st_simplify(r.boundary, 0.01), 4000, 1505)) d
     where r.code >= 150500000000 and r.code < 150600000000 and r.level = 3 and r.boundary is not null`,
  );
  await db.query('create index on place (county, at)');
  await db.query('analyze place');
  await db.query(
    `update registry.principal p set longitude = l.x + (random() - 0.5) / 100, latitude = l.y + (random() - 0.5) / 100, remark = 'placed'
     from place l where l.county = p.county and l.at = 1 + p.id % 4000 and p.tenant_no = 1505 and p.principal_unit_name like '养殖户%'`,
  );
  await db.query('vacuum (analyze) registry.principal');
}

/** Those of the bench; null where there is no world. */
async function householdsIn(settings: DatabaseSettings): Promise<number | null> {
  try {
    const db = await superuser(settings);
    const { rows } = await db.query<{ n: number }>(
      "select count(*)::int as n from registry.principal where tenant_no = 1505 and principal_unit_name like '养殖户%'",
    );
    await db.end();
    return rows[0]?.n ?? null;
  } catch {
    return null;
  }
}

/** A session without a login: the bench measures requests, not doors. */
export async function tokenOf(db: Client, username: string): Promise<string> {
  const token = newToken();
  await db.query(
    `select platform.door_open(id, $2, 'all', 'web', false, '127.0.0.1', '', 36000, 86400, 1000) from platform.sys_user where username = $1`,
    [username, hashToken(token)],
  );
  return token;
}
