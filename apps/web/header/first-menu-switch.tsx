import { AppstoreOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { useNavigate } from '#kit/web/router.tsx';
import { MenuIcon } from '../menu/menu-icon.tsx';
import { firstPage, menuTitle, menuTree } from '../menu/menu-tree.ts';
import { pages } from '../pages.ts';
import { useSessionStore } from '../session/session-store.ts';
import { useUser } from '../session/use-user.ts';
import { useLayoutStore } from '../shell/layout-store.ts';
import { lastTabOf } from '../shell/use-system-follow.ts';
import { useTabStore } from '../tabs/tab-store.ts';

/** Chooses the system whose menus are shown; drawn only for those who have any. */
export function FirstMenuSwitch() {
  const t = useT();
  const language = useLanguage();
  const { firstMenus } = useUser();
  const { firstMenuId, chooseFirstMenu } = useSessionStore();
  const navigate = useNavigate();
  const setDrawerOpen = useLayoutStore((store) => store.setDrawerOpen);
  if (firstMenus.length === 0) return null;
  const current = firstMenus.find((one) => one.id === firstMenuId);
  const name = current ? menuTitle(current, language) : '';

  const choose = async (id: number) => {
    if (id === firstMenuId) return;
    const menus = await chooseFirstMenu(id).catch(() => null);
    if (!menus) return;
    // A tab that stands open is come back to at its own address: what was typed in it is there.
    const { list } = useTabStore.getState().tabs;
    const first = firstPage(menuTree(menus), (path) => pages.has(path));
    const tab = list.find((one) => one.key === lastTabOf(id)) ?? list.find((one) => one.path === first);
    const to = tab?.fullPath ?? first;
    if (to) void navigate(to);
    setDrawerOpen(false);
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [String(firstMenuId)],
        items: firstMenus
          .toSorted((a, b) => a.orderNum - b.orderNum)
          .map((one) => ({
            key: String(one.id),
            icon: <MenuIcon name={one.icon} />,
            label: menuTitle(one, language),
          })),
        onClick: ({ key }) => void choose(Number(key)),
      }}
    >
      <Button
        type="text"
        icon={<AppstoreOutlined />}
        data-tour="systems"
        aria-label={`${t('shell.header.systems')} ${name}`}
      >
        {name}
        <DownOutlined style={{ fontSize: 10 }} />
      </Button>
    </Dropdown>
  );
}
