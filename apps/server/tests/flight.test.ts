import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { makeScope } from '#kit/server/db/scope.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ pool: 1 });
});
afterAll(() => world.close());

const scope = makeScope({ tenantNo: 1505, userId: null, regions: [150500000000] });
const read = (text: string, ...values: unknown[]) => world.database.read<[{ n: number }]>(scope, { text, values });

it('answers each statement in its place, and is over when it has landed', async () => {
  const [one, none, two] = await world.database.read<[{ n: number }, { n: number }, { n: number }]>(
    scope,
    { text: 'select $1::int as n', values: [1] },
    { text: 'select 1 as n where false', values: [] },
    { text: 'select $1::int as n', values: [2] },
  );
  expect([one, none, two]).toEqual([[{ n: 1 }], [], [{ n: 2 }]]);
  const [tenant] = await world.database.read<[{ tenant: string }]>(
    { ...scope, settings: scope.settings.map(() => '') },
    { text: "select current_setting('app.tenant', true) as tenant", values: [] },
  );
  expect(tenant).toEqual([{ tenant: '' }]);
});

it('is one transaction: what fails late takes back what was done before', async () => {
  const write = {
    text: `insert into kit.idempotency_key (tenant_no, user_id, key, body_hash) values (1505, 1, 'flight', '') returning 1 as n`,
    values: [],
  };
  const asUser = makeScope({ tenantNo: 1505, userId: 1, regions: [150500000000] });
  await expect(world.database.read(asUser, write, { text: 'select 1 / 0 as n', values: [] })).rejects.toThrow();
  expect(await world.sql("select 1 from kit.idempotency_key where key = 'flight'")).toEqual([]);
  await world.database.read(asUser, write);
  expect(await world.sql("select 1 from kit.idempotency_key where key = 'flight'")).toHaveLength(1);
});

it('can be flown again after it failed, whether the statement was understood or not', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    await expect(read('select $1::int as n', 'no number')).rejects.toMatchObject({ code: '22P02' });
    await expect(read('select 10 / $1::int as n', 0)).rejects.toMatchObject({ code: '22012' });
    await expect(read('select nonsense')).rejects.toMatchObject({ code: '42703' });
  }
  expect(await read('select 10 / $1::int as n', 5)).toEqual([[{ n: 2 }]]);
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  await expect(read('select $1::text as n', circle)).rejects.toThrow();
  expect(await read('select 10 / $1::int as n', 2)).toEqual([[{ n: 5 }]]);
});

it('never calls kept what the database took back: a failure nobody minded ends the transaction all the same', async () => {
  const undone: string[] = [];
  const work = world.database.transaction(scope, async (tx) => {
    tx.onRollback(async () => void undone.push('undone'));
    await tx.query('select 1 / 0').catch(() => {});
    return 'kept';
  });
  await expect(work).rejects.toThrow('rolled back');
  expect(undone).toEqual(['undone']);
});
