import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';

/** What the demo world says of itself agrees with itself. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const papers = {
  'registry.animal_entry': 'worn_on',
  'registry.animal_change': 'happened_on',
  'registry.animal_tag_change': 'replaced_on',
  'depot.stock_doc': 'biz_date',
  'prevention.immunisation_visit': 'visited_on',
  'prevention.sample_log': 'sampled_on',
};

it.each(Object.entries(papers))('numbers %s by the day of the paper', async (table, column) => {
  const [row] = await world.sql<{ papers: number; wrong: number; days: number }>(
    `select count(*)::int as papers, count(distinct ${column})::int as days,
       count(*) filter (where substring(doc_no from '^[A-Z]+(\\d{8})-') <> to_char(${column}, 'YYYYMMDD'))::int as wrong from ${table} where tenant_no = 1505`,
  );
  expect(row?.wrong).toBe(0);
  expect(row?.days).toBeGreaterThan(1);
});

it('leaves nothing of the loading behind, and counts on after the last number', async () => {
  expect(await world.sql(`select 1 from pg_namespace where nspname = 'demo_load'`)).toEqual([]);
  expect(await world.sql(`select 1 from pg_trigger where tgname = 'demo_number'`)).toEqual([]);
  const [row] = await world.sql<{ lanes: number; behind: number }>(
    `select count(*)::int as lanes, count(*) filter (where c.next <= l.last)::int as behind from kit.doc_counter c join (
       select substring(doc_no from '-(\\d+)$')::int as last, to_date(substring(doc_no from '\\d{8}'), 'YYYYMMDD') as day from registry.animal_entry
       where tenant_no = 1505 order by 2 desc, 1 desc limit 1) l on c.day = l.day where c.tenant_no = 1505 and c.prefix = 'RE'`,
  );
  expect(row).toEqual({ lanes: 16, behind: 0 });
});

it('closed the last season at 98.7 %', async () => {
  const [row] = await world.sql<{ coverage: number }>(
    `select (summary -> 'regions' -> 0 -> 'total' ->> 'coverage')::float8 as coverage from prevention.prevention_season
     where tenant_no = 1505 and status = 'closed' and summary is not null`,
  );
  expect(row?.coverage).toBeCloseTo(98.7, 1);
});
