import { Menu, type MenuProps } from 'antd';
import { useEffect, useState } from 'react';
import type { Language } from '#kit/contract/envelope.ts';
import { openInNewTab } from '#kit/web/api/token.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import type { MenuItem } from '#modules/platform/contract/auth/session.ts';
import { useTheme } from '../theme/theme-store.ts';
import s from './menu.module.css';
import { MenuIcon } from './menu-icon.tsx';
import { type MenuNode, menuTitle, trailTo } from './menu-tree.ts';
import { workId } from './my-work.ts';

type Item = NonNullable<MenuProps['items']>[number];
const newTab = 1;

interface MenuViewProps {
  readonly nodes: readonly MenuNode[];
  /** Path of the page in front. */
  readonly path: string;
  readonly mode: 'inline' | 'horizontal';
  readonly dark: boolean;
  readonly collapsed?: boolean;
  readonly onOpen: (path: string) => void;
}

export function MenuView({ nodes, path, mode, dark, collapsed = false, onOpen }: MenuViewProps) {
  const language = useLanguage();
  const { colorfulIcon, sideUniqueOpen, darkMode } = useTheme();
  // A page of the daily work stands in its system's menu too, and is marked in both places.
  const trails = [nodes, nodes.filter((one) => one.item.id !== workId)].map((list) => trailTo(list, path).map(String));
  const selected = [...new Set(trails.flatMap((trail) => trail.slice(-1)))];
  const branchKey = [...new Set(trails.flatMap((trail) => trail.slice(0, -1)))].join();
  const [openKeys, setOpenKeys] = useState<string[]>([String(workId), ...branchKey.split(',')]);
  useEffect(() => {
    const branch = branchKey.split(',').filter(Boolean);
    if (branch.length > 0)
      setOpenKeys((open) => (sideUniqueOpen ? alone(open, branch) : [...new Set([...open, ...branch])]));
  }, [branchKey, sideUniqueOpen]);

  const byId = new Map(flatten(nodes).map((node) => [String(node.item.id), node.item]));
  const change = (next: string[]) => {
    const opened = next.find((key) => !openKeys.includes(key));
    setOpenKeys(sideUniqueOpen && opened ? alone(openKeys, branchOf(nodes, opened)) : next);
  };
  // Pages have no icons of their own; a column of stand-ins would say nothing.
  const hasIcons = nodes.some((node) => node.item.icon);
  const iconOf = ({ id, icon }: MenuItem) => (
    <MenuIcon name={icon} colorful={colorfulIcon && !selected.includes(String(id))} dark={dark || darkMode} />
  );
  const itemsOf = (list: readonly MenuNode[], depth: number): Item[] =>
    list.map(({ item, children }) => ({
      key: String(item.id),
      ...(depth === 0 && (hasIcons || collapsed) && { icon: iconOf(item) }),
      label: children.length > 0 ? menuTitle(item, language) : <PageLabel item={item} language={language} />,
      title: menuTitle(item, language),
      ...(children.length > 0 && { children: itemsOf(children, depth + 1) }),
    }));

  return (
    <Menu
      // Folding begins afresh: branches left open inside would stay open in the narrow column.
      key={collapsed ? 'folded' : 'open'}
      mode={mode}
      theme={dark ? 'dark' : 'light'}
      inlineIndent={20}
      {...(mode === 'inline' && { inlineCollapsed: collapsed })}
      // Only a folded menu needs them, and each row would carry its own.
      {...(!collapsed && { tooltip: false })}
      {...(mode === 'inline' && !collapsed && { openKeys, onOpenChange: change })}
      selectedKeys={selected}
      items={itemsOf(nodes, 0)}
      onClick={({ key, domEvent }) => {
        const item = byId.get(key);
        domEvent.preventDefault();
        if (!item?.path) return;
        if (item.linkType === newTab || hasModifier(domEvent)) openInNewTab(item.path);
        else onOpen(item.path);
      }}
      className={s.menu ?? ''}
    />
  );
}

/** A real link, so that it can be copied and opened elsewhere; a plain click stays in the shell. */
function PageLabel({ item, language }: { item: MenuItem; language: Language }) {
  return (
    <a href={`#${item.path}`} draggable={false}>
      {menuTitle(item, language)}
    </a>
  );
}

/** Other branches make room for the one that is opened; the daily work is closed by hand only. */
const alone = (open: readonly string[], next: readonly string[]): string[] => [
  ...new Set([...open.filter((key) => key === String(workId)), ...next]),
];

function hasModifier(event: { ctrlKey: boolean; metaKey: boolean }): boolean {
  return event.ctrlKey || event.metaKey;
}

function flatten(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children)]);
}

function branchOf(nodes: readonly MenuNode[], key: string): string[] {
  for (const { item, children } of nodes) {
    if (String(item.id) === key) return [key];
    const below = branchOf(children, key);
    if (below.length > 0) return [String(item.id), ...below];
  }
  return [];
}
