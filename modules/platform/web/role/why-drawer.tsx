import { useQuery } from '@tanstack/react-query';
import { Drawer, Flex, Select, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { accessPermissions } from '#modules/platform/contract/role/access.ts';
import WhyPanel from './why-panel.tsx';

interface Props {
  readonly user: { readonly id: number; readonly nickname: string };
  /** The screen somebody asked for. */
  readonly path?: string | undefined;
  onClose(): void;
}

/** For one account: choose a page or an action, read why it is open or not. */
export function WhyDrawer({ user, path, onClose }: Props) {
  const t = useT();
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['platform.permissions', language],
    queryFn: () => call(accessPermissions),
    staleTime: 60_000,
  });
  const rows = query.data ?? [];
  const asked = path ? rows.find((row) => row.path === path)?.permission : undefined;
  const [chosen, setChosen] = useState<string | null>(null);
  const permission = chosen ?? asked;
  return (
    <Drawer
      open
      title={`${t('platform.access.panelTitle')} · ${user.nickname}`}
      size="min(560px, 100vw)"
      onClose={onClose}
    >
      <Flex vertical gap={16}>
        <Typography.Text type="secondary">{t('platform.access.whyHint')}</Typography.Text>
        <Select
          aria-label={t('platform.access.choosePage')}
          placeholder={t('platform.access.choosePage')}
          value={permission ?? null}
          onChange={setChosen}
          loading={query.isLoading}
          showSearch={{ optionFilterProp: 'search' }}
          options={rows.map((row) => ({
            value: row.permission,
            label: row.name,
            search: `${row.name} ${row.permission} ${row.path ?? ''}`,
          }))}
          optionRender={({ data }) => (
            <Flex justify="space-between" gap={12}>
              <span>{data.label}</span>
              <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                {data.value}
              </Typography.Text>
            </Flex>
          )}
        />
        {permission && <WhyPanel ask={{ userId: user.id, permission }} />}
      </Flex>
    </Drawer>
  );
}
