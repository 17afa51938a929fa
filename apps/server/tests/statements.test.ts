import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { makeScope } from '#kit/server/db/scope.ts';

/** As in kit/server/db/statements.ts; the driver's own `commit` is one more. */
const most = 128 + 1;
const scope = makeScope({ tenantNo: 1505, userId: null, regions: [150500000000] });

let world: World;
let clerk: Person;
beforeAll(async () => {
  // One connection: what stands prepared on it is all there is.
  world = await openWorld({ pool: 1 });
  clerk = world.person(await openSession(world, 'tl_region'));
});
afterAll(() => world.close());

async function prepared(): Promise<number> {
  const [rows] = await world.database.read<[{ n: number }]>(scope, {
    text: 'select count(*)::int as n from pg_prepared_statements',
    values: [],
  });
  return rows[0]?.n ?? 0;
}

const list = async (query: string) => {
  const answer = await clerk.get(`pri/principal/info/list?${query}`);
  expect(answer.code, query).toBe(200);
  return answer;
};

it('all pages and page sizes of a list share a few statements', async () => {
  const before = await prepared();
  for (let at = 1; at <= 200; at += 1) await list(`pageSize=${1 + (at % 100)}&pageNum=${1 + (at % 7)}`);
  expect((await prepared()) - before).toBeLessThan(10);
});

it('pages are cut where their numbers say', async () => {
  const ids = async (query: string) => (await list(query)).data.map((row: { id: number }) => row.id) as number[];
  const all = await ids('pageSize=90');
  expect(all.length).toBeGreaterThan(60);
  for (const [pageSize, pageNum] of [
    [1, 1],
    [7, 3],
    [13, 4],
    [30, 2],
    [55, 1],
  ] as const)
    expect(await ids(`pageSize=${pageSize}&pageNum=${pageNum}`)).toEqual(
      all.slice((pageNum - 1) * pageSize, pageNum * pageSize),
    );
});

const filters = [
  'status=normal',
  'principalUnitType=household',
  'keyword=a',
  'scale=small',
  'contactPhone=13800000000',
  'contactIdCard=150521199001011234',
];
const sorts = ['principalUnitName:asc', 'completeness:desc', 'updatedAt:asc', 'createdAt:desc'];
/** Every combination of filters with every sort: as many texts. */
const combinations = sorts.flatMap((sort) =>
  Array.from({ length: 2 ** filters.length }, (_, mask) =>
    [`sort=${sort}`, 'pageSize=5', ...filters.filter((_, at) => mask & (1 << at))].join('&'),
  ),
);

it('a connection keeps no more statements prepared than it may, however filters and sorts are combined', async () => {
  expect(combinations.length).toBeGreaterThan(most);
  const before = await prepared();
  for (const query of combinations.slice(0, 2 ** filters.length)) await list(query);
  // Once each: not worth preparing.
  expect((await prepared()) - before).toBeLessThan(10);
  for (const query of combinations) for (let use = 0; use < 3; use += 1) await list(query);
  const full = await prepared();
  expect(full).toBeLessThanOrEqual(most);
  // The bound was reached, so statements were closed.
  expect(full).toBeGreaterThan(most - 10);
}, 120_000);

it('a statement that was closed is prepared again, in reads and in transactions', async () => {
  for (const query of combinations.slice(0, 20)) await list(query);
  const texts = Array.from({ length: 300 }, (_, at) => `select ${at}::int as n`);
  for (let turn = 0; turn < 4; turn += 1)
    await world.database.transaction(scope, async (tx) => {
      // Sent all at once: some are closed while others are still under way.
      const rows = await Promise.all(texts.map((text) => tx.query<{ n: number }>(text)));
      expect(rows.map(([row]) => row?.n)).toEqual(texts.map((_, at) => at));
    });
  expect(await prepared()).toBeLessThanOrEqual(most);
  for (const query of combinations.slice(0, 20)) await list(query);
});

it('a statement that failed while it was new, or in a transaction, works afterwards', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    await expect(
      world.database.transaction(scope, async (tx) => {
        const first = tx.query('select 1 / $1::int as n', [0]);
        const second = tx.query('select 2 + $1::int as n', [1]);
        await Promise.all([first, second]);
      }),
    ).rejects.toMatchObject({ code: '22012' });
    const done = await world.database.transaction(scope, async (tx) => [
      await tx.query('select 1 / $1::int as n', [1]),
      await tx.query('select 2 + $1::int as n', [1]),
    ]);
    expect(done).toEqual([[{ n: 1 }], [{ n: 3 }]]);
  }
});
