import type { Call } from '#kit/server/http/call.ts';
import { allMenus, menuName, reserved } from '../roles.ts';

export interface HeldFunction {
  readonly id: number;
  readonly permission: string;
  readonly name: string;
  readonly page: string;
  readonly group: string;
}

/** Pages and actions the caller holds and may hand on; rights over rights stay where they are. */
export async function heldFunctions(
  call: Pick<Call, 'database' | 'actor' | 'say' | 'language'>,
): Promise<HeldFunction[]> {
  const menus = await allMenus(call.database, call.actor.scope);
  const byId = new Map(menus.map((row) => [row.id, row]));
  return menus.flatMap((row) => {
    const { permission } = row;
    if (row.type < 3 || permission === null || !call.actor.actions.has(permission) || reserved.has(permission))
      return [];
    const page = row.type === 4 ? byId.get(row.parentId ?? 0) : row;
    const branch = byId.get(page?.parentId ?? 0);
    return [
      {
        id: row.id,
        permission,
        name: menuName(row, call),
        page: page ? menuName(page, call) : '',
        group: branch ? menuName(branch, call) : '',
      },
    ];
  });
}
