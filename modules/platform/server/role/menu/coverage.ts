import type { Call } from '#kit/server/http/call.ts';
import type { menuCoverage } from '#modules/platform/contract/role/sys-menu.ts';

interface Place {
  id: number | null;
  name: string;
  path: string | null;
  note: string | null;
}

/** Screens in no menu, pages and actions in no item, permissions in no role: each is a hole somebody falls into. */
export async function coverage(call: Call<typeof menuCoverage>) {
  const of = (table: string, column: string) =>
    `${table}.${column}_name${{ zh_CN: '', zh_TW: '_tw', en: '_en' }[call.language]}`;
  const [[sums], inNoMenu, inNoItem, inNoRole] = await call.database.read<
    [{ screens: number; built: number; menus: number }, Place, Place, Place]
  >(
    call.actor.scope,
    {
      text: `select count(*)::int as screens, count(*) filter (where built)::int as built, (select count(*)::int from platform.sys_menu) as menus from platform.sys_screen`,
      values: [],
    },
    {
      text: `select null::bigint as id, ${of('s', 'screen')} as name, s.path, s.permission as note from platform.sys_screen s
             where s.permission is not null and not exists (select 1 from platform.sys_menu m where m.path = s.path and m.menu_type = 3) order by s.path limit 200`,
      values: [],
    },
    {
      text: `select m.id, ${of('m', 'menu')} as name, m.path, m.permission as note from platform.sys_menu m
             where m.menu_type in (3, 4) and m.permission is not null and not exists (select 1 from platform.sys_function_item i where i.menu_ids @> to_jsonb(m.id))
             order by m.order_num limit 200`,
      values: [],
    },
    {
      text: `select m.id, ${of('m', 'menu')} as name, m.path, m.permission as note from platform.sys_menu m
             where m.menu_type in (3, 4) and m.status = 'enabled' and m.permission is not null and m.terminal = 'web'
               and not exists (select 1 from platform.sys_role_menu r join platform.sys_menu o on o.id = r.menu_id where o.permission = m.permission)
             order by m.order_num limit 200`,
      values: [],
    },
  );
  return { ...(sums ?? { screens: 0, built: 0, menus: 0 }), inNoMenu, inNoItem, inNoRole };
}
