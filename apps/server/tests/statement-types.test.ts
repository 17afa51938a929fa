import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DescribedColumn, describeStatement } from '#apps/server/testing/describe-statement.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { type Kind, type WrittenStatement, writtenStatements } from '#apps/server/testing/written-statements.ts';
import { databaseSettings, superuserLogin } from '#db/settings.ts';

/** Statements whose text can be read from the sources, in percent; only ever raised. */
const leastChecked = 85;

/** Columns that may be null, but not in the rows that are asked for where their type says so. */
const neverNull: Readonly<Record<string, string>> = {
  'platform.sys_menu.permission': 'compared with a list of permissions',
  'platform.sys_region.parent_code': 'every township has a county',
  'depot.depot.principal_id': 'null of the store in transit alone, which has no papers, limits or readings',
  'depot.lot.seg_from': 'asked of numbered pieces alone',
  'depot.lot.seg_to': 'asked of numbered pieces alone',
  'depot.depot_limit.min_qty': 'compared with what is in the store',
  'depot.stock_move.from_id': 'what is restored was taken from a store',
  'depot.stock_move.line_id': 'what is restored came of a line',
  'depot.material.vaccine_code': 'joined with the vaccine by its code',
  'prevention.ant_standard.work_kind': 'every rate of pay has one',
  'prevention.sample_result.animal_id': 'compared with a list of animals',
};

let world: World;
let client: Client;
/** Columns of tables that may be null: their names by `table.column` in numbers. */
let nullable: Map<string, string>;
let arrayItems: Map<number, number>;

beforeAll(async () => {
  world = await openWorld();
  client = new Client(superuserLogin(databaseSettings(), world.name));
  await client.connect();
  const { rows } = await client.query(
    `select a.attrelid::int || '.' || a.attnum as key, format('%s.%s', a.attrelid::regclass, a.attname) as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attnum > 0 and not a.attnotnull and c.relkind in ('r', 'p')`,
  );
  nullable = new Map(rows.map((row) => [row.key, row.name]));
  const types = await client.query('select oid::int as id, typelem::int as item from pg_type where typcategory = $1', [
    'A',
  ]);
  arrayItems = new Map(types.rows.map((row) => [row.id, row.item]));
});
afterAll(async () => {
  await client.end();
  await world.close();
});

const numbers = new Set([20, 21, 23, 26, 700, 701, 1700]);
const json = new Set([114, 3802]);

/** What the driver makes of a type, as `kit/server/db/database.ts` sets it up. */
function kindOf(dataTypeID: number): Kind {
  const item = arrayItems.get(dataTypeID);
  if (item !== undefined) return `${kindOf(item)}[]` as Kind;
  if (dataTypeID === 16) return 'boolean';
  if (numbers.has(dataTypeID)) return 'number';
  if (json.has(dataTypeID)) return 'any';
  // A timestamp without a zone, bytes and an interval become objects.
  return [17, 1114, 1186].includes(dataTypeID) ? 'object' : 'string';
}

const fits = (is: Kind, said: readonly Kind[]) =>
  is === 'any' ||
  said.every((one) => one === is || one === 'any' || (is.endsWith('[]') && [one, is].includes('any[]')));

function faultsOf(statement: WrittenStatement, described: readonly DescribedColumn[]): string[] {
  const byName = new Map(described.map((one) => [one.name, one]));
  return statement.columns.flatMap(({ name, kinds, nullable: nullAllowed, optional }) => {
    const column = byName.get(name);
    if (!column) return optional ? [] : [`${statement.place} ${name} is not selected`];
    const kind = kindOf(column.dataTypeID);
    if (!fits(kind, kinds)) return [`${statement.place} ${name} is ${kind} and not ${kinds.join(' | ')}`];
    const source = nullable.get(`${column.tableID}.${column.columnID}`);
    return source && !nullAllowed && !(source in neverNull) && !/\bnot null\b/.test(statement.sql ?? '')
      ? [`${statement.place} ${name} may be null`]
      : [];
  });
}

async function check(statement: WrittenStatement): Promise<string[]> {
  try {
    return faultsOf(statement, await describeStatement(client, statement.sql ?? ''));
  } catch (error) {
    return [`${statement.place} ${(error as Error).message}`];
  }
}

describe('statements written in the sources', () => {
  it('select what the types of their rows say', async () => {
    const all = writtenStatements();
    const readable = all.filter((one) => one.sql !== null);
    const share = Math.floor((readable.length / all.length) * 100);
    console.log(
      `statements with a row type: ${readable.length} of ${all.length} checked (${share} %), the others are put together at run time`,
    );
    const faults: string[] = [];
    for (const one of readable) faults.push(...(await check(one)));
    expect(faults).toEqual([]);
    expect(share).toBeGreaterThanOrEqual(leastChecked);
  });

  it('control: a column that is not there, of another type or perhaps null is seen', async () => {
    const column = (name: string, kind: Kind) => ({ name, kinds: [kind], nullable: false, optional: false });
    const asked = (sql: string, ...columns: ReturnType<typeof column>[]) => check({ place: 'here', sql, columns });
    const sql = 'select id, dept_name, leader_user_id from platform.sys_dept where id = $1';
    expect(await asked(sql, column('id', 'number'), column('dept_name', 'string'))).toEqual([]);
    expect(await asked(sql, column('name', 'string'))).toEqual(['here name is not selected']);
    expect(await asked(sql, column('id', 'string'))).toEqual(['here id is number and not string']);
    expect(await asked(sql, column('leader_user_id', 'number'))).toEqual(['here leader_user_id may be null']);
    expect(await asked('select gone from platform.sys_dept')).toEqual(['here column "gone" does not exist']);
  });
});
