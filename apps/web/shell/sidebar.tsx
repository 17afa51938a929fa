import { memo, useState } from 'react';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { MenuIcon } from '../menu/menu-icon.tsx';
import { firstPage, type MenuNode, menuTitle, trailTo } from '../menu/menu-tree.ts';
import { MenuView } from '../menu/menu-view.tsx';
import type { ThemeSettings } from '../theme/settings.ts';
import { useTheme } from '../theme/theme-store.ts';
import { AfterPage } from './after-page.tsx';
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

/** With two columns: the branch of the first that the second shows. */
function useBranch({ nodes, path }: ShellMenu): [MenuNode | undefined, (id: number) => void] {
  const [root] = trailTo(nodes, path);
  const [shown, setShown] = useState<{ id: number; when: number | undefined }>();
  const find = (id: number | undefined) => nodes.find((node) => node.item.id === id);
  // What was chosen gives way as soon as a page of another branch comes to the front.
  const chosen = shown?.when === root ? find(shown?.id) : undefined;
  return [chosen ?? find(root), (id) => setShown({ id, when: root })];
}

interface SidebarProps {
  readonly menu: ShellMenu;
  readonly layout: ThemeSettings['layoutStyle'];
}

export const Sidebar = memo(function Sidebar({ menu, layout }: SidebarProps) {
  const t = useT();
  const { sideStyle, sideMenuStyle } = useTheme();
  const collapsed = useLayoutStore((store) => store.collapsed);
  const shared = { ...menu, nodes: sideNodes(menu, layout) };
  const [branch, showBranch] = useBranch(shared);
  if (layout === 'mix' && shared.nodes.length === 0) return null;
  const dark = sideStyle === 'dark';
  const columns = sideMenuStyle === 'mix';
  const below = columns && !collapsed ? (branch?.children ?? []) : [];
  const isNarrow = columns ? below.length === 0 : collapsed;
  return (
    <aside className={s.sidebar} data-dark={dark} data-narrow={isNarrow} data-columns={columns}>
      {layout === 'side' && (
        <div className={s.top}>
          <Logo markOnly={isNarrow} />
        </div>
      )}
      <nav className={s.menus} aria-label={t('shell.header.menu')}>
        <AfterPage>
          {columns && <IconColumn menu={shared} branch={branch} dark={dark} onShow={showBranch} />}
          {columns && below.length > 0 && (
            <div className={s.scroll}>
              <MenuView {...menu} nodes={below} mode="inline" dark={dark} />
            </div>
          )}
          {!columns && (
            <div className={s.scroll}>
              <MenuView {...shared} mode="inline" dark={dark} collapsed={collapsed} />
            </div>
          )}
        </AfterPage>
      </nav>
    </aside>
  );
});

interface IconColumnProps {
  readonly menu: ShellMenu;
  readonly branch: MenuNode | undefined;
  readonly dark: boolean;
  readonly onShow: (id: number) => void;
}

/** The narrow column: a branch opens its first page, and the second column shows the rest. */
function IconColumn({ menu: { nodes, onOpen }, branch, dark, onShow }: IconColumnProps) {
  const language = useLanguage();
  const { colorfulIcon, darkMode } = useTheme();
  const choose = ({ item, children }: MenuNode) => {
    onShow(item.id);
    const page = children.length > 0 ? firstPage(children, () => true) : item.path;
    if (page) onOpen(page);
  };
  return (
    <div className={s.icons}>
      {nodes.map((node) => (
        <button
          key={node.item.id}
          type="button"
          className={s.icon}
          aria-current={node === branch}
          onClick={() => choose(node)}
        >
          <MenuIcon name={node.item.icon} colorful={colorfulIcon && node !== branch} dark={dark || darkMode} />
          <span>{menuTitle(node.item, language)}</span>
        </button>
      ))}
    </div>
  );
}
