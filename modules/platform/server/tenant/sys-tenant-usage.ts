import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { onForget } from '#kit/server/forget.ts';
import { hasPassed } from '#kit/server/has-passed.ts';
import { quotaItems } from '#modules/platform/contract/tenant/sys-tenant.ts';
import { nobody } from '../auth/authenticator.ts';
import { eachOf } from '../common/each-of.ts';
import { usedOf } from './quota.ts';

/** Counts a tenant afresh and keeps it as this month's figure. */
export async function countUsage(database: Database, tenantNo: number): Promise<void> {
  const used = await database.transaction(systemScope(tenantNo, 'usage'), async (tx) => {
    const figures: Record<string, number> = {};
    for (const item of quotaItems) figures[item] = await usedOf(tx, item);
    return figures;
  });
  await database.transaction(systemScope(0, 'usage'), (tx) =>
    tx.query(
      `insert into platform.sys_tenant_usage as u (tenant_no, month, users, principals, animals, storage_bytes)
       values ($1, date_trunc('month', now() at time zone 'Asia/Shanghai')::date, $2, $3, $4, $5)
       on conflict (tenant_no, month) do update set users = excluded.users, principals = excluded.principals, animals = excluded.animals,
         storage_bytes = excluded.storage_bytes, counted_at = now()`,
      [tenantNo, used.users, used.principals, used.animals, used.storage],
    ),
  );
}

const freshFor = 60_000;
let countedAt = 0;
onForget(() => {
  countedAt = 0;
});

/** All tenants; at most once a minute in a process, for the list that shows them. */
export async function refreshUsage(database: Database): Promise<void> {
  if (!hasPassed(countedAt, freshFor)) return;
  countedAt = Date.now();
  const [tenants] = await database.read<[{ tenant_no: number }]>(nobody, {
    text: "select tenant_no from platform.sys_tenant where tenant_no <> 0 and status <> 'closed' and kit.is_here(tenant_no)",
    values: [],
  });
  await eachOf(tenants, ({ tenant_no }) => countUsage(database, tenant_no));
}
