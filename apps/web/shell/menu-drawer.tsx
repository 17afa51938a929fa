import { Drawer } from 'antd';
import { FirstMenuSwitch } from '../header/first-menu-switch.tsx';
import { MenuView } from '../menu/menu-view.tsx';
import { useTheme } from '../theme/theme-store.ts';
import { useLayoutStore } from './layout-store.ts';
import { Logo } from './logo.tsx';
import s from './sidebar.module.css';
import type { ShellMenu } from './sidebar.tsx';

/** The sidebar on a small screen. */
export function MenuDrawer({ menu }: { menu: ShellMenu }) {
  const { sideStyle } = useTheme();
  const open = useLayoutStore((store) => store.drawerOpen);
  const setOpen = useLayoutStore((store) => store.setDrawerOpen);
  return (
    <Drawer
      open={open}
      onClose={() => setOpen(false)}
      placement="left"
      size={264}
      closable={false}
      styles={{ body: { padding: 0 } }}
    >
      <div className={s.inDrawer} data-dark={sideStyle === 'dark'}>
        <div className={s.top}>
          <Logo />
        </div>
        <div className={s.systems}>
          <FirstMenuSwitch />
        </div>
        <MenuView {...menu} mode="inline" dark={sideStyle === 'dark'} />
      </div>
    </Drawer>
  );
}
