import { rangeOf } from '#kit/contract/region.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { paged } from '#kit/server/db/paged.ts';
import { makeScope, type Scope } from '#kit/server/db/scope.ts';
import type { TenantUnit, TenantUnitQuery } from '#modules/platform/server/index.ts';

export const countPrincipals = async (tx: Tx): Promise<number> =>
  (await tx.query<{ n: number }>('select registry.count_principals() as n'))[0]?.n ?? 0;

/** Animals in stock, all or those that came since. */
export const countStock = async (tx: Tx, since: Date | null): Promise<number> =>
  (await tx.query<{ n: number }>('select registry.count_stock($1) as n', [since]))[0]?.n ?? 0;

export async function line(database: Database, tenantNo: number, principalId: number): Promise<number[]> {
  const [[row]] = await database.read<[{ line: number[] | null }]>(makeScope({ tenantNo, userId: null }), {
    text: 'select registry.principal_line($1, $2) as line',
    values: [tenantNo, principalId],
  });
  return row?.line ?? [];
}

const columns = 'p.id, p.name, p.type, p.region_code as "regionCode", p.status, p.system_ids as "systemIds"';

export async function tenantPrincipals(
  database: Database,
  scope: Scope,
  query: TenantUnitQuery,
): Promise<{ rows: TenantUnit[]; total: number }> {
  const [lo, hi] = query.regionCode ? rangeOf(query.regionCode) : [null, null];
  const [field = 'id', way = 'asc'] = query.sort?.split(':') ?? [];
  // Few households have anything of their own here: they come when they are asked for.
  const where = `($2::text is null or p.name ilike $2 or p.name_pinyin ilike $2) and p.type = any (coalesce($3::text[], array[p.type]))
    and ($3::text[] is not null or $2::text is not null or $6::boolean is not null or p.type <> 'household')
    and ($4::bigint is null or (p.region_code >= $4 and p.region_code < $5))
    and ($6::boolean is null or $6 = exists (select 1 from platform.sys_tenant_config c where c.tenant_no = $1 and c.principal_id = p.id))`;
  const values = [
    query.tenantNo,
    query.keyword ? `%${query.keyword.replace(/[\\%_]/g, '\\$&')}%` : null,
    query.principalUnitType ? [query.principalUnitType] : null,
    lo,
    hi,
    query.hasConfig ?? null,
  ];
  const [rows, [counted]] = await database.read<[TenantUnit, { n: number }]>(
    scope,
    paged(
      {
        text: `select ${columns} from registry.tenant_principals($1) p where ${where}
               order by p.${field === 'name' ? 'name' : 'id'} ${way === 'desc' ? 'desc' : 'asc'}`,
        values,
      },
      query,
    ),
    { text: `select count(*)::int as n from registry.tenant_principals($1) p where ${where}`, values },
  );
  return { rows, total: counted?.n ?? 0 };
}

export async function principalCounts(
  database: Database,
  scope: Scope,
  tenantNo: number,
): Promise<{ type: string; count: number }[]> {
  const [rows] = await database.read<[{ type: string; count: number }]>(scope, {
    text: 'select type, count(*)::int as count from registry.tenant_principals($1) group by 1 order by 2 desc, 1',
    values: [tenantNo],
  });
  return rows;
}
