import { Card, Descriptions, Tabs, Tag } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { useUser } from '../session/use-user.ts';
import { AvatarEditor } from './avatar-editor.tsx';
import { BasicTab } from './basic-tab.tsx';
import { DevicesTab } from './devices-tab.tsx';
import { LoginsTab } from './logins-tab.tsx';
import s from './profile.module.css';
import { RemindersTab } from './reminders-tab.tsx';
import { SecurityTab } from './security-tab.tsx';

const tabs = {
  basic: BasicTab,
  security: SecurityTab,
  devices: DevicesTab,
  logins: LoginsTab,
  reminders: RemindersTab,
} as const;
type TabName = keyof typeof tabs;
const names = Object.keys(tabs) as TabName[];

/** One's own account: what others see of it, and what only its owner may change. */
export default function ProfilePage() {
  const t = useT();
  const page = usePage();
  const asked = page.search.get('tab') as TabName | null;
  const active = asked && names.includes(asked) ? asked : 'basic';
  return (
    <div className={s.page}>
      <Who />
      <Card className={s.tabs ?? ''}>
        <Tabs
          activeKey={active}
          destroyOnHidden
          onChange={(tab) => page.setSearch(new URLSearchParams({ tab }), { replace: true })}
          items={names.map((name) => {
            const Tab = tabs[name];
            return { key: name, label: t(`shell.profile.tabs.${name}`), children: <Tab /> };
          })}
        />
      </Card>
    </div>
  );
}

function Who() {
  const t = useT();
  const user = useUser();
  const none = '-';
  return (
    <Card className={s.who ?? ''}>
      <AvatarEditor />
      <h1>{user.nickname}</h1>
      <p>{user.principalName ?? user.tenantName}</p>
      <div className={s.roles}>
        {user.roles.length === 0 && t('shell.profile.noRoles')}
        {user.roles.map((role) => (
          <Tag key={role.roleCode}>{role.roleName}</Tag>
        ))}
      </div>
      <Descriptions
        column={1}
        size="small"
        className={s.facts ?? ''}
        items={[
          { key: 'username', label: t('shell.profile.username'), children: user.username },
          { key: 'dept', label: t('shell.profile.dept'), children: user.deptName ?? none },
          { key: 'posts', label: t('shell.profile.posts'), children: user.posts.join(' · ') || none },
          { key: 'tenant', label: t('shell.profile.tenant'), children: user.tenantName },
          {
            key: 'jurisdiction',
            label: t('shell.profile.jurisdiction'),
            children:
              user.jurisdiction.length === 0 ? (
                none
              ) : (
                <span className={s.regions}>
                  {user.jurisdiction.map((region) => (
                    <Tag key={region.regionCode} title={t.any(`shell.profile.levels.${region.level}`)}>
                      {region.regionName}
                    </Tag>
                  ))}
                </span>
              ),
          },
          {
            key: 'lastLogin',
            label: t('shell.profile.lastLogin'),
            children: user.lastLoginTime ? wallTime(user.lastLoginTime) : t('shell.profile.never'),
          },
        ]}
      />
    </Card>
  );
}
