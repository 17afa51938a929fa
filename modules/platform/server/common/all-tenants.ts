import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { eachOf } from './each-of.ts';

/** Numbers of all tenants of this cell, for work that goes through them one by one. */
export async function allTenants(database: Database): Promise<number[]> {
  const [rows] = await database.read<[{ tenant_no: number }]>(systemScope(0, 'allTenants'), {
    text: 'select tenant_no from platform.sys_tenant where kit.is_here(tenant_no) order by tenant_no',
    values: [],
  });
  return rows.map((row) => row.tenant_no);
}

/** The work of a clock in every tenant of this house; the trouble of one is not the others'. */
export const eachTenant = async (database: Database, work: (tenantNo: number) => Promise<unknown>): Promise<void> =>
  eachOf(await allTenants(database), work);
