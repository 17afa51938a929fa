import { useRef } from 'react';
import { entryOf, type MenuNode, trailTo } from '../menu/menu-tree.ts';
import { useUser } from '../session/use-user.ts';
import type { Tab } from '../tabs/tabs.ts';

/** The path whose menu entry is selected for the tab in front; remembers by tab from which entry it was opened. */
export function useEntry(nodes: readonly MenuNode[], tab: Pick<Tab, 'key' | 'path'> | undefined): string {
  const { pages } = useUser();
  const openers = useRef(new Map<string, string>());
  const last = useRef('');
  if (!tab) return '';
  const { key, path } = tab;
  if (!openers.current.has(key)) openers.current.set(key, last.current);
  const page = pages.find((one) => one.path === path);
  const entry = entryOf(nodes, { path, opener: openers.current.get(key) ?? '', page });
  last.current = trailTo(nodes, entry).length > 0 ? entry : '';
  return entry;
}
