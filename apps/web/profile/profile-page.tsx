import { Card, Descriptions, Empty, Tag } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { UserAvatar } from '../brand/user-avatar.tsx';
import { useUser } from '../session/use-user.ts';
import s from './profile.module.css';
import { showTime } from './show-time.ts';

/** One's own account as the server knows it. */
export default function ProfilePage() {
  const t = useT();
  const user = useUser();
  return (
    <div className={s.page}>
      <Card className={s.who ?? ''}>
        <UserAvatar name={user.nickname} src={user.avatar} size={88} />
        <h1>{user.nickname}</h1>
        <p>{user.principalName ?? user.tenantName}</p>
        <div className={s.roles}>
          {user.roles.length === 0 && t('shell.profile.noRoles')}
          {user.roles.map((role) => (
            <Tag key={role.roleCode}>{role.roleName}</Tag>
          ))}
        </div>
      </Card>
      <div className={s.column}>
        <Card title={t('shell.profile.basic')}>
          <Descriptions
            column={{ xs: 1, lg: 2 }}
            items={[
              { key: 'username', label: t('shell.profile.username'), children: user.username },
              { key: 'nickname', label: t('shell.profile.nickname'), children: user.nickname },
              { key: 'organization', label: t('shell.profile.organization'), children: user.principalName ?? '-' },
              { key: 'tenant', label: t('shell.profile.tenant'), children: user.tenantName },
              { key: 'region', label: t('shell.profile.region'), children: user.regionName ?? '-' },
              {
                key: 'lastLogin',
                label: t('shell.profile.lastLogin'),
                children: user.lastLoginTime ? showTime(user.lastLoginTime) : t('shell.profile.never'),
              },
              {
                key: 'password',
                label: t('shell.profile.password'),
                children: t('shell.profile.daysLeft', { n: user.passwordDaysLeft }),
              },
            ]}
          />
        </Card>
        <Card title={t('shell.profile.jurisdiction')}>
          {user.jurisdiction.length === 0 && (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('shell.profile.noJurisdiction')} />
          )}
          <ul className={s.regions}>
            {user.jurisdiction.map((region) => (
              <li key={region.regionCode}>
                <Tag>{t.any(`shell.profile.levels.${region.level}`)}</Tag>
                <span>{region.regionName}</span>
                <code>{region.regionCode}</code>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </div>
  );
}
