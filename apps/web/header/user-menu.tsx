import { ApiOutlined, DownOutlined, KeyOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { App, Button, Dropdown } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useCanAny } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { countOwed } from '#kit/web/offline/vault.ts';
import { useNavigate } from '#kit/web/router.tsx';
import { apiReaders } from '../api-guide/api-readers.ts';
import { UserAvatar } from '../brand/user-avatar.tsx';
import { logOut } from '../session/log-out.ts';
import { useUser } from '../session/use-user.ts';
import { useTabStore } from '../tabs/tab-store.ts';
import s from './header.module.css';

const ChangePasswordDialog = lazy(() => import('../password/change-password-dialog.tsx'));

export function UserMenu({ compact }: { compact: boolean }) {
  const t = useT();
  const joined = useJoined();
  const { modal } = App.useApp();
  const { nickname, avatar } = useUser();
  const navigate = useNavigate();
  const mayReadApi = useCanAny(apiReaders);
  const [changing, setChanging] = useState(false);

  const confirmLogout = async () => {
    const { tabs, dirty } = useTabStore.getState();
    const unsaved = tabs.list.filter((one) => dirty.has(one.key));
    const owed = await countOwed();
    modal.confirm({
      title: t('shell.user.logoutConfirm'),
      ...(unsaved.length > 0 && {
        content: t('shell.user.unsaved', { titles: joined(unsaved.map((one) => one.title)) }),
      }),
      // Field work that never reached the server: leaving is the one way to lose it, and nobody does so by a habit of the hand.
      ...(owed > 0 && {
        content: t('shell.user.owed', { n: owed }),
        okText: t('shell.user.leaveAnyway'),
        okButtonProps: { danger: true },
        autoFocusButton: 'cancel' as const,
      }),
      onOk: logOut,
    });
  };
  const acts: Record<string, () => void> = {
    profile: () => void navigate('/user/profile'),
    api: () => void navigate('/user/api'),
    password: () => setChanging(true),
    logout: () => void confirmLogout(),
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            { key: 'profile', icon: <UserOutlined />, label: t('shell.user.profile') },
            { key: 'password', icon: <KeyOutlined />, label: t('shell.user.changePassword') },
            ...(mayReadApi ? [{ key: 'api', icon: <ApiOutlined />, label: t('shell.api.title') }] : []),
            { type: 'divider' },
            { key: 'logout', icon: <LogoutOutlined />, label: t('shell.user.logout') },
          ],
          onClick: ({ key }) => acts[key]?.(),
        }}
      >
        <Button
          type="text"
          className={s.user ?? ''}
          data-tour="user"
          aria-label={`${t('shell.user.menu')} ${nickname}`}
        >
          <UserAvatar name={nickname} src={avatar} size={24} />
          {!compact && <span className={s.nickname}>{nickname}</span>}
          {!compact && <DownOutlined style={{ fontSize: 10 }} />}
        </Button>
      </Dropdown>
      {changing && (
        <Suspense fallback={null}>
          <ChangePasswordDialog onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
