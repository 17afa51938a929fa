import { useMemo } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { MenuItem } from '#modules/platform/contract/auth/session.ts';
import { pages } from '../pages.ts';
import { useUser } from '../session/use-user.ts';
import type { MenuNode } from './menu-tree.ts';

type DailyWork = Readonly<Record<string, readonly string[]>>;

type FirstPages = Readonly<Record<string, string>>;

const found = import.meta.glob<{ dailyWork: DailyWork; firstPages?: FirstPages }>(
  '../../../modules/*/contract/daily-work.ts',
  { eager: true },
);
const first: FirstPages = Object.assign({}, ...Object.values(found).map((one) => one.firstPages ?? {}));
const declared = Object.values(found).map((one) => one.dailyWork);

/** Menus of the database count from one. */
export const workId = -1;

/** Paths that the roles open every day, in the order of their work. */
export const workPaths = (roles: readonly string[], work: readonly DailyWork[] = declared): readonly string[] => [
  ...new Set(
    roles.flatMap((role) => {
      const paths = work.flatMap((one) => one[role] ?? []);
      const begins = first[role];
      return begins && paths.includes(begins) ? [begins, ...paths] : paths;
    }),
  ),
];

/** What the roles open every day, as far as the user may, in one branch whatever system it lies in; none without any. */
export function workBranch(
  roles: readonly string[],
  granted: readonly MenuItem[],
  name: string,
  work: readonly DailyWork[] = declared,
): MenuNode | null {
  const byPath = new Map(granted.map((item) => [item.path, item]));
  const children = workPaths(roles, work).flatMap((path, index): MenuNode[] => {
    const item = byPath.get(path);
    return item ? [{ item: { ...item, id: workId - 1 - index, visible: 1 }, children: [] }] : [];
  });
  const [first] = children;
  if (!first) return null;
  const texts = { menuName: name, menuNameTw: name, menuNameEn: name, icon: 'SolutionOutlined', path: null };
  return { item: { ...first.item, ...texts, id: workId, menuType: 2, kind: null }, children };
}

/** The menu of the chosen system below the user's own work. */
export function useWithWork(nodes: readonly MenuNode[]): readonly MenuNode[] {
  const t = useT();
  const user = useUser();
  return useMemo(() => {
    const granted = user.pages.filter((one) => one.path && pages.has(one.path));
    const roles = user.roles.map((one) => one.roleCode);
    const own = workBranch(roles, granted, t('shell.header.myWork'));
    return own ? [own, ...nodes] : nodes;
  }, [nodes, user, t]);
}
