import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { ruleHash } from '#kit/server/calc/calc.ts';
import { checkCalcs } from '#kit/server/calc/check-calcs.ts';
import { systemScope } from '#kit/server/db/scope.ts';

let world: World;
const tenant = 1505;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Past the trigger that refuses it, as somebody with the database in hand would. */
async function behind(text: string, values: unknown[]): Promise<void> {
  await world.sql("set session_replication_role = 'replica'");
  await world.sql(text, values);
  await world.sql("set session_replication_role = 'origin'");
}
const firstCase = async () =>
  (
    await world.sql<{ id: number; calc: number }>(
      `select c.id::int as id, k.id::int as calc from prevention.stress_case c
       join kit.calc k on k.entity = 'prevention.stressCase' and k.entity_id = c.id
       where c.tenant_no = $1 and c.amount_cents > 0 order by c.id limit 1`,
      [tenant],
    )
  )[0] as { id: number; calc: number };

describe('the calculation ledger', () => {
  it('recomputes every sum of the demo without a difference', async () => {
    const { rows, records, differences } = await checkCalcs(world.database, tenant);
    expect(differences).toEqual([]);
    expect(records).toBeGreaterThan(5);
    expect(rows).toBeGreaterThanOrEqual(records);
  });

  it('names the one row whose input, step or sum was changed', async () => {
    const { id, calc } = await firstCase();
    for (const change of [
      `inputs = jsonb_set(inputs, '{standardCents}', to_jsonb((inputs ->> 'standardCents')::bigint + 1))`,
      `inputs = inputs - 'ratio'`,
      `steps = jsonb_set(steps, '{0,how}', '"1.00"')`,
      'cents = cents + 1',
    ]) {
      const [before] = await world.sql('select inputs, steps, cents from kit.calc where id = $1', [calc]);
      await behind(`update kit.calc set ${change} where id = $1`, [calc]);
      const { differences } = await checkCalcs(world.database, tenant);
      expect(differences.length, change).toBeGreaterThan(0);
      expect(differences.filter((one) => one.calcId !== calc)).toEqual([]);
      expect(differences[0]).toMatchObject({ entity: 'prevention.stressCase', entityId: id, what: 'ledger' });
      await behind('update kit.calc set inputs = $2, steps = $3, cents = $4 where id = $1', [
        calc,
        JSON.stringify(before.inputs),
        JSON.stringify(before.steps),
        before.cents,
      ]);
    }
    expect((await checkCalcs(world.database, tenant)).differences).toEqual([]);
  });

  it('names the record that says another sum or another input, and one the ledger does not know', async () => {
    const { id, calc } = await firstCase();
    const found = async (change: string) => {
      await world.sql(`update prevention.stress_case set ${change} where id = $1`, [id]);
      const { differences } = await checkCalcs(world.database, tenant);
      return differences.map(({ entityId, calcId, what }) => ({ entityId, calcId, what }));
    };
    expect(await found('amount_cents = amount_cents + 1')).toEqual([{ entityId: id, calcId: calc, what: 'record' }]);
    expect(await found('amount_cents = amount_cents - 1, ratio = ratio - 1')).toEqual([
      { entityId: id, calcId: calc, what: 'inputs' },
    ]);
    expect(await found('ratio = ratio + 1')).toEqual([]);
    await behind('delete from kit.calc where id = $1', [calc]);
    expect(await found('ratio = ratio')).toEqual([{ entityId: id, calcId: null, what: 'missing' }]);
  });

  it('takes no change from the program', async () => {
    const change = (text: string) => world.database.transaction(systemScope(tenant, 'test'), (tx) => tx.query(text));
    await expect(change('update kit.calc set cents = 0')).rejects.toThrow('permission denied');
    await expect(change('delete from kit.calc')).rejects.toThrow('permission denied');
  });

  it('hashes a rule by what it says, not by the order it says it in', () => {
    expect(ruleHash({ a: 1, b: { c: [1, 2], d: null } })).toBe(ruleHash({ b: { d: null, c: [1, 2] }, a: 1 }));
    expect(ruleHash({ a: 1 })).not.toBe(ruleHash({ a: 2 }));
  });
});

it('is read with its record, in the reader’s language, by whoever may open the record', async () => {
  const { rows } = {
    rows: await world.sql<{ id: number }>(
      `select c.id::int as id from prevention.stress_case c join kit.calc k on k.entity = 'prevention.stressCase' and k.entity_id = c.id
     where c.tenant_no = $1 and c.region_code / 1000000 = 150525 order by c.id limit 1`,
      [tenant],
    ),
  };
  const id = rows[0]?.id;
  const path = `sys/calc/list?entity=prevention.stressCase&id=${id}`;
  const answer = await (await world.as('ant_pref1')).get(path, { 'accept-language': 'en' });
  expect(answer.data[0]).toMatchObject({
    kindName: 'Compensation',
    ruleRef: expect.stringMatching(/^[A-Z][a-z ]+ \d+$/),
    steps: [{ name: 'Standard' }, { name: 'Standard × ratio' }],
  });
  expect((await (await world.as('ins1')).get(path)).code).toBe(404);
});
