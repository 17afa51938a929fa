import type { Tx } from '#kit/server/db/database.ts';

export async function menusOf(tx: Tx, roleId: number): Promise<number[]> {
  const rows = await tx.query<{ menu_id: number }>('select menu_id from platform.sys_role_menu where role_id = $1', [
    roleId,
  ]);
  return rows.map((row) => row.menu_id);
}

export async function addMenus(tx: Tx, roleId: number, menuIds: readonly number[]): Promise<void> {
  await tx.query(
    `insert into platform.sys_role_menu (tenant_no, role_id, menu_id) select $1, $2, m from unnest($3::bigint[]) m on conflict do nothing`,
    [tx.scope.tenantNo, roleId, menuIds],
  );
}

export async function dropMenus(tx: Tx, roleId: number, menuIds: readonly number[]): Promise<void> {
  await tx.query('delete from platform.sys_role_menu where role_id = $1 and menu_id = any ($2::bigint[])', [
    roleId,
    menuIds,
  ]);
}
