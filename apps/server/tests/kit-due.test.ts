import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { dropDue, registerDue, setDue, workDue } from '#kit/server/due/due.ts';

let world: World;
const done: string[] = [];
const past = () => new Date(Date.now() - 1000);
const inTenant = <T>(work: (tx: Tx) => Promise<T>, tenantNo = 1505) =>
  world.database.transaction(systemScope(tenantNo, 'test'), work);

beforeAll(async () => {
  world = await openWorld();
  registerDue('test', async (tx, { ref }) => {
    if (ref === 'broken') throw new Error('no such thing');
    await tx.query('select pg_sleep(0.001)');
    done.push(`${tx.scope.tenantNo} ${ref}`);
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  // Also what the world itself waits for.
  await world.sql('delete from kit.due');
  done.length = 0;
});

it('does what is due, once, and nothing that was dropped, moved or rolled back', async () => {
  await inTenant(async (tx) => {
    await setDue(tx, 'test', 'now', past());
    await setDue(tx, 'test', 'dropped', past());
    await dropDue(tx, 'test', 'dropped');
    await setDue(tx, 'test', 'later', past());
    await setDue(tx, 'test', 'later', new Date(Date.now() + 60_000));
  });
  await inTenant(async (tx) => {
    await setDue(tx, 'test', 'taken back', past());
    throw new Error('no');
  }).catch(() => {});
  expect(await workDue(world.database)).toBe(1);
  expect(await workDue(world.database)).toBe(0);
  expect(done).toEqual(['1505 now']);
});

it('is divided among workers that tick at the same moment, over tenants', async () => {
  await inTenant((tx) =>
    tx.query(
      "insert into kit.due (tenant_no, kind, ref, due_at) select 1505, 'test', n::text, now() from generate_series(1, 300) n",
    ),
  );
  await inTenant((tx) => setDue(tx, 'test', 'other', past()), 1522);
  const counts = await Promise.all([1, 2, 3].map(() => workDue(world.database)));
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(301);
  expect(new Set(done).size).toBe(301);
  expect(done).toHaveLength(301);
});

it('puts off an item that fails, with what it failed of, and goes on with the others', async () => {
  await inTenant(async (tx) => {
    await setDue(tx, 'test', 'broken', new Date(Date.now() - 5000));
    await setDue(tx, 'test', 'fine', past());
  });
  await workDue(world.database);
  expect(done).toEqual(['1505 fine']);
  const [row] = await world.sql(
    "select attempts, fault, due_at > now() + interval '8 seconds' as later from kit.due where kind = 'test'",
  );
  expect(row).toEqual({ attempts: 1, fault: 'Error: no such thing', later: true });
});

it('reads nothing of what is not due', async () => {
  const pages = async () => {
    const [plan] = await world.sql<Record<string, { Plan: Record<string, number> }[]>>(
      "explain (analyze, buffers, format json) select * from kit.tenants_due(array['test'])",
    );
    return plan?.['QUERY PLAN']?.[0]?.Plan['Shared Hit Blocks'] ?? 0;
  };
  const take = async () => {
    await pages();
    return pages();
  };
  const before = await take();
  await world.sql(
    "insert into kit.due (tenant_no, kind, ref, due_at) select 1505, 'test', n::text, now() + interval '1 day' from generate_series(1, 50000) n",
  );
  await world.sql('vacuum analyze kit.due');
  expect(await take()).toBeLessThanOrEqual(before + 20);
  // Control: asked without an index's help it is a different number.
  const [control] = await world.sql<Record<string, { Plan: Record<string, number> }[]>>(
    'explain (analyze, buffers, format json) select distinct tenant_no from kit.due where due_at <= clock_timestamp() and kind = $$test$$',
  );
  expect(control?.['QUERY PLAN']?.[0]?.Plan['Shared Hit Blocks']).toBeGreaterThan(before + 100);
});
