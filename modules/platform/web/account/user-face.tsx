import { LockOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { Avatar, Space, Tag, Tooltip } from 'antd';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import type { SysUser } from '#modules/platform/contract/account/sys-user.ts';

const colors = ['#B85400', '#2F7D4F', '#1F5FBF', '#0B7A7A', '#6A4FBF', '#A8362D', '#8A6510'];

/** The picture, or the last character of the name on a colour that stays the person's own. */
export function UserFace({
  row,
  size = 28,
}: {
  readonly row: Pick<SysUser, 'id' | 'nickname' | 'avatar'>;
  readonly size?: number;
}) {
  const isPicture = typeof row.avatar === 'string' && row.avatar.startsWith('/');
  return (
    <Avatar
      size={size}
      {...(isPicture && { src: row.avatar as string })}
      style={{ background: colors[row.id % colors.length], flex: 'none' }}
      alt=""
    >
      {[...String(row.nickname)].at(-1)}
    </Avatar>
  );
}

export interface RoleTagRow {
  readonly roleId: number;
  readonly roleCode: string;
  readonly roleName: string;
  readonly roleNameTw: string | null;
  readonly roleNameEn: string | null;
  readonly validUntil: string | null;
}

const administrators = ['tenant_admin', 'security_admin', 'audit_admin', 'platform_admin'];

export function RoleTags({ roles }: { readonly roles: readonly RoleTagRow[] | null }) {
  const t = useT();
  const language = useLanguage();
  if (!roles?.length) return <span>-</span>;
  const nameOf = (one: RoleTagRow) =>
    ({ zh_CN: one.roleName, zh_TW: one.roleNameTw, en: one.roleNameEn })[language] || one.roleName;
  const [first, ...rest] = roles;
  return (
    <Space size={4}>
      {first && (
        <Tooltip title={first.validUntil && t('platform.users.temporary', { time: wallTime(first.validUntil) })}>
          <Tag color={administrators.includes(first.roleCode) ? 'gold' : first.validUntil ? 'blue' : 'default'}>
            {nameOf(first)}
          </Tag>
        </Tooltip>
      )}
      {rest.length > 0 && (
        <Tooltip title={rest.map(nameOf).join(', ')}>
          <Tag>+{rest.length}</Tag>
        </Tooltip>
      )}
    </Space>
  );
}

export function UserMarks({ row }: { readonly row: SysUser }) {
  const t = useT();
  return (
    <>
      {row.locked && (
        <Tooltip title={t('platform.users.lockedMark', { time: wallTime(String(row.lockedUntil)) })}>
          <LockOutlined style={{ color: 'var(--ant-color-error)' }} aria-label={t('platform.users.locked')} />
        </Tooltip>
      )}
      {row.mfaEnabled && (
        <Tooltip title={t('platform.users.mfaOn')}>
          <SafetyCertificateOutlined
            style={{ color: 'var(--ant-color-success)' }}
            aria-label={t('platform.users.mfaOn')}
          />
        </Tooltip>
      )}
    </>
  );
}
