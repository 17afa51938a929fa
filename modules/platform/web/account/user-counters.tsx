import { useQuery } from '@tanstack/react-query';
import { Flex, Typography, theme } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { type Filters, filterNames, type ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { sysUser, userCounts } from '#modules/platform/contract/account/sys-user.ts';

const counters = [
  { key: 'total', filter: {}, color: undefined },
  { key: 'active', filter: { status: 'active' }, color: 'var(--ant-color-success)' },
  { key: 'pending', filter: { status: 'pending' }, color: '#C99A1C' },
  { key: 'locked', filter: { locked: 'true' }, color: 'var(--ant-color-error)' },
  { key: 'unused', filter: { unused: 'true' }, color: '#7657D6' },
] as const;

/** How many there are, and a click shows which. */
export function UserCounters({ list }: { readonly list: ResourceList }) {
  const t = useT();
  const { token } = theme.useToken();
  const { data } = useQuery({ queryKey: ['platform.sysUser', 'counts'], queryFn: () => call(userCounts) });
  const isShown = (filter: Filters) =>
    filterNames(sysUser).every((name) => (list.filters[name] ?? '') === (filter[name] ?? ''));
  return (
    <Flex gap={8} wrap>
      {counters.map(({ key, filter, color }) => {
        const isOn = isShown(filter);
        return (
          <button
            key={key}
            type="button"
            aria-pressed={isOn}
            onClick={() => list.search(isOn ? {} : filter)}
            style={{
              flex: '1 1 120px',
              minWidth: 110,
              padding: '6px 12px',
              textAlign: 'start',
              cursor: 'pointer',
              font: 'inherit',
              color: token.colorText,
              background: isOn ? token.colorPrimaryBg : token.colorFillQuaternary,
              border: `1px solid ${isOn ? token.colorPrimary : 'transparent'}`,
              borderInlineStart: `3px solid ${color ?? token.colorPrimary}`,
              borderRadius: token.borderRadius,
            }}
          >
            <Typography.Text type="secondary" style={{ fontSize: 12 }}>
              {t.any(`platform.users.${key}`)}
            </Typography.Text>
            <Flex align="baseline" gap={8} style={{ minWidth: 0 }}>
              <span style={{ fontSize: 22, fontWeight: 600, lineHeight: 1.3 }}>{data?.[key] ?? '-'}</span>
              {key === 'pending' && data?.oldestPendingHours != null && (
                <Typography.Text type="warning" ellipsis style={{ fontSize: 12 }}>
                  {t('platform.users.oldest', { n: data.oldestPendingHours })}
                </Typography.Text>
              )}
            </Flex>
          </button>
        );
      })}
    </Flex>
  );
}
