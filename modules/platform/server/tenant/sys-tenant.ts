import { notFound } from '#kit/contract/errors.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import type { OpenTenantInput } from '#modules/platform/contract/tenant/sys-tenant.ts';

export interface TenantRow {
  readonly id: number;
  readonly tenantNo: number;
  readonly tenantName: string;
  readonly status: string;
  readonly version: number;
  readonly packageItemIds: readonly number[];
  readonly extraItemIds: readonly number[];
  readonly removedItemIds: readonly number[];
  readonly packageName: string | null;
}

const columns = `t.id, t.tenant_no as "tenantNo", t.tenant_name as "tenantName", t.status, t.version, p.package_name as "packageName",
  coalesce(p.item_ids, '[]') as "packageItemIds", t.extra_item_ids as "extraItemIds", t.removed_item_ids as "removedItemIds"`;
const from = 'from platform.sys_tenant t left join platform.sys_tenant_package p on p.id = t.package_id';

export async function lockTenant(tx: Tx, tenantNo: number): Promise<TenantRow> {
  const [row] = await tx.query<TenantRow>(`select ${columns} ${from} where t.tenant_no = $1 for update of t`, [
    tenantNo,
  ]);
  if (!row || tenantNo === 0) throw notFound();
  return row;
}

export async function readTenant(
  call: { database: Database; actor: { scope: Parameters<Database['read']>[0] } },
  tenantNo: number,
): Promise<TenantRow> {
  const [[row]] = await call.database.read<[TenantRow]>(call.actor.scope, {
    text: `select ${columns} ${from} where t.tenant_no = $1`,
    values: [tenantNo],
  });
  if (!row) throw notFound();
  return row;
}

export async function insertTenant(tx: Tx, input: Omit<OpenTenantInput, 'administrators' | 'portal'>): Promise<number> {
  const [enc, hash, mask] = piiColumns('contact_phone', 'phone', input.contactPhone, 0).map(([, value]) => value);
  const [row] = await tx.query<{ id: number }>(
    `insert into platform.sys_tenant (tenant_no, tenant_name, short_name, region_code, status, start_on, expire_on, grace_days, package_id, max_users, max_principals,
       max_animals, storage_gb, contact_name, contact_phone_enc, contact_phone_hash, contact_phone_mask, remark, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19) returning id`,
    [
      input.tenantNo,
      input.tenantName,
      input.shortName,
      input.regionCode,
      input.trial ? 'trial' : 'active',
      input.startOn,
      input.expireOn,
      input.graceDays ?? 30,
      input.packageId,
      input.maxUsers,
      input.maxPrincipals,
      input.maxAnimals,
      input.storageGb,
      input.contactName,
      enc,
      hash,
      mask,
      input.remark ?? null,
      tx.scope.userId,
    ],
  );
  return row?.id ?? 0;
}

export async function setRootPrincipal(tx: Tx, tenantNo: number, principalId: number): Promise<void> {
  await tx.query('update platform.sys_tenant set root_principal_id = $2 where tenant_no = $1', [tenantNo, principalId]);
}

/** Beside an edit the row has its new version already. */
export async function saveItems(
  tx: Tx,
  tenantNo: number,
  extra: readonly number[],
  removed: readonly number[],
  isOwnStep = true,
): Promise<void> {
  await tx.query(
    `update platform.sys_tenant set extra_item_ids = $2, removed_item_ids = $3, perm_version = perm_version + 1, version = version + $5,
       updated_by = $4, updated_at = now() where tenant_no = $1`,
    [tenantNo, JSON.stringify(extra), JSON.stringify(removed), tx.scope.userId, isOwnStep ? 1 : 0],
  );
}

/** What the people of these tenants may do has changed: of one, of those with a package, or of all. */
export async function raiseTenants(
  tx: Tx,
  which: { readonly tenantNo: number } | { readonly packageId: number } | 'all',
): Promise<void> {
  const [where, values] =
    which === 'all'
      ? ['true', []]
      : 'tenantNo' in which
        ? ['tenant_no = $1', [which.tenantNo]]
        : ['package_id = $1', [which.packageId]];
  await tx.query(`update platform.sys_tenant set perm_version = perm_version + 1 where ${where}`, values);
}

export interface Ended {
  readonly id: number;
  readonly tenantNo: number;
  readonly tenantName: string;
  readonly from: string;
  readonly expireOn: string;
}

/** Those whose last day has passed; each is taken by one worker alone. */
export async function expireDue(tx: Tx): Promise<Ended[]> {
  return tx.query<Ended>(
    `with due as (
       select tenant_no, status from platform.sys_tenant
       where status in ('trial', 'active') and expire_on < (now() at time zone 'Asia/Shanghai')::date and tenant_no <> 0
         and kit.is_here(tenant_no) for update skip locked
     )
     update platform.sys_tenant t set status = 'expired', version = version + 1, updated_at = now() from due where due.tenant_no = t.tenant_no
     returning t.id, t.tenant_no as "tenantNo", t.tenant_name as "tenantName", due.status as "from", t.expire_on as "expireOn"`,
  );
}

export async function markClosed(tx: Tx, tenantNo: number): Promise<void> {
  await tx.query(
    "update platform.sys_tenant set status = 'closed', version = version + 1, updated_by = $2, updated_at = now() where tenant_no = $1",
    [tenantNo, tx.scope.userId],
  );
}
