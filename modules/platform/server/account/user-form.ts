import { type FieldError, invalid } from '#kit/contract/errors.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { sysUser } from '#modules/platform/contract/account/sys-user.ts';
import { oncePerTx } from '../common/once-per-tx.ts';
import { regionCodeOf, regionName } from '../reference/region/regions.ts';
import { directory, type Reach } from './directory.ts';
import { type RoleRow, refuseForeignRegions, refuseForeignUnit, rolesOf, splitNames } from './user-rules.ts';

export type UserForm = FormOf<typeof sysUser>;

/** A form with its names looked up: nothing is left of what only a spreadsheet says. */
export interface Read {
  readonly reach: Reach;
  readonly roles: RoleRow[] | null;
  readonly regionCodes: number[] | null;
}

/** Looks up and checks what the declaration cannot: organisation, department, posts, roles, regions. Names become ids in place. */
export async function readForm(call: Call, values: UserForm): Promise<Read> {
  const reach = await readUnit(call, values);
  await readDept(call, values);
  await readPosts(call, values);
  const roles = values.roleIds === null ? null : await rolesOf(call.tx, values.roleIds);
  if (roles) values.roleIds = roles.map((role) => role.id);
  const regionCodes = await readRegions(call, values.regionCodes, reach);
  values.regionCodes = regionCodes;
  return { reach, roles, regionCodes };
}

async function readUnit(call: Call, values: UserForm): Promise<Reach> {
  const wrong = () => invalid([{ field: 'principalId', key: 'error.field.ref' }]);
  const given: unknown = values.principalId;
  if (typeof given === 'string') {
    const found = await oncePerTx(call.tx, `unit ${given}`, () => directory().named(call.tx, given));
    if (found.length > 1) throw invalid([{ field: 'principalId', key: 'platform.sysUser.twoUnits' }]);
    values.principalId = found[0] ?? 0;
  }
  refuseForeignUnit(call.actor, values.principalId);
  const reach = await reachIn(call, values.principalId);
  if (!reach || reach.status === 'closed') throw wrong();
  return reach;
}

export const reachIn = (call: Call, principalId: number): Promise<Reach | null> =>
  oncePerTx(call.tx, `reach ${principalId}`, () => directory().reach(call.database, call.actor.tenantNo, principalId));

async function readDept(call: Call, values: UserForm): Promise<void> {
  const given: unknown = values.deptId;
  if (given === null) return;
  const [dept] = await call.tx.query<{ id: number }>(
    `select id from platform.sys_dept where principal_id = $1 and ${typeof given === 'string' ? 'dept_name' : 'id'} = $2 limit 1`,
    [values.principalId, given],
  );
  if (!dept) throw invalid([{ field: 'deptId', key: 'platform.sysUser.otherUnitsDept' }]);
  values.deptId = dept.id;
}

async function readPosts(call: Call, values: UserForm): Promise<void> {
  if (values.postIds === null) return;
  const names = typeof values.postIds === 'string' ? splitNames(values.postIds) : null;
  const rows = await call.tx.query<{ id: number }>(
    `select id from platform.sys_post where ${names ? 'post_name = any ($1::text[]) or post_code = any ($1::text[])' : 'id = any ($1::bigint[])'}`,
    [names ?? values.postIds],
  );
  const wanted = names ?? [...new Set(values.postIds as number[])];
  if (rows.length !== wanted.length) throw invalid([{ field: 'postIds', key: 'error.field.ref' }]);
  values.postIds = rows.map((row) => row.id);
}

export async function readRegions(call: Call, given: number[] | string | null, reach: Reach): Promise<number[] | null> {
  if (given === null) return null;
  const faults: FieldError[] = [];
  const codes =
    typeof given === 'string'
      ? splitNames(given).map((name) =>
          /^\d{12}$/.test(name) ? Number(name) : (regionCodeOf(name, call.actor.tenantNo) ?? 0),
        )
      : [...new Set(given)];
  if (codes.some((code) => regionName(code) === null)) faults.push({ field: 'regionCodes', key: 'error.field.region' });
  if (faults.length > 0) throw invalid(faults);
  const own = await reachIn(call, call.actor.principalId);
  refuseForeignRegions(call.actor, codes, reach, own);
  return codes;
}
