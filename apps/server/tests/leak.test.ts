import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { makeScope, type Scope, scopeSettings } from '#kit/server/db/scope.ts';

/** T5: many tenants over few connections, a tenth of the requests dying half-way: nobody ever sees a foreign row. */

const tenants = 20;
const reads = Number(process.env.MULIAN_STORM_READS ?? 5_000);
const inFlight = 200;

let world: World;
beforeAll(async () => {
  world = await openWorld({ pool: 4 });
  await world.sql(
    `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, contact_name)
     select 9000 + n % ${tenants}, 150500000000 + n, '第' || n || '户', 'household', '甲' from generate_series(1, ${tenants * 30}) n`,
  );
});
afterAll(() => world.close());

interface Tally {
  reads: number;
  rows: number;
  foreign: number;
  aborted: number;
}

async function storm(total: number): Promise<Tally> {
  const tally: Tally = { reads: 0, rows: 0, foreign: 0, aborted: 0 };
  const scopes = Array.from({ length: tenants }, (_, index) =>
    makeScope({ tenantNo: 9000 + index, userId: null, regions: [150500000000] }),
  );
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < total) {
      const turn = next++;
      const scope = scopes[turn % tenants] as Scope;
      try {
        const rows = await read(scope, turn);
        tally.rows += rows.length;
        tally.foreign += rows.filter((row) => row.tenant_no !== scope.tenantNo).length;
      } catch {
        tally.aborted += 1;
      }
      tally.reads += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, one));
  return tally;
}

const query = { text: 'select tenant_no from registry.principal order by id limit 40', values: [] };

async function read(scope: Scope, turn: number): Promise<{ tenant_no: number }[]> {
  if (turn % 10 === 0) {
    // Half of the aborted ones die inside the database, half in our own code after the rows were read.
    return world.database.transaction(scope, async (tx) => {
      await tx.query(query.text);
      if (turn % 20 === 0) await tx.query('select 1 / 0');
      throw new Error('gone');
    });
  }
  if (turn % 3 === 0) return world.database.transaction(scope, (tx) => tx.query(query.text));
  const [rows] = await world.database.read<[{ tenant_no: number }]>(scope, query);
  return rows;
}

describe('T5: no row of another tenant', () => {
  it(`in ${reads} reads by ${tenants} tenants, ${inFlight} in flight over 4 connections, a tenth aborted`, async () => {
    const tally = await storm(reads);
    console.log(`T5: ${JSON.stringify(tally)}`);
    expect(tally.reads).toBe(reads);
    expect(tally.aborted).toBe(reads / 10);
    expect(tally.rows).toBeGreaterThan(reads * 10);
    expect(tally.foreign).toBe(0);
  });

  it('and none at all without a scope, also on a connection that had one a moment ago', async () => {
    const unset = { ...makeScope({ tenantNo: 9000, userId: null }), settings: scopeSettings.map(() => '') };
    for (let turn = 0; turn < 50; turn += 1) {
      await read(makeScope({ tenantNo: 9001, userId: null, regions: [150500000000] }), 1);
      const [rows] = await world.database.read(unset, query);
      expect(rows).toEqual([]);
    }
  });

  it('control: with the policy replaced by "everything" the same storm finds foreign rows', async () => {
    await world.sql(
      'drop policy scope_select on registry.principal; create policy scope_select on registry.principal for select using (true)',
    );
    expect((await storm(400)).foreign).toBeGreaterThan(0);
  });
});
