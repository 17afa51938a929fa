import { useQuery } from '@tanstack/react-query';
import { Collapse, Empty, Flex, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { rolePreview } from '#modules/platform/contract/account/sys-user.ts';

/** The pages and actions that some roles open together. */
export function RolePreview({ roleIds }: { readonly roleIds: readonly number[] }) {
  const t = useT();
  const language = useLanguage();
  const ids = [...roleIds].sort((a, b) => a - b).join(',');
  const query = useQuery({
    queryKey: ['platform.rolePreview', ids, language],
    queryFn: () => call(rolePreview, { query: { roleIds: ids } }),
    enabled: ids !== '',
  });
  if (ids === '')
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('platform.userEdit.previewNone')} />;
  if (!query.data) return <Waiting />;
  return (
    <Collapse
      size="small"
      defaultActiveKey={query.data[0]?.systemName ?? ''}
      items={query.data.map(({ systemName, pages }) => ({
        key: systemName,
        label: systemName,
        extra: (
          <Typography.Text type="secondary">
            {t('platform.userEdit.pagesCount', { n: pages.filter((page) => page.built).length })}
          </Typography.Text>
        ),
        children: (
          <Flex vertical gap={6} style={{ maxHeight: 320, overflow: 'auto' }}>
            {pages.map((page) => (
              <Flex key={page.path} gap={4} wrap align="center">
                <Typography.Text {...(!page.built && { type: 'secondary' })}>{page.name}</Typography.Text>
                {!page.built && <Tag>{t('platform.userEdit.notBuilt')}</Tag>}
                {page.built && page.actions.map((action) => <Tag key={action}>{action}</Tag>)}
              </Flex>
            ))}
          </Flex>
        ),
      }))}
    />
  );
}
