import type { Tx } from '#kit/server/db/database.ts';

/** Exactly these roles from now on; what stays keeps who gave it, when and until when, unless all are given `anew`. What ran out is held no more. */
export async function setRoles(
  tx: Tx,
  userId: number,
  roleIds: readonly number[],
  validUntil: string | null = null,
  anew = false,
): Promise<void> {
  await tx.query('delete from platform.sys_user_role where user_id = $1 and not (role_id = any ($2::bigint[]))', [
    userId,
    roleIds,
  ]);
  await tx.query(
    `insert into platform.sys_user_role (tenant_no, user_id, role_id, granted_by, valid_until)
     select $1, $2, r, $4, $5 from unnest($3::bigint[]) r
     on conflict (tenant_no, user_id, role_id) do update set valid_until = excluded.valid_until, granted_by = excluded.granted_by, granted_at = now()
       where $6 or sys_user_role.valid_until <= now()`,
    [tx.scope.tenantNo, userId, roleIds, tx.scope.userId, validUntil, anew],
  );
}

/** The tenant's own role takes the place of the template for everybody who holds it. */
export async function moveHolders(tx: Tx, from: number, to: number): Promise<void> {
  await tx.query('update platform.sys_user_role set role_id = $2 where tenant_no = $3 and role_id = $1', [
    from,
    to,
    tx.scope.tenantNo,
  ]);
}

/** One of the template roles, which all tenants share. */
export async function giveRole(tx: Tx, userId: number, roleCode: string): Promise<void> {
  const given = await tx.query(
    `insert into platform.sys_user_role (tenant_no, user_id, role_id) select $1, $2, id from platform.sys_role where tenant_no = 0 and role_code = $3 returning 1`,
    [tx.scope.tenantNo, userId, roleCode],
  );
  if (given.length === 0) throw new Error(`there is no role ${roleCode}`);
}
