import { type FieldError, invalid, refusal } from '#kit/contract/errors.ts';
import { outermost, within } from '#kit/contract/region.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { clipTo, heldFunctions, raisePermVersion } from '#modules/platform/server/index.ts';
import { subAdmin, subAdminFunctions } from '#modules/registry/contract/people/sub-admin.ts';
import type { SubAdminClip } from '../extension-points.ts';
import { mayGive } from '../principal/grants/unit.ts';

const entity = 'registry.subAdmin';
/** Who was given a part gives no part of it on. */
const own = 'pri:subAdmin:';

const mayHandOn = async (call: Call) => (await heldFunctions(call)).filter((one) => !one.permission.startsWith(own));

/** R30: a grant is part of what its giver holds, by function and by region, and never given by somebody who holds one. */
async function check(
  call: Call,
  given: { actions: readonly string[]; regionCodes: readonly number[]; expireOn: string | null },
): Promise<{ actions: string[]; regionCodes: number[]; menuIds: number[]; grantedBy: number }> {
  const { tx, actor } = call;
  const isOne = await inTenant(tx, actor.tenantNo, 'subAdmin', (whole) =>
    whole.query('select 1 from platform.delegation($1)', [actor.userId]),
  );
  if (isOne.length > 0) throw refusal('subAdminNames', 'registry.subAdmin.notFurther');
  const functions = await mayHandOn(call);
  const held = new Set(functions.map((one) => one.permission));
  const limits = actor.scope.regions.length > 0 ? await mayGive(tx, actor) : [];
  const faults: FieldError[] = [];
  const actions = [...new Set(given.actions)].sort();
  if (actions.length === 0) faults.push({ field: 'actions', key: 'error.field.required' });
  if (actions.some((one) => !held.has(one))) faults.push({ field: 'actions', key: 'registry.subAdmin.notHeld' });
  if (limits.length > 0 && given.regionCodes.length === 0)
    faults.push({ field: 'regionCodes', key: 'error.field.required' });
  if (given.regionCodes.some((code) => !limits.some((limit) => within(code, limit))))
    faults.push({ field: 'regionCodes', key: 'registry.jurisdiction.regionOutside' });
  if (given.expireOn !== null && given.expireOn < today())
    faults.push({ field: 'expireOn', key: 'registry.serviceInfo.over' });
  if (faults.length > 0) throw invalid(faults);
  return {
    actions,
    regionCodes: outermost(given.regionCodes),
    menuIds: functions.filter((one) => actions.includes(one.permission)).map((one) => one.id),
    grantedBy: actor.userId,
  };
}

/** The account of a member of staff of the own unit or of one below it. */
async function accountOf(call: Call, staffId: number): Promise<{ userId: number; principalId: number }> {
  const { tx, actor } = call;
  const [row] = await tx.query<{ userId: number | null; principalId: number; status: string }>(
    `select coalesce(s.user_id, (select u.id from platform.sys_user u where u.tenant_no = s.tenant_no and u.staff_id = s.id limit 1)) as "userId",
       s.principal_id as "principalId", s.status from registry.staff s where s.id = $1`,
    [staffId],
  );
  const wrong = (key: string) => invalid([{ field: 'staffId', key }]);
  if (!row || !actor.scope.principals.includes(row.principalId)) throw wrong('error.field.ref');
  if (row.status !== 'active') throw wrong('registry.grid.staffAway');
  if (row.userId === null) throw wrong('registry.subAdmin.noAccount');
  if (row.userId === actor.userId) throw wrong('registry.subAdmin.notSelf');
  const [account] = await tx.query<{ principalId: number; status: string }>(
    'select principal_id as "principalId", status from platform.sys_user where id = $1',
    [row.userId],
  );
  if (account?.status !== 'active' || account.principalId !== row.principalId)
    throw wrong('registry.subAdmin.noAccount');
  const taken = await tx.query("select 1 from registry.sub_admin where user_id = $1 and status = 'active'", [
    row.userId,
  ]);
  if (taken.length > 0) throw wrong('registry.subAdmin.already');
  return { userId: row.userId, principalId: row.principalId };
}

const felt = async (call: Call, id: number): Promise<void> => {
  const [row] = await call.tx.query<{ userId: number }>(
    'select user_id as "userId" from registry.sub_admin where id = $1',
    [id],
  );
  // Accounts are the platform's; that this one may be touched was settled by the grant itself.
  if (row)
    await inTenant(call.tx, call.actor.tenantNo, 'subAdmin', (whole) =>
      raisePermVersion(whole, { userIds: [row.userId] }),
    );
};

async function takeBack(tx: Tx, rows: readonly { id: number; userId: number }[], reason: string): Promise<void> {
  for (const { id, userId } of rows) {
    await tx.query(
      "update registry.sub_admin set status = 'revoked', version = version + 1, updated_at = now(), updated_by = $2 where id = $1",
      [id, tx.scope.userId],
    );
    await recordTransition(
      tx,
      { userId: tx.scope.userId, nickname: null },
      { entity, entityId: id, name: 'revoke', from: 'active', to: 'revoked', remark: reason },
    );
    await raisePermVersion(tx, { userIds: [userId] });
  }
}

/** R10: what units lost is cut from the grants of their people and from those their people gave; a grant left without a region is over. */
export const clipSubAdminRegions: SubAdminClip = async (tx, heldBy, dryRun) => {
  const rows = await tx.query<{ id: number; userId: number; regions: number[]; units: number[] }>(
    `select s.id, s.user_id as "userId", array(select r::bigint from jsonb_array_elements_text(s.region_codes) r order by 1) as regions,
       array(select p from unnest(array[s.principal_id, g.principal_id]) p where p = any ($1)) as units
     from registry.sub_admin s join platform.sys_user g on g.id = s.granted_by
     where s.status = 'active' and (s.principal_id = any ($1) or g.principal_id = any ($1)) and s.region_codes <> '[]'`,
    [[...heldBy.keys()]],
  );
  let touched = 0;
  for (const { id, userId, regions, units } of rows) {
    const left = units.reduce<readonly number[]>((codes, unit) => clipTo(codes, heldBy.get(unit) ?? []), regions);
    if (left.join() === outermost(regions).join()) continue;
    touched += 1;
    if (dryRun) continue;
    if (left.length === 0) {
      await takeBack(tx, [{ id, userId }], 'registry.subAdmin.nothingLeft');
      continue;
    }
    await tx.query(
      'update registry.sub_admin set region_codes = $2, version = version + 1, updated_at = now(), updated_by = $3 where id = $1',
      [id, JSON.stringify(left), tx.scope.userId],
    );
    await raisePermVersion(tx, { userIds: [userId] });
  }
  return touched;
};

/** Grants whose last day has passed; they gave nothing since, this only says so. */
export async function endLapsed(tx: Tx): Promise<number> {
  const rows = await tx.query<{ id: number; userId: number }>(
    `select id, user_id as "userId" from registry.sub_admin where status = 'active' and expire_on < $1 order by id`,
    [today()],
  );
  await takeBack(tx, rows, 'registry.subAdmin.lapsed');
  return rows.length;
}

const accountFact = (column: string) => `(select u.${column} from platform.sys_user u where u.id = t.user_id)`;

/** R63: people who went to the survivor keep what they were given. */
export async function reassignGrants(tx: Tx, from: number, to: number): Promise<void> {
  await tx.query(
    "update registry.sub_admin set principal_id = $2, version = version + 1, updated_at = now() where tenant_no = $3 and principal_id = $1 and status = 'active'",
    [from, to, tx.scope.tenantNo],
  );
}

export const subAdminRoutes = (): Route[] => [
  ...serveResource(subAdmin)({
    expressions: {
      username: accountFact('username'),
      phone: '(select s.phone_mask from registry.staff s where s.id = t.staff_id)',
      lastLoginTime: accountFact('last_login_time'),
      grantedByName: '(select u.nickname from platform.sys_user u where u.id = t.granted_by)',
      pages: `coalesce((select jsonb_agg(distinct jsonb_build_object('zh', p.menu_name, 'tw', p.menu_name_tw, 'en', p.menu_name_en)) from jsonb_array_elements_text(t.menu_ids) x
        join platform.sys_menu m on m.id = x::bigint join platform.sys_menu p on p.id = case when m.menu_type = 4 then m.parent_id else m.id end), '[]')`,
      regionNames: `(select string_agg(r.name, '、' order by r.code) from platform.sys_region r where r.code in (select c::bigint from jsonb_array_elements_text(t.region_codes) c))`,
    },
    before: {
      add: async (call, values) => ({ ...(await check(call, values)), ...(await accountOf(call, values.staffId)) }),
      edit: async (call, values) => check(call, values),
    },
    after: {
      add: felt,
      edit: felt,
      transition: (call, move) => felt(call, move.id),
    },
    can: (row, verb, actor) => row.userId !== actor.userId || verb === 'detail',
  }),
  serve('registry', subAdminFunctions, async (call) => ({
    // Several pages may show themselves by one string: it is offered once, under the first.
    functions: (await mayHandOn(call as unknown as Call))
      .filter((one, at, all) => all.findIndex((other) => other.permission === one.permission) === at)
      .map(({ id: _id, ...one }) => one),
    byRegion: call.actor.scope.regions.length > 0,
  })),
];
