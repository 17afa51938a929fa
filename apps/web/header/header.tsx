import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, memo, Suspense } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { SlotViews } from '#kit/web/slot-parts.tsx';
import { Bell } from '../bell/bell.tsx';
import type { MenuNode } from '../menu/menu-tree.ts';
import { firstPage, trailTo } from '../menu/menu-tree.ts';
import { MenuView } from '../menu/menu-view.tsx';
import { AfterPage } from '../shell/after-page.tsx';
import { useLayoutStore } from '../shell/layout-store.ts';
import { Logo } from '../shell/logo.tsx';
import type { ShellMenu } from '../shell/sidebar.tsx';
import type { ThemeSettings } from '../theme/settings.ts';
import { useTheme } from '../theme/theme-store.ts';
import { FirstMenuSwitch } from './first-menu-switch.tsx';
import { FullscreenButton } from './fullscreen-button.tsx';
import s from './header.module.css';
import { HeaderSearch } from './header-search.tsx';
import { HeaderTheme } from './header-theme.tsx';
import { HelpMenu } from './help-menu.tsx';
import { JumpButton } from './jump-button.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { ScreenLinks } from './screen-links.tsx';
import { ThemeButton } from './theme-button.tsx';
import { UserMenu } from './user-menu.tsx';

const JobsRing = lazy(() => import('../jobs/jobs-ring.tsx'));

interface HeaderProps {
  readonly menu: ShellMenu;
  readonly layout: ThemeSettings['layoutStyle'];
  readonly small: boolean;
}

export const Header = memo(function Header({ menu, layout, small }: HeaderProps) {
  const { headStyle, logoAutoSize } = useTheme();
  const collapsed = useLayoutStore((store) => store.collapsed);
  const dark = headStyle !== 'light';
  return (
    <HeaderTheme>
      <header className={s.header} data-head={headStyle}>
        {layout !== 'side' && (
          <div
            className={s.logo}
            data-collapsed={layout === 'mix' && logoAutoSize && collapsed}
            data-auto={logoAutoSize}
          >
            <Logo markOnly={layout === 'mix' && logoAutoSize && collapsed} />
          </div>
        )}
        <MenuToggle layout={layout} small={small} />
        {small && <Logo markOnly />}
        {!small && <FirstMenuSwitch />}
        <div className={s.middle}>
          <AfterPage>
            {layout === 'top' && <MenuView {...menu} mode="horizontal" dark={dark} />}
            {layout === 'mix' && <FirstLevel menu={menu} dark={dark} />}
          </AfterPage>
        </div>
        <AfterPage>
          {!small && <SlotViews place="shell.header" />}
          {!small && <HeaderSearch />}
          <JumpButton compact={small} />
          {!small && <ScreenLinks />}
          {!small && <FullscreenButton />}
          <HelpMenu />
          <LanguageMenu />
          <Suspense fallback={null}>
            <JobsRing />
          </Suspense>
          <Bell />
          <UserMenu compact={small} />
          <ThemeButton />
        </AfterPage>
      </header>
    </HeaderTheme>
  );
});

function MenuToggle({ layout, small }: Pick<HeaderProps, 'layout' | 'small'>) {
  const t = useT();
  const { collapsed, toggleCollapsed, setDrawerOpen } = useLayoutStore();
  if (small) {
    return (
      <Button
        type="text"
        icon={<MenuOutlined />}
        aria-label={t('shell.header.openMenu')}
        onClick={() => setDrawerOpen(true)}
      />
    );
  }
  if (layout === 'top') return null;
  return (
    <Button
      type="text"
      icon={collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      aria-label={collapsed ? t('shell.header.expand') : t('shell.header.collapse')}
      aria-expanded={!collapsed}
      onClick={toggleCollapsed}
    />
  );
}

/** The mixed layout's upper half: directories lead to their first page. */
function FirstLevel({ menu, dark }: { menu: ShellMenu; dark: boolean }) {
  const { nodes, path, onOpen } = menu;
  const roots = nodes.map(({ item, children }): MenuNode => {
    const to = children.length > 0 ? firstPage(children, () => true) : item.path;
    return { item: { ...item, path: to, menuType: 3 }, children: [] };
  });
  const [root] = trailTo(nodes, path);
  const current = roots.find((node) => node.item.id === root)?.item.path ?? '';
  return <MenuView nodes={roots} path={current} onOpen={onOpen} mode="horizontal" dark={dark} />;
}
