import { hashToken, newToken } from '#kit/server/auth/token.ts';
import type { World } from './world.ts';

/** A session without a login: quick, and as many as wanted. */
export async function openSession(world: Pick<World, 'sql'>, username: string): Promise<string> {
  const token = newToken();
  const opened = await world.sql(
    `select platform.door_open(id, $2, 'all', 'web', false, '127.0.0.1', '', 3600, 36000, 100000) from platform.sys_user where username = $1`,
    [username, hashToken(token)],
  );
  if (opened.length !== 1) throw new Error(`nobody is called ${username}`);
  return token;
}

/** An account that holds every permission there is, at the root of Tongliao or beside another account. */
export async function makeMaster(world: World, username: string, beside = 'tl_region'): Promise<void> {
  await world.sql(
    `with role as (
       insert into platform.sys_role (tenant_no, role_code, role_name, role_name_tw, role_name_en, data_scope, group_id)
       select (select tenant_no from platform.sys_user where username = $2), 'master_' || $1::text, '全', '全', 'All', 'jurisdiction', min(id)
       from platform.sys_role_group returning id, tenant_no
     ), granted as (
       insert into platform.sys_role_menu (tenant_no, role_id, menu_id)
       select role.tenant_no, role.id, m.id from role, platform.sys_menu m where m.permission is not null
     ), account as (
       insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, password_hash, password_changed_at, phone_mask)
       select tenant_no, $1::text, '全', '全', principal_id, password_hash, now(), '138****0000' from platform.sys_user where username = $2
       returning id
     )
     insert into platform.sys_user_role (tenant_no, user_id, role_id) select role.tenant_no, account.id, role.id from account, role`,
    [username, beside],
  );
}

/** Gives an account a role of the test's own with these permissions and nothing else. */
export async function grant(world: World, username: string, ...permissions: string[]): Promise<void> {
  await world.sql(
    `with account as (
       select id, tenant_no from platform.sys_user where username = $1
     ), role as (
       insert into platform.sys_role (tenant_no, role_code, role_name, role_name_tw, role_name_en, data_scope, group_id)
       select tenant_no, 'test_' || $1::text, '试', '試', 'Test', 'principalOnly', (select min(id) from platform.sys_role_group)
       from account returning id, tenant_no
     ), granted as (
       insert into platform.sys_role_menu (tenant_no, role_id, menu_id)
       select role.tenant_no, role.id, m.id from role, platform.sys_menu m where m.permission = any ($2)
     )
     insert into platform.sys_user_role (tenant_no, user_id, role_id) select role.tenant_no, account.id, role.id from account, role`,
    [username, permissions],
  );
}
