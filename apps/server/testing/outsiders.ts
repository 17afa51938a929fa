import { makeMaster, openSession } from './sessions.ts';
import type { Person, World } from './world.ts';

/** The county whose rows are asked for, in the tenant whose rows they are. */
export const ownTenant = 1505;
export const ownCounty = 150521;
const otherCounty = 150526;
const inCounty = (column: string) => `${column} between ${ownCounty}000000 and ${ownCounty}999999`;

export interface Outsider {
  readonly name: 'other tenant' | 'other county' | 'other party';
  readonly person: Person;
}

/** Whoever holds every permission there is, and stands outside: what stops them is the wall alone. Sessions are made without a login. */
export async function outsiders(world: World): Promise<Outsider[]> {
  // A tenant whose service ran out is refused every change before anybody looks at the row.
  await world.sql(`update platform.sys_tenant set status = 'active', expire_on = current_date + 365`);
  await makeMaster(world, 'out_tenant', 'cf_mgr');
  await makeMaster(world, 'out_county', 'kzzq_mgr');
  await makeMaster(world, 'out_party', 'kzzq_mgr');
  await world.sql(
    `update platform.sys_user set principal_id = (
       select id from registry.principal where tenant_no = ${ownTenant} and principal_unit_type = 'authority' and region_code = ${otherCounty}000000 limit 1)
     where username = 'out_county'`,
  );
  // A household of the same tenant that lies elsewhere and is party to nothing here.
  await world.sql(
    `update platform.sys_user set principal_id = (
       select id from registry.principal where tenant_no = ${ownTenant} and principal_unit_type = 'household' and region_code / 1000000 = ${otherCounty} order by id limit 1)
     where username = 'out_party'`,
  );
  await world.sql(`update platform.sys_role set data_scope = 'principalOnly' where role_code = 'master_out_party'`);
  const person = async (username: string) => world.person(await openSession(world, username));
  return [
    { name: 'other tenant', person: await person('out_tenant') },
    { name: 'other county', person: await person('out_county') },
    { name: 'other party', person: await person('out_party') },
  ];
}

/** Somebody inside who holds every permission: the same questions, answered. */
export async function insider(world: World): Promise<Person> {
  await makeMaster(world, 'insider', 'kzzq_mgr');
  return world.person(await openSession(world, 'insider'));
}

interface Scope {
  readonly scope_class: string;
  readonly options: {
    readonly parties: string[];
    readonly persons: string[];
    readonly above: string;
    readonly by: string;
  };
}

async function scopeOf(world: World, table: string): Promise<Scope> {
  const [found] = await world.sql<Scope>(
    `select s.scope_class, s.options from kit.table_scope s where s.table_name = $1 or s.table_name in (
       select d.refobjid::regclass::text from pg_rewrite r join pg_depend d on d.objid = r.oid and d.refclassid = 'pg_class'::regclass
       where r.ev_class = $1::regclass and d.refobjid <> r.ev_class) limit 1`,
    [table],
  );
  if (!found) throw new Error(`${table} has no scope class`);
  return found;
}

/** The table itself where a view shows rows only to whoever may administer them, and so none to a test. */
export async function rowSource(world: World, table: string): Promise<string> {
  const [shown] = await world.sql(`select 1 from ${table} limit 1`);
  if (shown) return table;
  const [beneath] = await world.sql<{ name: string }>(
    `select d.refobjid::regclass::text as name from pg_rewrite r
     join pg_depend d on d.objid = r.oid and d.refclassid = 'pg_class'::regclass
     join pg_class c on c.oid = d.refobjid and c.relkind in ('r', 'p')
     where r.ev_class = $1::regclass limit 1`,
    [table],
  );
  return beneath?.name ?? table;
}

const hasColumn = async (world: World, table: string, column: string) =>
  (await world.sql('select 1 from pg_attribute where attrelid = $1::regclass and attname = $2', [table, column]))
    .length > 0;

/**
 * A condition for rows that are the county's own, with no party in the outsiders' county, told by the columns and not by the policies. Null where an
 * outsider of this kind may see all rows of the tenant.
 */
export async function ownRows(
  world: World,
  table: string,
  outsider: Outsider['name'],
  alias = 't',
): Promise<string | null> {
  const tenant = `${alias}.tenant_no = ${ownTenant}`;
  if (outsider === 'other tenant') return tenant;
  const { scope_class, options } = await scopeOf(world, table);
  const elsewhere: string[] = [];
  for (const column of options.parties) {
    const name = column.replace('[]', '');
    // A view may leave out what its table has.
    if (!(await hasColumn(world, table, name))) continue;
    const named = name === column ? `p.id = ${alias}.${name}` : `p.id = any (${alias}.${name})`;
    elsewhere.push(
      `not exists (select 1 from registry.principal p where ${named} and p.region_code / 1000000 = ${otherCounty})`,
    );
  }
  const byOthers = (await hasColumn(world, table, 'created_by'))
    ? [`not exists (select 1 from platform.sys_user u where u.id = ${alias}.created_by and u.username like 'out\\_%')`]
    : [];
  const withoutOutsiders = (column: string) => {
    const name = `${alias}.${column.replace('[]', '')}`;
    const outside = "select id from platform.sys_user where username like 'out\\_%'";
    return column.endsWith('[]') ? `not ${name} && array(${outside})` : `${name} not in (${outside})`;
  };
  switch (scope_class) {
    case 'jurisdiction':
      if (!(await hasColumn(world, table, 'region_code'))) return null;
      return [tenant, inCounty(`${alias}.region_code`), ...elsewhere, ...byOthers].join(' and ');
    case 'parties':
      return [tenant, ...elsewhere, ...byOthers].join(' and ');
    case 'persons':
      return [tenant, ...elsewhere, ...byOthers, ...options.persons.map(withoutOutsiders)].join(' and ');
    case 'self':
      return `${tenant} and ${alias}.user_id not in (select id from platform.sys_user where username like 'out\\_%')`;
    case 'child': {
      const above = await ownRows(world, options.above, outsider, 'above');
      return (
        above &&
        [
          tenant,
          ...elsewhere,
          `exists (select 1 from ${options.above} above where above.id = ${alias}.${options.by} and ${above})`,
        ].join(' and ')
      );
    }
    case 'tenant':
    case 'global':
      return null;
    default:
      throw new Error(`${table}: nobody said who is outside of ${scope_class}`);
  }
}
