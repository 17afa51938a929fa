import type { MenuItem } from '#modules/platform/contract/auth/session.ts';

const notKept = new Set([
  '/system/user/edit',
  '/system/user/import',
  '/tenant/tenantInfo/authority',
  '/tenant/tenantInfo/systemSettings',
  '/tenant/encyclopedia/edit',
  '/anm/notice/edit',
]);

/** Whether a page stays alive behind other tabs: not details, not product forms, and not a few forms by name. */
export function isKept(path: string, item: Pick<MenuItem, 'kind' | 'keepAlive'> | undefined): boolean {
  if (notKept.has(path) || item?.keepAlive === false || item?.kind === 'detail') return false;
  return !(item?.kind === 'form' && /^\/(suppliers|selectionLib)\//.test(path));
}
