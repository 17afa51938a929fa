import { AppError, type FieldError, invalid, notFound, staleVersion } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { whenMissing } from '#kit/server/missing.ts';
import * as contract from '#modules/platform/contract/role/sys-menu.ts';
import { raiseTenants } from '../../tenant/sys-tenant.ts';
import { coverage } from './coverage.ts';

type Terminal = contract.Terminal;
type Form = Call<typeof contract.menuCalls.web.add>['body'];

const columns = `m.id, m.menu_name as "menuName", m.menu_name_tw as "menuNameTw", m.menu_name_en as "menuNameEn", m.visible, m.menu_type as "menuType", m.order_num as "orderNum",
  m.parent_id as "parentId", m.path, m.icon, m.permission, m.link_type as "linkType", m.keep_alive as "keepAlive", m.system_id as "systemId",
  case when m.published then 'enabled' else 'disabled' end as status, m.status = 'enabled' as built, m.version`;

async function lock(tx: Tx, terminal: Terminal, id: number, version?: number): Promise<contract.MenuRow> {
  const [row] = await tx.query<contract.MenuRow>(
    `select ${columns} from platform.sys_menu m where m.id = $1 and m.terminal = $2 for update of m`,
    [id, terminal],
  );
  if (!row) throw notFound();
  if (version !== undefined && row.version !== version) throw staleVersion();
  return row;
}

/** R111 and the shape of the tree: what may stand below what, paths that exist, actions that are nobody else's. */
async function check(tx: Tx, terminal: Terminal, form: Form, id: number | null): Promise<void> {
  const faults: FieldError[] = [];
  const parent =
    form.parentId === null ? null : await lock(tx, terminal, form.parentId).catch(whenMissing(() => undefined));
  const fits =
    parent === null
      ? form.menuType === 1
      : parent !== undefined &&
        ((form.menuType === 2 && parent.menuType <= 2) ||
          (form.menuType === 3 && parent.menuType <= 2) ||
          (form.menuType === 4 && parent.menuType === 3));
  if (!fits) faults.push({ field: 'parentId', key: 'platform.sysMenu.wrongParent' });
  if (id !== null && form.parentId !== null && (await isBelow(tx, form.parentId, id)))
    faults.push({ field: 'parentId', key: 'platform.sysMenu.underItself' });
  if (form.menuType === 3) {
    if (!form.path) faults.push({ field: 'path', key: 'error.field.required' });
    // The mobile app has screens of its own.
    else if (terminal === 'web') {
      const known = await tx.query('select 1 from platform.sys_screen where path = $1', [form.path]);
      if (known.length === 0) faults.push({ field: 'path', key: 'platform.sysMenu.noSuchScreen' });
    } else if (!/^\/[\w/-]+$/.test(form.path)) faults.push({ field: 'path', key: 'error.field.pattern' });
    if (!form.permission) faults.push({ field: 'permission', key: 'error.field.required' });
  }
  if (form.menuType === 4) {
    if (!form.permission) faults.push({ field: 'permission', key: 'error.field.required' });
    const [taken] = await tx.query<{ name: string }>(
      'select menu_name as name from platform.sys_menu where terminal = $1 and menu_type = 4 and permission = $2 and id is distinct from $3',
      [terminal, form.permission ?? '', id],
    );
    if (taken) faults.push({ field: 'permission', key: 'error.duplicate' });
  }
  if (faults.length > 0) throw invalid(faults);
}

async function isBelow(tx: Tx, candidate: number, id: number): Promise<boolean> {
  const found = await tx.query(
    `with recursive above(id, parent_id) as (
       select id, parent_id from platform.sys_menu where id = $1 union select m.id, m.parent_id from platform.sys_menu m join above a on m.id = a.parent_id
     ) select 1 from above where id = $2`,
    [candidate, id],
  );
  return found.length > 0;
}

const valuesOf = (form: Form): unknown[] => [
  form.menuName,
  form.menuNameTw || form.menuName,
  form.menuNameEn || form.menuName,
  form.menuType,
  form.visible ?? 1,
  form.orderNum,
  form.parentId,
  form.menuType === 3 ? form.path : null,
  form.permission || null,
  form.icon || null,
  form.systemId,
  form.linkType ?? 0,
  form.keepAlive ?? true,
  form.status !== 'disabled',
];

/** One menu, written; the demo makes the mobile app's with it. */
export async function insertMenu(tx: Tx, terminal: Terminal, form: Form): Promise<{ id: number; version: number }> {
  const [made] = await tx.query<{ id: number; version: number }>(
    `insert into platform.sys_menu (menu_name, menu_name_tw, menu_name_en, menu_type, visible, order_num, parent_id, path, permission, icon, system_id, link_type, keep_alive,
       published, terminal, status, updated_by)
     values ($1, $2, $3, $4::smallint, $5, $6, $7, $8::text, $9, $10, $11, $12, $13, $14, $15::text,
       case when $4::smallint = 3 and $15::text = 'web' and not exists (select 1 from platform.sys_screen where path = $8::text and built) then 'disabled' else 'enabled' end, $16)
     returning id, version`,
    [...valuesOf(form), terminal, tx.scope.userId],
  );
  if (!made) throw notFound();
  return made;
}

const about = (id: number, name: string) => ({ module: 'platform', entity: 'sysMenu', entityId: id, entityName: name });

async function remove(call: Call<typeof contract.menuCalls.web.remove>, terminal: Terminal) {
  const { tx } = call;
  const row = await lock(tx, terminal, call.params.id);
  const children = await tx.query<{ name: string }>(
    'select menu_name as name from platform.sys_menu where parent_id = $1 order by order_num limit 20',
    [row.id],
  );
  const roles = await tx.query<{ name: string }>('select name from platform.menu_roles($1) limit 20', [row.id]);
  if (children.length + roles.length > 0)
    throw new AppError(409, children.length > 0 ? 'platform.sysMenu.hasChildren' : 'platform.sysMenu.isGranted', {
      args: { names: [...children, ...roles].map((one) => one.name).join('、') },
      errors: [
        ...children.map(({ name }) => ({ field: 'children', key: 'platform.sysMenu.named', args: { name } })),
        ...roles.map(({ name }) => ({ field: 'roles', key: 'platform.sysMenu.named', args: { name } })),
      ],
    });
  await tx.query('delete from platform.sys_menu where id = $1', [row.id]);
  await audit(tx, call as unknown as Call, { ...about(row.id, row.menuName), action: 'remove', before: row });
  call.answer.msg = call.say('ok.removed');
  return { removed: 1 };
}

async function move(call: Call<typeof contract.menuCalls.web.move>, terminal: Terminal) {
  const { id, parentId, index } = call.body;
  const { tx } = call;
  const row = await lock(tx, terminal, id);
  await check(tx, terminal, { ...row, parentId, path: row.path, permission: row.permission, icon: row.icon }, id);
  const siblings = await tx.query<{ id: number }>(
    'select id from platform.sys_menu where terminal = $1 and parent_id is not distinct from $2 and id <> $3 order by order_num, id for update',
    [terminal, parentId, id],
  );
  const order = siblings.map((one) => one.id);
  order.splice(Math.min(index, order.length), 0, id);
  await tx.query(
    `update platform.sys_menu m set order_num = o.n * 10, parent_id = $3, system_id = coalesce((select p.system_id from platform.sys_menu p where p.id = $3), m.system_id),
       version = version + 1, updated_by = $4, updated_at = now()
     from unnest($1::bigint[], $2::int[]) o(id, n) where m.id = o.id`,
    [order, order.map((_, at) => at + 1), parentId, call.actor.userId],
  );
  await audit(tx, call as unknown as Call, {
    ...about(id, row.menuName),
    action: 'edit',
    before: { parentId: row.parentId, orderNum: row.orderNum },
    after: { parentId, index },
  });
  await raiseTenants(tx, 'all');
  call.answer.msg = call.say('ok.saved');
  return null;
}

/** The usual actions of a page: those that no page has yet. */
async function generate(call: Call<typeof contract.menuCalls.web.generate>, terminal: Terminal) {
  const { tx } = call;
  const page = await lock(tx, terminal, call.body.id);
  const stem = page.permission?.split(':').slice(0, -1).join(':');
  if (page.menuType !== 3 || !stem) throw invalid([{ field: 'id', key: 'platform.sysMenu.noPermission' }]);
  const wanted = call.body.verbs.map((verb) => `${stem}:${verb}`).filter((one) => one !== page.permission);
  const known = await tx.query<{ permission: string }>(
    'select permission from platform.sys_menu where terminal = $1 and permission = any ($2) and menu_type = 4',
    [terminal, wanted],
  );
  const made = wanted.filter((one) => !known.some((row) => row.permission === one));
  for (const [at, permission] of made.entries()) {
    const verb = permission.split(':').at(-1) ?? '';
    const common = { menuName: verb, menuNameTw: verb, menuNameEn: verb, menuType: 4, parentId: page.id };
    const { id } = await insertMenu(tx, terminal, {
      ...common,
      permission,
      orderNum: page.orderNum + at + 1,
      systemId: page.systemId,
    });
    await joinItem(tx, page.id, id);
  }
  await audit(tx, call as unknown as Call, {
    ...about(page.id, page.menuName),
    action: 'add',
    after: { permissions: made },
  });
  await raiseTenants(tx, 'all');
  call.answer.msg = call.say('platform.sysMenu.generated', { n: made.length });
  return { made };
}

/** A new action is sold with its page. */
async function joinItem(tx: Tx, pageId: number, actionId: number): Promise<void> {
  await tx.query('select platform.join_item($1, $2)', [pageId, actionId]);
}

async function actions(call: Call<typeof contract.menuCalls.web.actions>, terminal: Terminal) {
  const { menuId, roleId } = call.query;
  const name = { zh_CN: 'menu_name', zh_TW: 'menu_name_tw', en: 'menu_name_en' }[call.language];
  const [rows] = await call.database.read<
    [{ id: number; name: string; parentId: number | null; type: number; permission: string | null; checked: boolean }]
  >(call.actor.scope, {
    text: `select m.id, m.${name} as name, m.parent_id as "parentId", m.menu_type as type, m.permission,
             exists (select 1 from platform.sys_role_menu r where r.menu_id = m.id and r.role_id = $3) as checked
           from platform.sys_menu m where m.terminal = $1 and m.menu_type in (3, 4) and ($2::bigint is null or m.id = $2 or m.parent_id = $2)
             and m.id in (select platform.tenant_menus($4)) order by m.order_num, m.id`,
    values: [terminal, menuId ?? null, roleId ?? 0, call.actor.tenantNo],
  });
  return rows
    .filter((row) => row.type === 3)
    .map((page) => ({
      menuId: page.id,
      menuName: page.name,
      parentId: page.parentId,
      actions: [page, ...rows.filter((row) => row.type === 4 && row.parentId === page.id)].flatMap((row) =>
        row.permission ? [{ id: row.id, menuName: row.name, permission: row.permission, checked: row.checked }] : [],
      ),
    }));
}

const routesOf = (terminal: Terminal): Route[] => {
  const calls = contract.menuCalls[terminal] as typeof contract.menuCalls.web;
  return [
    serve('platform', calls.list, async (call) => {
      const { menuName, visible, systemId, parentId, status } = call.query;
      const [rows] = await call.database.read<[contract.MenuRow]>(call.actor.scope, {
        text: `select ${columns} from platform.sys_menu m where m.terminal = $1
                 and ($2::text is null or m.menu_name ilike $2 or m.menu_name_en ilike $2 or m.path ilike $2 or m.permission ilike $2)
                 and ($3::int is null or m.visible = $3) and ($4::int is null or m.system_id = $4) and ($5::bigint is null or m.parent_id = $5)
                 and ($6::boolean is null or m.published = $6) order by m.order_num, m.id`,
        values: [
          terminal,
          menuName ? `%${menuName.replace(/[\\%_]/g, '\\$&')}%` : null,
          visible ?? null,
          systemId ?? null,
          parentId ?? null,
          status === undefined ? null : status === 'enabled',
        ],
      });
      call.answer.total = rows.length;
      return rows;
    }),
    serve('platform', calls.actions, (call) => actions(call, terminal)),
    serve('platform', calls.add, async (call) => {
      await check(call.tx, terminal, call.body, null);
      const made = await insertMenu(call.tx, terminal, call.body);
      if (call.body.menuType === 4 && call.body.parentId) await joinItem(call.tx, call.body.parentId, made.id);
      await audit(call.tx, call as unknown as Call, {
        ...about(made.id, call.body.menuName),
        action: 'add',
        after: call.body,
      });
      await raiseTenants(call.tx, 'all');
      call.answer.msg = call.say('ok.saved');
      return made;
    }),
    serve('platform', calls.edit, async (call) => {
      const { id, version, ...form } = call.body;
      const before = await lock(call.tx, terminal, id, version);
      if (before.menuType !== form.menuType) throw invalid([{ field: 'menuType', key: 'platform.sysMenu.typeStays' }]);
      await check(call.tx, terminal, form, id);
      const [saved] = await call.tx.query<{ id: number; version: number }>(
        `update platform.sys_menu set menu_name = $1, menu_name_tw = $2, menu_name_en = $3, menu_type = $4, visible = $5, order_num = $6, parent_id = $7, path = $8, permission = $9,
           icon = $10, system_id = $11, link_type = $12, keep_alive = $13, published = $14, version = version + 1, updated_by = $15, updated_at = now() where id = $16 returning id, version`,
        [...valuesOf(form), call.actor.userId, id],
      );
      await audit(call.tx, call as unknown as Call, {
        ...about(id, form.menuName),
        action: 'edit',
        before,
        after: form,
      });
      await raiseTenants(call.tx, 'all');
      call.answer.msg = call.say('ok.saved');
      return saved ?? { id, version };
    }),
    serve('platform', calls.remove, (call) => remove(call, terminal)),
    serve('platform', calls.move, (call) => move(call, terminal)),
    serve('platform', calls.generate, (call) => generate(call, terminal)),
  ];
};

export const menuRoutes = (): Route[] => [
  ...contract.terminals.flatMap(routesOf),
  serve('platform', contract.menuCoverage, coverage),
];
