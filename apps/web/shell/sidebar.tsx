import { useState } from 'react';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { MenuIcon } from '../menu/menu-icon.tsx';
import { firstPage, type MenuNode, menuTitle, trailTo } from '../menu/menu-tree.ts';
import { MenuView } from '../menu/menu-view.tsx';
import type { ThemeSettings } from '../theme/settings.ts';
import { useTheme } from '../theme/theme-store.ts';
import { useLayoutStore } from './layout-store.ts';
import { Logo } from './logo.tsx';
import s from './sidebar.module.css';

export interface ShellMenu {
  readonly nodes: readonly MenuNode[];
  readonly path: string;
  readonly onOpen: (path: string) => void;
}

/** In the mixed layout the header holds the first level, so the sidebar begins at the second. */
function sideNodes({ nodes, path }: ShellMenu, layout: ThemeSettings['layoutStyle']): readonly MenuNode[] {
  if (layout !== 'mix') return nodes;
  const [root] = trailTo(nodes, path);
  return (nodes.find((node) => node.item.id === root) ?? nodes[0])?.children ?? [];
}

export function Sidebar({ menu, layout }: { menu: ShellMenu; layout: ThemeSettings['layoutStyle'] }) {
  const t = useT();
  const { sideStyle, sideMenuStyle, darkMode } = useTheme();
  const collapsed = useLayoutStore((store) => store.collapsed);
  const nodes = sideNodes(menu, layout);
  if (layout === 'mix' && nodes.length === 0) return null;
  const dark = sideStyle === 'dark' && !darkMode;
  const shared = { ...menu, nodes };
  return (
    <aside
      className={s.sidebar}
      data-dark={sideStyle === 'dark'}
      data-collapsed={collapsed}
      data-columns={sideMenuStyle === 'mix'}
    >
      {layout === 'side' && (
        <div className={s.top}>
          <Logo markOnly={collapsed && sideMenuStyle !== 'mix'} />
        </div>
      )}
      <nav className={s.menus} aria-label={t('shell.header.menu')}>
        {sideMenuStyle === 'mix' ? (
          <Columns menu={shared} dark={sideStyle === 'dark'} collapsed={collapsed} />
        ) : (
          <div className={s.scroll}>
            <MenuView {...shared} mode="inline" dark={dark || sideStyle === 'dark'} collapsed={collapsed} />
          </div>
        )}
      </nav>
    </aside>
  );
}

/** A narrow column of icons, and beside it what stands below the chosen one. */
function Columns({ menu, dark, collapsed }: { menu: ShellMenu; dark: boolean; collapsed: boolean }) {
  const language = useLanguage();
  const { colorfulIcon, darkMode } = useTheme();
  const { nodes, path, onOpen } = menu;
  const [shown, setShown] = useState<number | null>(null);
  const [root] = trailTo(nodes, path);
  const chosen = nodes.find((node) => node.item.id === (shown ?? root)) ?? nodes.find((node) => node.item.id === root);

  const choose = ({ item, children }: MenuNode) => {
    setShown(item.id);
    const page = children.length > 0 ? firstPage(children, () => true) : item.path;
    if (page) onOpen(page);
  };
  return (
    <>
      <div className={s.icons}>
        {nodes.map((node) => (
          <button
            key={node.item.id}
            type="button"
            className={s.icon}
            aria-current={node.item.id === chosen?.item.id}
            onClick={() => choose(node)}
          >
            <MenuIcon name={node.item.icon} colorful={colorfulIcon && node !== chosen} dark={dark || darkMode} />
            <span>{menuTitle(node.item, language)}</span>
          </button>
        ))}
      </div>
      {!collapsed && chosen && chosen.children.length > 0 && (
        <div className={s.scroll}>
          <p className={s.branch}>{menuTitle(chosen.item, language)}</p>
          <MenuView nodes={chosen.children} path={path} onOpen={onOpen} mode="inline" dark={dark} />
        </div>
      )}
    </>
  );
}
