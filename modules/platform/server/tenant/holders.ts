import type { Tx } from '#kit/server/db/database.ts';

/** Active people of the transaction's tenant who hold one of these roles, wherever they sit. */
export async function holdersOf(tx: Tx, roleCodes: readonly string[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select distinct u.id from platform.sys_user u join platform.sys_user_role ur on ur.tenant_no = u.tenant_no and ur.user_id = u.id
       join platform.sys_role r on r.id = ur.role_id
     where u.tenant_no = $2 and u.status = 'active' and r.role_code = any ($1) and (ur.valid_until is null or ur.valid_until > now()) order by 1`,
    [roleCodes, tx.scope.tenantNo],
  );
  return rows.map((row) => row.id);
}
