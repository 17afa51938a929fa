import { rangeOf } from '#kit/contract/region.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import type { Scope } from '#kit/server/db/scope.ts';
import type { Organisation, OrganisationQuery } from '#modules/platform/server/index.ts';

/** Principals as the platform sees them that looks after their accounts; the narrow functions say whose. */

export const nameSql = (id: string): string => `registry.principal_name(${id})`;

export async function named(tx: Tx, name: string): Promise<number[]> {
  const rows = await tx.query<{ id: number }>('select n as id from registry.principals_named($1) n', [name]);
  return rows.map((row) => row.id);
}

export async function organisations(
  database: Database,
  scope: Scope,
  query: OrganisationQuery,
): Promise<{ rows: Organisation[]; total: number }> {
  const [lo, hi] = query.regionCode === undefined ? [null, null] : rangeOf(query.regionCode);
  const where = `from registry.organisations() o
    where ($1::text is null or o.name ilike $1) and ($2::text[] is null or o.type = any ($2)) and ($3::text[] is null or o.status = any ($3))
      and ($4::int is null or o.level = $4) and ($5::bigint is null or (o.region_code >= $5 and o.region_code < $6::bigint))`;
  const values = [
    query.keyword ? `%${query.keyword.replace(/[\\%_]/g, '\\$&')}%` : null,
    query.types ?? null,
    query.statuses ?? null,
    query.level ?? null,
    lo,
    hi,
  ];
  const [rows, [count]] = await database.read<[Organisation, { n: number }]>(
    scope,
    {
      text: `select o.id, o.name, o.type, o.level, o.region_code as "regionCode", o.parent_id as "parentId", o.contact_name as "contactName",
               o.contact_phone as "contactPhone", o.status ${where} order by o.level, o.region_code, o.id limit $7 offset $8`,
      values: [...values, query.limit, query.offset ?? 0],
    },
    { text: `select count(*)::int as n ${where}`, values },
  );
  return { rows, total: count?.n ?? 0 };
}
