import type { TextArgs } from '#kit/contract/errors.ts';
import { forbidden, notFound } from '#kit/contract/errors.ts';
import { within } from '#kit/contract/region.ts';
import { permissionFor, type Transition, transitionKey, transitionPermission } from '#kit/contract/resource.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { mapOf, type TableMap } from '#kit/server/resource/columns.ts';
import { decode } from '#kit/server/resource/row.ts';
import { type ExplainStep, explainAccess } from '#modules/platform/contract/role/access.ts';
import { directory } from '../account/directory.ts';
import { labelIn, roleNameSql, seenUser } from '../account/user-reads.ts';
import type { SessionAuthenticator } from '../auth/authenticator.ts';
import { regionName } from '../reference/region/regions.ts';
import { allMenus, menuName } from './roles.ts';

type Asked = Call<typeof explainAccess>;
type Kind = ExplainStep['kind'];

/** Gathers what grants and what is missing, one sentence each, in the order the product itself asks. */
class Reasons {
  readonly steps: ExplainStep[] = [];
  readonly #say: (key: string, args?: TextArgs) => string;
  constructor(say: (key: string, args?: TextArgs) => string) {
    this.#say = say;
  }
  add(kind: Kind, ok: boolean | null, key: string, args: TextArgs = {}): boolean {
    this.steps.push({ kind, ok, text: this.#say(`platform.explain.${key}`, args) });
    return ok !== false;
  }
  get granted(): boolean {
    return this.steps.every((step) => step.ok !== false);
  }
}

const joined = (call: Asked, names: readonly string[]) => names.join(call.language === 'en' ? ', ' : '\u3001');

/** The account itself, and the roles that hold a permission. */
async function permission(call: Asked, reasons: Reasons, target: Actor, wanted: string): Promise<void> {
  const menus = await allMenus(call.database, call.actor.scope);
  const menu = menus.find((row) => row.permission === wanted);
  if (!menu) {
    reasons.add('package', false, 'noSuchPermission', { permission: wanted });
    return;
  }
  const all = menus.filter((row) => row.permission === wanted && row.type === 3);
  if (all.length > 0 && all.every((row) => !row.built))
    reasons.add('package', false, 'notOpened', { name: menuName(menu, call) });
  else reasons.add('package', true, 'opened');
  const [rows] = await call.database.read<[{ name: string; mine: boolean; live: boolean; validUntil: string | null }]>(
    call.actor.scope,
    {
      text: `select ${roleNameSql(call.language)} as name, ur.user_id is not null as mine, r.status = 'enabled' and (ur.valid_until is null or ur.valid_until > now()) as live,
               ur.valid_until as "validUntil"
             from platform.sys_role_seen r left join platform.sys_user_role ur on ur.role_id = r.id and ur.user_id = $2
             where exists (select 1 from platform.sys_role_menu rm join platform.sys_menu m on m.id = rm.menu_id where rm.role_id = r.id and m.permission = $1)
             order by r.order_num`,
      values: [wanted, target.userId],
    },
  );
  const granting = rows.filter((row) => row.mine && row.live);
  if (granting.length > 0) {
    reasons.add('role', true, 'roleGrants', {
      roles: joined(
        call,
        granting.map((row) => row.name),
      ),
      permission: wanted,
    });
    return;
  }
  const ended = rows.find((row) => row.mine);
  if (ended) reasons.add('role', false, 'roleEnded', { role: ended.name });
  else if (rows.length === 0) reasons.add('role', false, 'noRoleHolds', { permission: wanted });
  else
    reasons.add('role', false, 'roleMissing', {
      permission: wanted,
      roles: joined(
        call,
        rows.slice(0, 5).map((row) => row.name),
      ),
    });
}

const sees = async (call: Asked, actor: Actor, map: TableMap, id: number) => {
  const [[row]] = await call.database.read<[Record<string, unknown>]>(actor.scope, {
    text: `select ${map.select} from ${map.table} t where t.id = $1`,
    values: [id],
  });
  return row;
};

/** Of a record nobody is told more than they could open themselves. */
async function record(call: Asked, reasons: Reasons, target: Actor): Promise<string> {
  const { entity = '', recordId = 0, verb } = call.query;
  const map = mapOf(entity);
  if (!map?.resource.operations.includes('detail')) throw notFound();
  const { resource } = map;
  await permission(call, reasons, target, permissionFor(resource, 'detail'));
  const theirs = await sees(call, target, map, recordId);
  const mine = call.actor.userId === target.userId ? theirs : await sees(call, call.actor, map, recordId);
  const mayRead = call.actor.actions.has(permissionFor(resource, 'detail'));
  if (call.actor.userId !== target.userId && (!mine || !mayRead)) throw notFound();
  const title = mine ? String(mine[resource.title] ?? recordId) : `#${recordId}`;
  const regions = target.scope.regions;
  const where =
    regions.length > 0
      ? joined(
          call,
          regions.slice(0, 5).map((code) => regionName(code) ?? String(code)),
        )
      : '';
  if (!theirs) {
    const code = mine?.regionCode;
    if (typeof code === 'number')
      reasons.add('region', false, regions.length > 0 ? 'outsideRegion' : 'noRegion', {
        region: regionName(code) ?? String(code),
        regions: where,
      });
    else reasons.add('record', false, regions.length > 0 ? 'recordHiddenRegion' : 'recordHidden', { regions: where });
    return title;
  }
  const code = theirs.regionCode;
  const inside = typeof code === 'number' && regions.some((root) => within(code, root));
  if (inside)
    reasons.add('region', true, 'insideRegion', { region: regionName(code as number) ?? String(code), regions: where });
  else if (resource.scope === 'jurisdiction') reasons.add('organisation', true, 'asParty');
  else reasons.add('organisation', true, 'wholeTenant');
  if (verb) await state(call, reasons, target, map, theirs, verb);
  return title;
}

/** The verb's own permission, and whether the record's state allows it. */
async function state(
  call: Asked,
  reasons: Reasons,
  target: Actor,
  { resource }: TableMap,
  raw: Record<string, unknown>,
  verb: string,
): Promise<void> {
  const transition = resource.transitions?.[verb] as Transition | undefined;
  const isOperation = ['edit', 'remove'].includes(verb) && resource.operations.includes(verb as 'edit');
  if (!transition && !isOperation) throw notFound();
  await permission(
    call,
    reasons,
    target,
    transition ? transitionPermission(resource, verb) : permissionFor(resource, verb as 'edit'),
  );
  const row = decode(resource, raw, target, call.language) as Record<string, unknown> & { _can: string[] };
  const from = transition?.from ?? resource.editableIn;
  const now = resource.stateField ? String(row[resource.stateField]) : null;
  const name = transition ? `@${transitionKey(resource, verb)}` : `@verb.${verb}`;
  if (from && now !== null) {
    const dict = resource.fields[resource.stateField as string].dict ?? '';
    const label = (value: string) => labelIn(call, dict, value);
    const key = from.includes(now) ? 'stateAllows' : 'stateRefuses';
    reasons.add('state', from.includes(now), key, { name, status: label(now), from: joined(call, from.map(label)) });
  }
}

async function explain(call: Asked, authenticator: SessionAuthenticator) {
  const userId = call.query.userId ?? call.actor.userId;
  const isSelf = userId === call.actor.userId;
  if (!isSelf && !call.actor.actions.has('sys:user:list') && !call.actor.actions.has('sys:access:review'))
    throw forbidden();
  const user = isSelf
    ? { nickname: call.actor.nickname, status: 'active' as string, principalId: call.actor.principalId }
    : await seenUser(call, userId);
  const reasons = new Reasons(call.say);
  reasons.add('account', user.status === 'active', user.status === 'active' ? 'accountActive' : 'accountState', {
    name: user.nickname,
    status: labelIn(call, 'user_status', user.status),
  });
  const target = isSelf ? call.actor : await authenticator.actorOf(userId);
  const { path, permission: wanted } = call.query;
  let subject = wanted ?? path ?? '';
  if (!target) return { granted: false, subject, steps: reasons.steps };
  if (path) {
    const menus = await allMenus(call.database, call.actor.scope);
    const page = menus.find((row) => row.type === 3 && row.path === path);
    if (!page) {
      reasons.add('package', false, 'noSuchPage', { path });
    } else {
      subject = menuName(page, call);
      if (!page.built) reasons.add('package', false, 'notOpened', { name: subject });
      else if (page.permission) await permission(call, reasons, target, page.permission);
    }
  } else if (wanted) await permission(call, reasons, target, wanted);
  else subject = await record(call, reasons, target);
  if (!call.query.entity) await reachOf(call, reasons, target);
  return { granted: reasons.granted, subject, steps: reasons.steps };
}

/** What of the rows behind a screen the account would see. */
async function reachOf(call: Asked, reasons: Reasons, target: Actor): Promise<void> {
  const { regions, principals, selfOnly } = target.scope;
  const names = regions.slice(0, 5).map((code) => regionName(code) ?? String(code));
  if (regions.length > 0)
    reasons.add('region', null, 'rowsByRegion', { regions: joined(call, names), n: regions.length });
  else if (selfOnly) reasons.add('organisation', null, 'rowsOwn');
  else {
    const reach = await directory().reach(call.database, target.tenantNo, target.principalId);
    reasons.add('organisation', null, 'rowsByUnit', { name: reach?.name ?? '', n: principals.length });
  }
}

export const explainRoutes = (authenticator: SessionAuthenticator): Route[] => [
  serve('platform', explainAccess, (call) => explain(call, authenticator)),
];
