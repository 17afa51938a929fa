import { createHmac, randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { migrate } from '#db/migrate.ts';
import { loadReference } from '#db/reference.ts';
import type { DatabaseSettings } from '#db/settings.ts';
import { pinyinOf } from '#modules/registry/server/principal/principal.ts';
import { loadWorld } from '../../demo/world.ts';
import { superuser } from '../world.ts';
import { loadAnimals } from './animals.ts';

export interface RegistryWorld {
  readonly animals: number;
  readonly households: number;
  /** Whether every animal has its events; without them a world is there in a third of the time. */
  readonly lives?: boolean;
}

export interface Load extends RegistryWorld {
  readonly events: number;
  /** Of the households, pens, animals, tags, events and figures, with all indexes. */
  readonly loadSeconds: number;
  readonly bytes: number;
}

/** Where everything begins: ids are the first plus a serial, so that nothing has to be looked up while it is made. */
export interface Bases {
  readonly principal: number;
  readonly hovel: number;
  readonly pen: number;
  readonly entry: number;
  readonly animal: number;
}

const surnames = '王李张刘陈杨赵包白韩吴孟金何马高梁宝佟康';
const firsts = '建国海志文春桂永胜德玉秀金荣小晓天福明长巴图乌格那';
const seconds = '国山强华花芝胜军梅兰芳英明林生雅特日力音斯娜根苏木';

const idTables = { principal: 'principal', hovel: 'hovel', pen: 'pen', entry: 'animal_entry', animal: 'animal' };

async function basesOf(db: Client): Promise<Bases> {
  const parts = Object.entries(idTables).map(
    ([name, table]) => `(select coalesce(max(id), 0)::float8 from registry.${table}) as ${name}`,
  );
  const { rows } = await db.query<Bases>(`select ${parts.join(', ')}`);
  return rows[0] as Bases;
}

async function moveSequences(db: Client): Promise<void> {
  for (const table of Object.values(idTables))
    await db.query(
      `select setval(pg_get_serial_sequence('registry.${table}', 'id'), (select max(id) from registry.${table}))`,
    );
}

/** The small demo world and as many households and animals more as asked for, over all villages of Tongliao; kept for the next run. */
export async function openRegistryWorld(
  settings: DatabaseSettings,
  wanted: RegistryWorld,
  fresh: boolean,
  say: (line: string) => void,
): Promise<{ db: Client; load: Load }> {
  const kept = fresh ? null : await keptLoad(settings, wanted);
  if (kept) {
    // Loaded by an earlier state of the product: it is measured as it stands today.
    await migrate(settings, say);
    await loadReference(settings, say);
    return { db: await superuser(settings), load: kept };
  }
  say(`making ${settings.database}: ${wanted.households} households, ${wanted.animals} animals`);
  const today = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10);
  await loadWorld(settings, { size: 'small', today, seed: 1505 });
  const db = await superuser(settings);
  const started = performance.now();
  const said = (line: string) => say(`${((performance.now() - started) / 1000).toFixed(0)} s: ${line}`);
  await fillRegistry(db, wanted, today, said);
  const { rows } = await db.query<{ events: number; bytes: number }>(
    'select (select count(*)::float8 from registry.animal_event) as events, pg_database_size(current_database())::float8 as bytes',
  );
  const load: Load = {
    ...wanted,
    events: rows[0]?.events ?? 0,
    bytes: rows[0]?.bytes ?? 0,
    loadSeconds: Math.round((performance.now() - started) / 1000),
  };
  await db.query(`comment on database ${settings.database} is $json$${JSON.stringify(load)}$json$`);
  said(`${load.events} events, ${(load.bytes / 1e9).toFixed(1)} GB`);
  return { db, load };
}

/** Households and animals into a demo world that is there, as a role no policy applies to. */
export async function fillRegistry(
  db: Client,
  wanted: RegistryWorld,
  today: string,
  say: (line: string) => void = () => {},
): Promise<void> {
  await db.query('set synchronous_commit = off; set maintenance_work_mem = 1048576; set work_mem = 262144');
  const bases = await basesOf(db);
  await addHouseholds(db, wanted.households, bases);
  say('households with their names, hovels and pens');
  await giveSecrets(db);
  await loadAnimals(db, wanted, bases, today, say);
  await moveSequences(db);
}

async function keptLoad(settings: DatabaseSettings, wanted: RegistryWorld): Promise<Load | null> {
  try {
    const db = await superuser(settings);
    const { rows } = await db.query<{ load: Load | null }>(
      "select shobj_description(oid, 'pg_database')::jsonb as load from pg_database where datname = current_database()",
    );
    await db.end();
    const load = rows[0]?.load;
    return load && load.animals === wanted.animals && load.households === wanted.households ? load : null;
  } catch {
    return null;
  }
}

/** Households named as people are, 12,500 different names; each with one hovel and one pen. */
async function addHouseholds(db: Client, households: number, base: Bases): Promise<void> {
  const names = [...surnames].flatMap((a) => [...firsts].flatMap((b) => [...seconds].map((c) => `${a}${b}${c}`)));
  await db.query('create temp table names (n int primary key, name text, pinyin text)');
  await db.query(
    'insert into names select n - 1, name, pinyin from unnest($1::text[], $2::text[]) with ordinality u(name, pinyin, n)',
    [names, names.map(pinyinOf)],
  );
  await db.query(
    `create temp table villages as select row_number() over (order by code) - 1 as n, code, count(*) over () as villages from platform.sys_region
     where level = 5 and status = 'active' and code >= 150500000000 and code < 150600000000`,
  );
  await db.query('create index on villages (n); analyze villages; analyze names');
  await db.query(
    `create temp table households as
     select i as n, v.code as region, $2::bigint + i as principal, $3::bigint + i as hovel, $4::bigint + i as pen, $5::bigint + i as entry,
       case when i % 5 < 2 then 'cattle' when i % 5 < 4 then 'sheep' else 'goat' end as species
     from generate_series(1, $1::int) i cross join (select max(villages) as most from villages) m join villages v on v.n = (i::bigint * 7919) % m.most`,
    [households, base.principal, base.hovel, base.pen, base.entry],
  );
  await db.query('create unique index on households (n); analyze households');
  // What the triggers would do row by row is done below for all rows at once, the parts of names once for every name.
  await db.query('set session_replication_role = replica');
  await db.query(
    `insert into registry.principal (id, tenant_no, region_code, principal_unit_name, name_pinyin, principal_unit_type, principal_level, address, longitude, latitude,
       contact_name, species_kept, scale, source, status, contact_phone_enc, contact_phone_hash, contact_phone_mask, contact_id_card_hash)
     select h.principal, 1505, h.region, s.name, s.pinyin, 'household', 5, '嘎查' || h.n || '号', 119 + (h.n % 5000) / 1000.0, 42 + (h.n % 3500) / 1000.0,
       s.name, array[h.species], case h.n % 3 when 0 then 'small' when 1 then 'medium' else 'retail' end, 'import',
       case when h.n % 25 = 0 then 'pending' when h.n % 60 = 0 then 'suspended' else 'active' end,
       repeat('x', 60), md5(h.n::text), '138****' || lpad((h.n % 10000)::text, 4, '0'), md5('card' || h.n)
     from households h join names s on s.n = (h.n::bigint * 7307) % ${names.length} order by h.n`,
  );
  await db.query(
    `insert into registry.principal_gram (tenant_no, gram, county, principal_id)
     select 1505, g.gram, h.region / 1000000, h.principal
     from (select n, gram from names cross join lateral registry.grams_of(name, name, pinyin) gram) g join households h on (h.n::bigint * 7307) % ${names.length} = g.n
     order by 2, 3, 4`,
  );
  await db.query(
    `insert into registry.hovel (id, tenant_no, region_code, principal_id, hovel_no, name, kind, capacity)
     select hovel, 1505, region, principal, '1', '1号舍', 'closed', 50 from households order by n`,
  );
  await db.query(
    `insert into registry.pen (id, tenant_no, region_code, principal_id, hovel_id, pen_no, capacity)
     select pen, 1505, region, principal, hovel, '1', 50 from households order by n`,
  );
  await db.query(
    `insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
     select tenant_no, 'registry.unit', region_code, array['household'], '2000-01-01', count(*) from registry.principal
     where id >= $1 and status = 'active' group by 1, 3`,
    [base.principal],
  );
  await db.query('set session_replication_role = origin');
}

/** Secrets of events with the salts made from them: sealing twelve million events one by one in here would take the afternoon. */
async function giveSecrets(db: Client): Promise<void> {
  const pool = Array.from({ length: 1024 }, (_, n) => {
    const sealed = [1, 2, 3].map((at) => {
      const secret = randomBytes(32);
      const salt = (name: string) => createHmac('sha256', secret).update(name).digest().subarray(0, 16).toString('hex');
      return [
        [`s${at}`, secret.toString('hex')],
        ...(['pub', 'org', 'priv'] as const).map((name) => [`${name}${at}`, salt(name)]),
      ];
    });
    return Object.fromEntries([['n', n], ...sealed.flat()]);
  });
  const names = [1, 2, 3].flatMap((at) => [`s${at}`, `pub${at}`, `org${at}`, `priv${at}`]);
  await db.query(
    `create temp table secrets as select n, ${names.map((name) => `decode(${name}, 'hex') as ${name}`).join(', ')}
     from jsonb_to_recordset($$${JSON.stringify(pool)}$$::jsonb) p(n int, ${names.map((name) => `${name} text`).join(', ')})`,
  );
  await db.query('create unique index on secrets (n); analyze secrets');
}
