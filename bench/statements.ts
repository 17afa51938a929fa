import type { Client } from 'pg';
import { appLogin, type DatabaseSettings } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { makeScope, type Scope, scopeSettings } from '#kit/server/db/scope.ts';
import { collectTitles, mapOf, type TableMap } from '#kit/server/resource/columns.ts';
import { planList, readParties } from '#kit/server/resource/list.ts';
import { allResources } from '#modules/index.contract.ts';
import { registryServer } from '#modules/registry/server/index.ts';

/** pgbench scripts made of the statements the product sends, its values written in. */
export interface Statements {
  readonly lookup: string;
  readonly list: string;
  /** The same with what the policy says written beside it, for a role no policy applies to. */
  readonly lookupInline: string;
  readonly listInline: string;
  /** What the product tells the database about the caller, as options of a connection. */
  readonly settings: { readonly lookup: string; readonly list: string };
}

function principalMap(): TableMap {
  collectTitles(allResources);
  registryServer().routes();
  const map = mapOf('registry.principal');
  if (!map) throw new Error('registry.principal is not mapped');
  return map;
}

/** The caller's scope, as the authenticator makes it from the same rows. */
async function scopeOf(db: Client, username: string): Promise<Scope> {
  const { rows } = await db.query(
    `select u.id::float8 as id, u.tenant_no, u.principal_id::float8 as principal, r.regions::float8[] as regions, r.subordinates::float8[] as subordinates
     from platform.sys_user u, registry.principal_reach(u.tenant_no, u.principal_id) r where username = $1`,
    [username],
  );
  const [row] = rows;
  return makeScope({
    tenantNo: row.tenant_no,
    userId: row.id,
    regions: row.regions,
    principals: [row.principal, ...row.subordinates],
    roles: ['region_manager'],
  });
}

const literal = (value: unknown): string =>
  typeof value === 'number' ? String(value) : Array.isArray(value) ? `'{${value.join()}}'` : `'${String(value)}'`;
const filled = (text: string, values: readonly unknown[]): string =>
  text.replace(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]));

const optionsOf = (scope: Scope): string =>
  scopeSettings.map((name, at) => `-c app.${name}=${scope.settings[at]}`).join(' ');

/** The policy of `db/policies/jurisdiction.sql` for a caller with one region: principals are party to themselves, animals (`a`) have a holder, an owner and others. */
function policyOf(scope: Scope, row: string): string {
  const [tenant, , lo, hi, , listed] = scope.settings;
  const principals = `'${listed}'::bigint[]`;
  const party =
    row === 'a'
      ? `a.principal_id = any (${principals}) or a.owner_id = any (${principals}) or a.party_ids && ${principals}`
      : `${row}.id = any (${principals})`;
  return `(${row}.tenant_no = ${tenant} and ((${row}.region_code >= ${lo} and ${row}.region_code < ${hi}) or ${party}))`;
}

export async function statementsOf(
  settings: DatabaseSettings,
  db: Client,
  callers: { lookup: string; list: string },
): Promise<Statements> {
  const database = new Database(appLogin(settings), { max: 1 });
  await readParties(database, makeScope({ tenantNo: -1, userId: null }));
  await database.close();
  const map = principalMap();
  const wide = await scopeOf(db, callers.lookup);
  const county = await scopeOf(db, callers.list);
  const { rows } = await db.query(
    "select min(id)::float8 as lo, max(id)::float8 as hi from registry.principal where principal_unit_name like '养殖户%'",
  );
  const random = `\\set id random(${rows[0].lo}, ${rows[0].hi})\n`;
  const lookup = `select ${map.select} from ${map.table} t where t.id = :id`;
  const plan = planList(map, { pageNum: 1, pageSize: 20 }, county);
  if (!plan) throw new Error('the caller sees nothing');
  const list = [plan.rows, plan.count].map((one) => filled(one.text, one.values));
  // The policy holds for the row, for the row whose name stands beside it, and for the animals counted.
  const inlined = (text: string, scope: Scope) =>
    text.replace(/ (t|r|a) where /g, (_, row: string) => ` ${row} where ${policyOf(scope, row)} and `);
  return {
    lookup: `${random}${lookup};\n`,
    list: `${list.join(';\n')};\n`,
    lookupInline: `${random}${inlined(lookup, wide)};\n`,
    listInline: `${list.map((text) => inlined(text, county)).join(';\n')};\n`,
    settings: { lookup: optionsOf(wide), list: optionsOf(county) },
  };
}
