import { AppError, invalid, refusal } from '#kit/contract/errors.ts';
import { within } from '#kit/contract/region.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { oncePerTx } from '../common/once-per-tx.ts';
import type { Reach } from './directory.ts';

/** R89 to R93: who may be given what, by whom. */

export const administrators = ['tenant_admin', 'security_admin', 'audit_admin'] as const;
/** Those whom two people make and reset. */
export const superRoles: readonly string[] = [...administrators, 'platform_admin'];

export interface RoleRow {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly delegable: boolean;
  readonly principalTypes: readonly string[] | null;
  readonly status: string;
}

const roleSql = `select r.id, r.role_code as code, r.role_name as name, r.delegable, g.principal_types as "principalTypes", r.status
  from platform.sys_role_seen r left join platform.sys_role_group g on g.id = r.group_id`;

/** Enabled roles by id, or by what people write in a sheet: codes or names. */
export async function rolesOf(tx: Tx, wanted: readonly number[] | string): Promise<RoleRow[]> {
  const names = typeof wanted === 'string' ? splitNames(wanted) : null;
  const rows = await oncePerTx(tx, `roles ${names ?? wanted}`, () =>
    tx.query<RoleRow>(
      `${roleSql} where r.status = 'enabled' and ${names ? '(r.role_code = any ($1::text[]) or r.role_name = any ($1::text[]))' : 'r.id = any ($1::bigint[])'}`,
      [names ?? wanted],
    ),
  );
  const count = new Set<unknown>(names ?? (wanted as readonly number[])).size;
  if (rows.length !== count) throw invalid([{ field: 'roleIds', key: 'platform.sysUser.noSuchRole' }]);
  return rows;
}

export const splitNames = (text: string): string[] =>
  text
    .split(/[、,，;；]\s*/)
    .map((one) => one.trim())
    .filter(Boolean);

/** A delegate looks after the accounts of one organisation and those below it; the tenant's administrators after all. */
export const isDelegate = ({ roles }: Pick<Actor, 'roles'>): boolean =>
  roles.includes('principal_admin') && !administrators.some((one) => roles.includes(one));

/** May change roles and regions of accounts that are in use. */
export const mayGrant = ({ actions, roles }: Pick<Actor, 'actions' | 'roles'>): boolean =>
  actions.has('sys:user:authorise') || isDelegate({ roles });

const strictSql =
  "select param_value from platform.sys_param where param_key = 'admin.separation' order by tenant_no desc limit 1";

/** R89: the three administrators are three people, and in strict mode nothing else. */
export function clashIn(roles: readonly { code: string; name: string }[], isStrict: boolean): [string, string] | null {
  for (const one of roles) {
    if (!superRoles.includes(one.code)) continue;
    const other = roles.find(
      (role) =>
        role.code !== one.code &&
        (superRoles.includes(role.code) || isStrict || one.code === 'security_admin' || one.code === 'audit_admin'),
    );
    if (other) return [one.name, other.name];
  }
  return null;
}

export function isStrict(tx: Tx): Promise<boolean> {
  return oncePerTx(tx, 'separation', async () => {
    const [row] = await tx.query<{ param_value: string }>(strictSql);
    return row?.param_value !== 'simple';
  });
}

export async function refuseClash(tx: Tx, roles: readonly RoleRow[]): Promise<void> {
  const clash = clashIn(roles, await isStrict(tx));
  if (clash) throw refusal('user.roleClash', 'platform.sysUser.roleClash', { a: clash[0], b: clash[1] });
}

/** R90, M60. */
export function refuseOwn(actor: Actor, userId: number): void {
  if (actor.userId === userId) throw refusal('user.own', 'platform.sysUser.own');
}

/** Whoever made an account does not bring it into use; the database refuses it as well. */
export async function refuseMaker({ tx, actor }: Pick<Call, 'tx' | 'actor'>, userId: number): Promise<void> {
  const made = await tx.query('select 1 from platform.sys_user where id = $1 and created_by = $2', [
    userId,
    actor.userId,
  ]);
  if (made.length > 0) throw refusal('user.maker', 'platform.sysUser.maker');
}

/** R90, M59. */
export async function refuseLast(tx: Tx, userId: number, kept: readonly string[] = []): Promise<void> {
  const role = await lastRoleOf(tx, userId, kept);
  if (role !== null) throw refusal('user.lastAdministrator', 'platform.sysUser.lastAdministrator', { role });
}

/** The role nobody else in use holds; whoever would take away the last active holder waits for whoever is doing the same, then counts. */
export async function lastRoleOf(tx: Tx, userId: number, kept: readonly string[] = []): Promise<string | null> {
  const held = await tx.query<{ code: string; name: string }>(
    `select r.role_code as code, r.role_name as name from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
     where ur.user_id = $1 and r.role_code = any ($2) and (ur.valid_until is null or ur.valid_until > now())`,
    [userId, superRoles],
  );
  const lost = held.filter(({ code }) => !kept.includes(code));
  if (lost.length === 0) return null;
  await tx.query("select pg_advisory_xact_lock(hashtext('platform.administrators'), $1)", [tx.scope.tenantNo]);
  for (const { code, name } of lost) {
    const others = await tx.query(
      `select 1 from platform.sys_user u join platform.sys_user_role ur on ur.user_id = u.id join platform.sys_role r on r.id = ur.role_id
       where u.id <> $1 and u.status = 'active' and r.role_code = $2 and r.status = 'enabled'
         and (ur.valid_until is null or ur.valid_until > now()) limit 1`,
      [userId, code],
    );
    if (others.length === 0) return name;
  }
  return null;
}

/** R92: a delegate gives delegable roles that fit the organisation, and nothing else. */
export function refuseForeignRoles(actor: Actor, roles: readonly RoleRow[], type: string): void {
  if (!isDelegate(actor)) return;
  const foreign = roles.find(({ delegable, principalTypes }) => !delegable || !principalTypes?.includes(type));
  if (foreign) throw refusal('user.notDelegable', 'platform.sysUser.notDelegable', { role: foreign.name });
}

/** An account of an organisation that the caller does not look after is not told from one that is not there. */
export function refuseForeignUnit(actor: Actor, principalId: number): void {
  const all = [...administrators, 'platform_admin'].some((one) => actor.roles.includes(one)) || actor.scope.system;
  if (!all && !actor.scope.principals.includes(principalId))
    throw invalid([{ field: 'principalId', key: 'error.field.ref' }]);
}

/** Regions lie inside the organisation's, and a delegate's inside the delegate's own. */
export function refuseForeignRegions(actor: Actor, regions: readonly number[], reach: Reach, own: Reach | null): void {
  const inside = (code: number, roots: readonly number[]) => roots.some((root) => within(code, root));
  const wrong = regions.some(
    (code) => !inside(code, reach.regions) || (isDelegate(actor) && !inside(code, own?.regions ?? [])),
  );
  if (wrong) throw invalid([{ field: 'regionCodes', key: 'platform.sysUser.regionOutside' }]);
}

export const readOnlyRoles = () => new AppError(403, 'platform.sysUser.rolesReadOnly');
