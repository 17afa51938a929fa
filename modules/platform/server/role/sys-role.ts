import { notFound, staleVersion } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { moveHolders } from '../account/sys-user-role.ts';
import { addMenus, menusOf } from './sys-role-menu.ts';

export interface Role {
  readonly id: number;
  readonly tenantNo: number;
  readonly code: string;
  readonly name: string;
  readonly version: number;
}

const columns = 'id, tenant_no as "tenantNo", role_code as code, role_name as name, version';

export async function findRole(tx: Tx, id: number): Promise<Role> {
  const [row] = await tx.query<Role>(`select ${columns} from platform.sys_role_seen where id = $1`, [id]);
  if (!row) throw notFound();
  return row;
}

/** A role like another one, under a name of its own. */
export async function insertCopy(
  tx: Tx,
  from: number,
  more: { code?: string; name?: string } = {},
): Promise<{ id: number; version: number }> {
  const [made] = await tx.query<{ id: number; version: number }>(
    `insert into platform.sys_role (tenant_no, role_code, role_name, role_name_tw, role_name_en, data_scope, principal_type, module, builtin, mfa_required,
       status, order_num, remark, group_id, delegable, created_by, updated_by)
     select $2, coalesce($3, role_code), coalesce($4, role_name), case when $4::text is null then role_name_tw end, case when $4::text is null then role_name_en end,
       data_scope, principal_type, module, false, mfa_required, status, order_num, remark, group_id, delegable, $5, $5
     from platform.sys_role where id = $1 returning id, version`,
    [from, tx.scope.tenantNo, more.code ?? null, more.name ?? null, tx.scope.userId],
  );
  if (!made) throw notFound();
  await addMenus(tx, made.id, await menusOf(tx, from));
  return made;
}

/** The role a tenant may change: its own, or one made from the template for everybody of the tenant who holds it. */
export async function ownRole(tx: Tx, role: Role): Promise<{ id: number; version: number }> {
  if (role.tenantNo === tx.scope.tenantNo) return role;
  const made = await insertCopy(tx, role.id);
  await moveHolders(tx, role.id, made.id);
  return made;
}

export async function touchRole(tx: Tx, id: number, version: number): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    'update platform.sys_role set version = version + 1, updated_by = $3, updated_at = now() where id = $1 and version = $2 returning version',
    [id, version, tx.scope.userId],
  );
  if (!row) throw staleVersion();
  return row.version;
}
