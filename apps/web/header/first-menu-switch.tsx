import { AppstoreOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { MenuIcon } from '../menu/menu-icon.tsx';
import { menuTitle } from '../menu/menu-tree.ts';
import { useSessionStore } from '../session/session-store.ts';
import { useUser } from '../session/use-user.ts';
import { useTabStore } from '../tabs/tab-store.ts';
import { useTabActions } from '../tabs/use-tab-actions.ts';

/** Chooses the system whose menus are shown; drawn only for those who have any. */
export function FirstMenuSwitch({ compact }: { compact: boolean }) {
  const t = useT();
  const language = useLanguage();
  const { firstMenus } = useUser();
  const { firstMenuId, chooseFirstMenu } = useSessionStore();
  const { reload } = useTabActions();
  if (firstMenus.length === 0) return null;
  const current = firstMenus.find((one) => one.id === firstMenuId);
  const name = current ? menuTitle(current, language) : '';

  const choose = async (id: number) => {
    if (id === firstMenuId) return;
    await chooseFirstMenu(id).catch(() => {});
    reload(useTabStore.getState().tabs.active);
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
        {!compact && name}
        {!compact && <DownOutlined style={{ fontSize: 10 }} />}
      </Button>
    </Dropdown>
  );
}
