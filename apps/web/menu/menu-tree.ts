import type { Language } from '#kit/contract/envelope.ts';
import type { MenuItem } from '#modules/platform/contract/auth/session.ts';

export interface MenuNode {
  readonly item: MenuItem;
  readonly children: readonly MenuNode[];
}

const firstLevel = 1;
const page = 3;
const action = 4;

/** The menu as it is drawn: actions and hidden items left out, in order, directories left empty not drawn. */
export function menuTree(items: readonly MenuItem[]): MenuNode[] {
  const drawn = items.filter((item) => item.menuType !== action && item.visible === 1);
  const ids = new Set(drawn.map((item) => item.id));
  const below = new Map<number | null, MenuItem[]>();
  for (const item of drawn) {
    // Below the first level the answer holds no parents any more, so an absent parent makes a root.
    const parent = item.parentId !== null && ids.has(item.parentId) ? item.parentId : null;
    below.set(parent, [...(below.get(parent) ?? []), item]);
  }
  const build = (parent: number | null): MenuNode[] =>
    (below.get(parent) ?? [])
      .toSorted((a, b) => a.orderNum - b.orderNum || a.id - b.id)
      .flatMap((item): MenuNode[] => {
        const children = build(item.id);
        // The first-level menu itself is the switcher's: its children stand in its place.
        if (item.menuType === firstLevel) return children;
        return children.length > 0 || item.menuType === page ? [{ item, children }] : [];
      });
  return build(null);
}

export function firstPage(nodes: readonly MenuNode[], fits: (path: string) => boolean): string | null {
  for (const { item, children } of nodes) {
    if (item.menuType === page && item.linkType === 0 && item.path && fits(item.path)) return item.path;
    const inside = firstPage(children, fits);
    if (inside) return inside;
  }
  return null;
}

/** Ids from the root down to the page of that path; empty when the menu does not hold it. */
export function trailTo(nodes: readonly MenuNode[], path: string): number[] {
  for (const { item, children } of nodes) {
    if (item.path === path && item.menuType === page) return [item.id];
    const below = trailTo(children, path);
    if (below.length > 0) return [item.id, ...below];
  }
  return [];
}

interface Shown {
  readonly path: string;
  /** The entry selected when the page was opened; empty if none was. */
  readonly opener: string;
  readonly page: Pick<MenuItem, 'visible' | 'ownerPath'> | undefined;
}

/**
 * The path of the entry that is selected while a page is in front: its own; for a page outside the menu the entry it was opened from, if that
 * stands in the same group as its owner, else its owner's, else the one it was opened from.
 */
export function entryOf(nodes: readonly MenuNode[], { path, opener, page }: Shown): string {
  const trail = (of: string) => trailTo(nodes, of);
  if (trail(path).length > 0 || page?.visible !== 0) return path;
  const owner = page.ownerPath ?? '';
  const group = (of: string) => trail(of).slice(0, -1).join();
  const inMenu = [opener, owner].filter((one) => trail(one).length > 0);
  if (inMenu.length === 2) return group(opener) === group(owner) ? opener : owner;
  return inMenu[0] ?? path;
}

type Named = Pick<MenuItem, 'menuName' | 'menuNameTw' | 'menuNameEn'>;

export function menuTitle(item: Named, language: Language): string {
  const own = { zh_CN: item.menuName, zh_TW: item.menuNameTw, en: item.menuNameEn }[language];
  return own || item.menuName;
}
