import type { Client } from 'pg';
import type { Bases, RegistryWorld } from './world.ts';

const batch = 200_000;

/** The text that is sealed: RFC 8785, its names in order; see `canonical` of the registry's life-chain.ts. */
const parts = {
  pub: [
    `'{"county":' || county || ',"kind":"tagWorn","month":"' || to_char(worn_on, 'YYYY-MM') || '","s":{"tag":"' || ear_tag || '"},"seq":1}'`,
    `'{"county":' || county || ',"kind":"registered","month":"' || to_char(worn_on, 'YYYY-MM') || '","s":' || facts || ',"seq":2}'`,
    `'{"county":' || county || ',"kind":"immunised","month":"' || to_char(immunised_on, 'YYYY-MM') || '","s":{"vaccine":"fmdOA"},"seq":3}'`,
  ],
  priv: [
    [`worn_on`, `'{"tag":"' || ear_tag || '"}'`],
    [`worn_on`, `facts`],
    [`immunised_on`, `'{"vaccine":"fmdOA"}'`],
  ].map(
    ([on, summary]) =>
      `'{"actor":' || actor || ',"doc":"' || doc || '","on":"' || ${on} || '","principalId":' || principal || ',"region":' || region || ',"summary":' || ${summary} || '}'`,
  ),
};

const utf8 = (text: string) => `convert_to(${text}, 'UTF8')`;
const sealed = (at: number, previous: string) => {
  const digest = (name: string) => `sha256(k.${name}${at} || ${utf8(`t.${name}${name === 'org' ? '' : at}`)})`;
  return `sha256(${utf8("'lvx1'")} || ${previous} || ${digest('pub')} || ${digest('org')} || ${digest('priv')})`;
};

/** One batch of animals with the texts of their three events and the chain through them. `offset 0` keeps each step from being written out again in the next. */
const batchSql = `
  create temp table made as
  select t.*, k.s1, k.s2, k.s3, h0, h1, h2, h3 from (
    select x.*, ${[0, 1, 2].map((at) => `${parts.pub[at]} as pub${at + 1}, ${parts.priv[at]} as priv${at + 1}`).join(', ')} from (
      select b.*, (region / 1000000)::int as county, (case species when 'cattle' then '2' else '3' end) || (region / 1000000) || (10000000 + k) as ear_tag,
        '{"birthMonth":"' || to_char(birth_date, 'YYYY-MM') || '","breed":"' || breed || '","sex":"' || sex || '","species":"' || species || '"}' as facts,
        case when age_days < 183 then case species when 'cattle' then 'calf' else 'lamb' end
          when sex = 'female' and parity > 0 then case species when 'cattle' then 'cow' else 'ewe' end
          when sex = 'female' then case species when 'cattle' then 'heifer' else 'eweLamb' end
          when k % 4 = 0 then case species when 'cattle' then 'steer' else 'wether' end
          else case species when 'cattle' then 'bull' else 'ram' end end as stage
      from (
        select k, $3::bigint + k as id, md5('animal ' || k)::uuid as uid, coalesce(f.region, h.region) as region, coalesce(f.principal, h.principal) as principal,
          coalesce(f.hovel, h.hovel) as hovel, coalesce(f.pen, h.pen) as pen, coalesce(f.entry, h.entry) as entry, coalesce(f.org, '{}') as org,
          'BE' || coalesce(f.entry, h.entry) as doc, h.species, w.worn_on, w.worn_on + 21 as immunised_on, w.worn_on - w.young as birth_date,
          $6::date - w.worn_on + w.young as age_days, case when k % 3 = 0 then 'male' else 'female' end as sex,
          case when k % 3 <> 0 and $6::date - w.worn_on + w.young > 720 then k % 4 else 0 end as parity,
          (case h.species when 'cattle' then array['simmental', 'simmentalCross', 'kerqin', 'angusCross'] when 'sheep' then array['smallTailedHan', 'dorperCross', 'hu', 'sunite']
            else array['cashmere', 'hanshan', 'boer', 'boerCross'] end)[1 + k % 4] as breed,
          case when k % 20 = 0 then 'sold' when k % 20 = 1 then 'slaughtered' when k % 40 = 2 then 'dead' when k % 400 = 5 then 'missing' else 'inStock' end as status,
          k % 20 = 7 as insured, $7::bigint as actor
        from generate_series($1::bigint, $2::bigint) k
          join households h on h.n = 1 + (k * 48271) % $4::bigint
          left join farm f on k <= $5::bigint
          cross join lateral (select $6::date - (40 + (k * 7919 % 1000))::int as worn_on, (10 + k % 400)::int as young) w
      ) b
    ) x
  ) t
    join secrets k on k.n = t.k % 1024
    cross join lateral (select sha256(${utf8("'lvx1:' || t.uid")}) as h0 offset 0) l0
    cross join lateral (select ${sealed(1, 'h0')} as h1 offset 0) l1
    cross join lateral (select ${sealed(2, 'h1')} as h2 offset 0) l2
    cross join lateral (select ${sealed(3, 'h2')} as h3 offset 0) l3`;

const moment = (day: string) => `((${day})::timestamp + interval '10 hours') at time zone 'Asia/Shanghai'`;

const inserts = [
  `insert into registry.animal (id, tenant_no, region_code, principal_id, owner_id, party_ids, animal_uid, ear_tag, species, breed, sex, birth_date, source, stage, parity,
     castrated, hovel_id, pen_id, status, insured, tag_worn_on, entry_on, entry_id, exit_on, created_by, created_at, updated_by, updated_at)
   select id, 1505, region, principal, principal, case when insured then array[$1::bigint] else '{}' end, uid, ear_tag, species, breed, sex, birth_date, 'born', stage, parity,
     stage in ('steer', 'wether'), hovel, case when status = 'inStock' then pen end, status, insured, worn_on, worn_on, entry, case when status <> 'inStock' then worn_on + 30 end,
     actor, ${moment('worn_on')}, actor, ${moment('immunised_on')}
   from made order by id`,
  `insert into registry.animal_head (animal_id, tenant_no, seq, hash) select id, 1505, 3, h3 from made order by id`,
  `insert into registry.animal_tag (tenant_no, tag_kind, tag_no, animal_id, worn_on, created_by) select 1505, 'ear', ear_tag, id, worn_on, actor from made order by id`,
  `insert into registry.animal_party (tenant_no, animal_id, party_id, role, source, from_on)
   select 1505, id, $1::bigint, 'insurer', 'bench', worn_on from made where insured order by id`,
  `insert into registry.animal_flag (tenant_no, animal_id, flag, source, since_on) select 1505, id, 'insured', 'bench', worn_on from made where insured order by id`,
  `insert into registry.animal_event (tenant_no, animal_id, seq, kind, happened_on, recorded_at, principal_id, region_code, source_entity, source_id, pub, org, priv, secret, prev_hash, hash)
   select 1505, id, e.seq, e.kind, e.on_day, ${moment('e.on_day')}, principal, region, 'registry.animalEntry', entry, e.pub::jsonb, org::jsonb, e.priv::jsonb, e.secret, e.prev, e.hash
   from made cross join lateral (values (1, 'tagWorn', worn_on, pub1, priv1, s1, h0, h1), (2, 'registered', worn_on, pub2, priv2, s2, h1, h2),
     (3, 'immunised', immunised_on, pub3, priv3, s3, h2, h3)) e(seq, kind, on_day, pub, priv, secret, prev, hash)`,
];

/** Animals with their numbers, parties and lives, as the product would have written them: in batches, indexes after the rows. */
export async function loadAnimals(
  db: Client,
  { animals, households, lives = true }: RegistryWorld,
  base: Bases,
  today: string,
  say: (line: string) => void,
): Promise<void> {
  await db.query("select kit.ensure_month_partitions('registry.animal_event', $1::date - 1100, 40)", [today]);
  const { rows } = await db.query<{ username: string; id: number; principal: number }>(
    "select username, id::float8 as id, principal_id::float8 as principal from platform.sys_user where username in ('farm1', 'ins1', 'kzzq_worker1')",
  );
  const people = new Map(rows.map((row) => [row.username, row]));
  const [farm, insurer, actor] = [
    people.get('farm1')?.principal,
    people.get('ins1')?.principal,
    people.get('kzzq_worker1')?.id,
  ];
  // One enterprise has a herd that counts, however small the world is.
  const herd = Math.min(5000, Math.floor(animals / 20));
  await db.query(
    `create temp table farm as select p.id as principal, p.region_code as region, n.id as pen, n.hovel_id as hovel, $2::bigint as entry,
       '{"name":"' || p.principal_unit_name || '"}' as org
     from registry.principal p join registry.pen n on n.principal_id = p.id where p.id = $1 order by n.id limit 1`,
    [farm, base.entry + households + 1],
  );
  const indexes = await dropIndexes(db);
  // The rows are right as they are made: what triggers and foreign keys would find out, the counting below does at once.
  await db.query('set session_replication_role = replica');
  for (let from = 1; from <= animals; from += batch) {
    await db.query(
      batchSql.replace(
        /\$(\d)/g,
        (_, at: string) => literals({ from, animals, households, base, herd, today, actor })[Number(at) - 1] as string,
      ),
    );
    for (const sql of inserts.filter((one) => lives || !one.includes('registry.animal_event')))
      await db.query(sql, sql.includes('$1') ? [insurer] : []);
    await db.query('drop table made');
    say(`${Math.min(from + batch - 1, animals)} animals`);
  }
  await addEntries(db, base, actor);
  await addFigures(db, base, farm);
  await db.query('set session_replication_role = origin');
  say('figures, books and entries');
  for (const sql of indexes) await db.query(sql);
  say('indexes');
  for (const table of [
    'principal',
    'principal_gram',
    'hovel',
    'pen',
    'animal',
    'animal_tag',
    'animal_party',
    'animal_flag',
    'animal_event',
    'animal_entry',
    'holder_stock_day',
  ])
    await db.query(`vacuum (freeze, analyze) registry.${table}`);
  await db.query('vacuum (freeze, analyze) kit.rollup');
  await db.query('checkpoint');
}

interface Facts {
  from: number;
  animals: number;
  households: number;
  base: Bases;
  herd: number;
  today: string;
  actor: number | undefined;
}

const literals = ({ from, animals, households, base, herd, today, actor }: Facts): string[] =>
  [from, Math.min(from + batch - 1, animals), base.animal, households, herd, `'${today}'`, actor].map(String);

/** Every index no constraint needs, to be made again when the rows are there. */
async function dropIndexes(db: Client): Promise<string[]> {
  const { rows } = await db.query<{ name: string; sql: string }>(
    `select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as sql from pg_index i
     where i.indrelid in ('registry.animal'::regclass, 'registry.animal_tag'::regclass, 'registry.animal_party'::regclass, 'registry.animal_event'::regclass)
       and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await db.query(`drop index ${name}`);
  return rows.map((row) => row.sql);
}

async function addEntries(db: Client, base: Bases, actor: number | undefined): Promise<void> {
  await db.query(
    `insert into registry.animal_entry (id, tenant_no, doc_no, region_code, principal_id, owner_id, entry_kind, hovel_id, pen_id, species, worn_on, segments, count, created_by, created_at)
     select entry_id, 1505, 'BE' || entry_id, min(region_code), min(principal_id), min(principal_id), 'backlog', min(hovel_id), min(pen_id), min(species), min(entry_on),
       min(ear_tag) || '-' || max(ear_tag), count(*), $2, ${moment('min(entry_on)')}
     from registry.animal where entry_id > $1 and id > $3 group by entry_id`,
    [base.entry, actor, base.animal],
  );
}

/** Heads in pens, stock of every region, the enterprise's book. */
async function addFigures(db: Client, base: Bases, farm: number | undefined): Promise<void> {
  await db.query(
    `update registry.pen p set current_count = p.current_count + d.n
     from (select pen_id, count(*)::int as n from registry.animal where id > $1 and status = 'inStock' group by 1) d where p.id = d.pen_id`,
    [base.animal],
  );
  await db.query(
    `insert into kit.rollup as r (tenant_no, name, region_code, keys, day, n)
     select 1505, 'registry.stock', l.region_code, a.keys, date '2000-01-01', sum(a.n)
     from (select region_code, array[species, stage, breed] as keys, count(*) as n from registry.animal where id > $1 and status = 'inStock' group by 1, 2) a
       cross join lateral (select distinct a.region_code / w * w as region_code from (values (1::bigint), (1000), (1000000), (100000000), (10000000000)) widths(w)) l
     group by 3, 4 on conflict (tenant_no, name, region_code, day, keys) do update set n = r.n + excluded.n`,
    [base.animal],
  );
  await db.query(
    `insert into registry.holder_stock_day as b (tenant_no, region_code, principal_id, species, stage, day, in_herd, born, sold, slaughtered, died, missing)
     select 1505, min(region_code), principal_id, species, stage, day, true, count(*) filter (where kind = 'inStock'), count(*) filter (where kind = 'sold'),
       count(*) filter (where kind = 'slaughtered'), count(*) filter (where kind = 'dead'), count(*) filter (where kind = 'missing')
     from (select region_code, principal_id, species, stage, entry_on as day, 'inStock' as kind from registry.animal where id > $1 and principal_id = $2
       union all select region_code, principal_id, species, stage, exit_on, status from registry.animal where id > $1 and principal_id = $2 and status <> 'inStock') m
     group by principal_id, species, stage, day
     on conflict (tenant_no, principal_id, species, stage, day) do update set born = b.born + excluded.born, sold = b.sold + excluded.sold,
       slaughtered = b.slaughtered + excluded.slaughtered, died = b.died + excluded.died, missing = b.missing + excluded.missing`,
    [base.animal, farm],
  );
}
