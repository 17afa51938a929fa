import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { databaseSettings, superuserLogin } from '#db/settings.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import { planList } from '#kit/server/resource/list.ts';
import { Listener } from '../../../bench/registry/capture.ts';
import { Reader } from '../../../bench/registry/plans.ts';
import { fillRegistry } from '../../../bench/registry/world.ts';

/** How the database reads when there are many animals: by index, and little more than it answers. */
const animals = 20_000;
const callers = ['kzzq_worker1', 'kzzq_mgr', 'tl_region', 'farm1'] as const;
let world: World;
let listener: Listener;
let reader: Reader;

beforeAll(async () => {
  world = await openWorld({ pool: 4 });
  const db = new Client(superuserLogin(databaseSettings(world.name)));
  await db.connect();
  await fillRegistry(db, { animals, households: 12_000 }, '2026-10-15');
  await db.end();
  listener = new Listener(world);
  reader = await Reader.open(databaseSettings(world.name));
});
afterAll(async () => {
  await reader.close();
  await world.close();
});

async function readingsOf(username: string, path: string) {
  const { token } = await world.as(username);
  const { status, scope, statements } = await listener.ask(token, `/api/${path}`);
  expect(status, path).toBe(200);
  if (!scope) throw new Error(`${path} asked the database nothing`);
  const readings = [];
  for (const statement of statements) readings.push(await reader.read(scope, statement));
  return readings;
}

/** One of the county, of the village worker's villages and of the enterprise, newest last. */
const animalFor = async (username: string) => {
  const person = await world.as(username);
  const { data } = await person.get('pri/animal/info/list?pageSize=1&status=inStock');
  return data[0] as { id: number; earTag: string };
};

describe('P6: nothing large is read from end to end', () => {
  it.each(callers)('by %s: a page of animals, its total, last digits, life line, strip', async (username) => {
    const one = await animalFor(username);
    const [page, total] = await readingsOf(username, 'pri/animal/info/list?pageSize=20');
    const filtered = await readingsOf(username, 'pri/animal/info/list?pageSize=20&status=inStock&species=sheep');
    const digits = await readingsOf(username, `pri/animal/info/byTag?tag=${one.earTag.slice(-6)}`);
    const line = await readingsOf(username, `pri/animal/info/${one.id}/line`);
    const strip = await readingsOf(username, 'pri/animal/info/stock');
    const all = [page, total, ...filtered, ...digits, ...line, ...strip];
    expect(all.flatMap((reading) => reading?.scanned)).toEqual([]);
    expect(page?.returned).toBe(20);
    expect(digits.at(-1)?.returned).toBeGreaterThan(0);
    expect(digits.at(-1)?.read).toBeLessThan(50);
    expect(line.at(-1)?.returned).toBeGreaterThan(1);
    // Of the few hundred accounts all may be looked at for a name: whichever is cheaper. Nothing that grows with the herds is.
    const grown = Object.values(line.at(-1)?.large ?? {}).reduce((sum, n) => sum + n, 0);
    expect(grown).toBeLessThan(50);
    // An enterprise passes its own herd once; whoever sees by region reads the page and the names beside it.
    expect(page?.read).toBeLessThan(username === 'farm1' ? 3000 : 50 * 20);
  });

  it('S4: whoever is party to half of all animals reads at most 50 rows for one shown, by one unit and by five', async () => {
    const units = [990_001, 990_002, 990_003, 990_004, 990_005];
    await world.sql(
      `with named as (update registry.animal set party_ids = party_ids || (990001 + id % 5) where tenant_no = 1505 and id % 2 = 0 returning tenant_no, id)
       insert into registry.animal_party (tenant_no, animal_id, party_id, role, source, from_on)
       select tenant_no, id, 990001 + id % 5, r, 'test', '2026-01-01' from named, unnest('{insurer,coInsurer}'::text[]) r`,
    );
    await world.sql('analyze registry.animal_party; analyze registry.animal');
    const map = mapOf('registry.animal');
    if (!map) throw new Error('animals are not served');
    for (const principals of [units.slice(0, 1), units]) {
      const scope = makeScope({ tenantNo: 1505, userId: 1, principals });
      for (const more of [{ pageNum: 1 }, { pageNum: 3 }, { pageNum: 1, status: ['inStock'] }]) {
        const plan = planList(map, { pageSize: 20, ...more }, scope);
        if (!plan) throw new Error('a party sees nothing');
        const page = await reader.read(scope, plan.rows);
        expect(page.returned).toBe(20);
        expect(page.scanned).toEqual([]);
        expect(page.read, JSON.stringify([principals, more, page.large])).toBeLessThan(50 * 20 * more.pageNum);
      }
      const plan = planList(map, { pageNum: 1, pageSize: 20 }, scope);
      const [[count]] = await world.database.read<[{ n: number }]>(scope, plan?.count as never);
      const [truth] = await world.sql(
        'select count(*)::int as n from registry.animal where tenant_no = 1505 and party_ids && $1::bigint[]',
        [principals],
      );
      expect(count?.n).toBe(Math.min(truth.n, 10_001));
    }
  });

  it.each(['kzzq_mgr', 'tl_region'])(
    'by %s: a page in another order comes from an index in that order',
    async (who) => {
      for (const name of ['earTag', 'birthDate', 'createdAt'])
        for (const direction of ['asc', 'desc']) {
          const sort = `${name}:${direction}`;
          const [page] = await readingsOf(who, `pri/animal/info/list?pageSize=20&sort=${sort}`);
          expect(page?.returned).toBe(20);
          expect(page?.read, sort).toBeLessThan(50 * 20);
        }
    },
  );

  it('a total is counted to 10,001 and no further', async () => {
    const [, total] = await readingsOf('tl_region', 'pri/animal/info/list?pageSize=20');
    expect(total?.read).toBe(10_001);
  });

  it('the last page with a number is read from the index alone', async () => {
    const [page] = await readingsOf('tl_region', 'pri/animal/info/list?pageSize=20&pageNum=500');
    expect(page?.returned).toBe(20);
    expect(page?.read).toBeLessThan(10_000 + 50 * 20);
  });

  it('every column that lets a party see a row leads an index', async () => {
    // What devices tell is asked for by device and hour: an index for each party would slow every reading that comes in.
    const missing = await world.sql(
      `select s.table_name || '.' || party as column from kit.table_scope s, jsonb_array_elements_text(s.options -> 'parties') party
       where s.scope_class = 'jurisdiction' and s.options -> 'view' is null and party not like '%[]' and party <> 'id'
         and s.table_name !~ '^device.(device|held)_(position|reading|hour|day)$'
         and not exists (select 1 from pg_index i where i.indrelid = s.table_name::regclass and pg_get_indexdef(i.indexrelid) ~ ('\\((tenant_no, )?' || party || '[,)]'))`,
    );
    expect(missing).toEqual([]);
  });
});

it('the lives a bench is made of are the product’s: its verifier accepts them', async () => {
  const manager = await world.as('tl_region');
  const rows = await world.sql<{ id: number }>('select id::int as id from registry.animal order by id desc limit 20');
  for (const { id } of rows) {
    const { data } = await manager.get(`pri/animal/info/${id}/verify`);
    expect(data).toEqual({ ok: true, count: 3, brokenAt: null });
  }
});
