import { useQuery } from '@tanstack/react-query';
import { Card, Empty, Tabs } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { tenantOptions } from '#modules/platform/contract/tenant/tenant-config.ts';
import { ConfigForm } from './config-form.tsx';
import { ParamTable } from './param-table.tsx';

/** A tenant's parameters and faces, as its operator keeps them. */
export default function TenantSettingsPage() {
  const t = useT();
  const url = useUrlState();
  const tenantNo = Number(url.get('tenantNo')) || null;
  const { data = [] } = useQuery({
    queryKey: ['platform.tenantOptions'],
    queryFn: () => call(tenantOptions, { quiet: true }),
  });
  if (tenantNo === null)
    return (
      <Card>
        <Empty description={t('platform.tenantPages.choose')}>
          <PageLink to="/tenant/tenantInfo">{t('platform.tenantPages.back')}</PageLink>
        </Empty>
      </Card>
    );
  const name = data.find((one) => one.tenantNo === tenantNo)?.tenantName ?? '';
  return (
    <Card size="small" title={<span data-record>{`${tenantNo} ${name}`}</span>}>
      <Tabs
        activeKey={url.get('tab') ?? 'params'}
        onChange={(tab) => url.set({ tab: tab === 'params' ? null : tab })}
        items={[
          { key: 'params', label: t('platform.tenantPages.params'), children: <ParamTable tenantNo={tenantNo} /> },
          { key: 'config', label: t('platform.tenantPages.config'), children: <ConfigForm tenantNo={tenantNo} /> },
        ]}
      />
    </Card>
  );
}
