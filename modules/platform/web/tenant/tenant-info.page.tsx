import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Form, Input, Modal, Space, Tooltip, Typography } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { FormDrawer } from '#kit/web/resource/form-drawer.tsx';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { closeTenant, type SysTenant, sysTenant, tenantCounts } from '#modules/platform/contract/tenant/sys-tenant.ts';
import { UseBar } from './use-bar.tsx';

const Wizard = lazy(() => import('./open-wizard.tsx'));
const inDays = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

/** Everybody who rents the product, how full they are and how long they stay. */
export default function TenantInfoPage() {
  const url = useUrlState();
  const { panel, open, close } = usePanel();
  const [closing, setClosing] = useState<SysTenant | null>(null);
  const cells: Cells<typeof sysTenant> = {
    packageId: (row) => <Links row={row} onClose={() => setClosing(row)} />,
    expireOn: (row) => <Expiry row={row} />,
    usedUsers: (row) => <Use used={row.usedUsers} limit={row.maxUsers} />,
    usedPrincipals: (row) => <Use used={row.usedPrincipals} limit={row.maxPrincipals} />,
    usedAnimals: (row) => <Use used={row.usedAnimals} limit={row.maxAnimals} />,
    usedStorage: (row) => <Use used={row.usedStorage} limit={row.storageGb} />,
  };
  return (
    <Flex vertical gap={12}>
      <Counters />
      <ListPage resource={sysTenant} cells={cells} onForm={({ id }) => id && open({ kind: 'edit', id })} />
      {panel?.kind === 'edit' && <FormDrawer resource={sysTenant} id={panel.id} onClose={close} />}
      {url.get('wizard') === '1' && (
        <Suspense fallback={null}>
          <Wizard onClose={() => url.set({ wizard: null })} />
        </Suspense>
      )}
      {closing && <CloseDialog row={closing} onDone={() => setClosing(null)} />}
    </Flex>
  );
}

function Counters() {
  const t = useT();
  const url = useUrlState();
  const mayOpen = useCan('sys:tenant:add');
  const { data } = useQuery({
    queryKey: [...resourceKey(sysTenant), 'counts'],
    queryFn: () => call(tenantCounts, { quiet: true }),
  });
  const filters = {
    active: { status: 'active' },
    trial: { status: 'trial' },
    expiring: { status: 'active,trial', expireOnTo: inDays(30) },
    expired: { status: 'expired' },
  } as const;
  return (
    <Flex justify="space-between" gap={12} wrap align="center">
      <Space wrap>
        {(Object.keys(filters) as (keyof typeof filters)[]).map((key) => (
          <Button
            key={key}
            danger={(key === 'expiring' || key === 'expired') && (data?.[key] ?? 0) > 0}
            onClick={() => url.set({ expireOnTo: null, ...filters[key] })}
          >
            {t.any(`platform.tenantPages.${key}`)}{' '}
            <b style={{ fontVariantNumeric: 'tabular-nums' }}>{data?.[key] ?? '…'}</b>
          </Button>
        ))}
      </Space>
      {mayOpen && (
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => url.set({ wizard: '1' })}>
          {t('platform.tenantPages.openWizard')}
        </Button>
      )}
    </Flex>
  );
}

function Links({ row, onClose }: { readonly row: SysTenant; onClose(): void }) {
  const t = useT();
  const mayAuthorise = useCan('sys:tenant:authority');
  const maySet = useCan('sys:tenant:edit');
  const mayClose = useCan('sys:tenant:close');
  const to = (path: string) => `/tenant/tenantInfo/${path}?tenantNo=${row.tenantNo}`;
  return (
    <Flex vertical align="start">
      <span>{row.packageIdName}</span>
      {row.tenantNo !== 0 && (
        <Space size={[8, 0]} wrap>
          <PageLink to={to('details')}>{t('platform.tenantPages.details')}</PageLink>
          {mayAuthorise && <PageLink to={to('authority')}>{t('platform.tenantPages.authority')}</PageLink>}
          {maySet && <PageLink to={to('systemSettings')}>{t('platform.tenantPages.settings')}</PageLink>}
          {mayClose && (row.status === 'suspended' || row.status === 'expired') && (
            <Typography.Link type="danger" onClick={onClose}>
              {t('platform.sysTenant._close')}
            </Typography.Link>
          )}
        </Space>
      )}
    </Flex>
  );
}

function Expiry({ row }: { readonly row: SysTenant }) {
  const t = useT();
  const isNear = row.status !== 'closed' && row.expireOn <= inDays(30);
  const days = Math.round((Date.parse(row.expireOn) - Date.parse(inDays(0))) / 86_400_000);
  if (!isNear) return <span>{row.expireOn}</span>;
  return (
    <Flex vertical>
      <Typography.Text type="danger" strong>
        {row.expireOn}
      </Typography.Text>
      <Typography.Text type="danger" style={{ fontSize: 12 }}>
        {t.any(days < 0 ? 'platform.tenantPages.daysAgo' : 'platform.tenantPages.daysLeft', { n: Math.abs(days) })}
      </Typography.Text>
    </Flex>
  );
}

/** How much of a limit is used; from nine tenths on it says so. */
function Use({ used, limit }: { readonly used: number; readonly limit: number }) {
  const percent = limit > 0 ? Math.min(100, (100 * used) / limit) : 0;
  const text = `${used.toLocaleString()} / ${limit.toLocaleString()}`;
  return (
    <Tooltip title={`${Math.round(percent * 10) / 10}%`}>
      <Flex vertical>
        <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{text}</span>
        <UseBar percent={percent} />
      </Flex>
    </Tooltip>
  );
}

function CloseDialog({ row, onDone }: { readonly row: SysTenant; onDone(): void }) {
  const t = useT();
  const [form] = Form.useForm<{ reason: string }>();
  const [busy, setBusy] = useState(false);
  const ask = async ({ reason }: { reason: string }) => {
    setBusy(true);
    try {
      const { msg } = await callEnvelope(closeTenant, { body: { id: row.id, version: row.version, reason } });
      notify('success', msg);
      onDone();
    } catch {
      // The user was told.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('platform.tenantPages.closeTitle', { name: row.tenantName })}
      okButtonProps={{ danger: true, loading: busy }}
      onCancel={onDone}
      onOk={() => form.submit()}
    >
      <p>{t('platform.tenantPages.closeHelp')}</p>
      <Form form={form} layout="vertical" onFinish={(values) => void ask(values)}>
        <Form.Item
          name="reason"
          label={t('platform.authority.reason')}
          rules={[{ required: true, min: 2, whitespace: true, message: t('platform.authority.reasonNeeded') }]}
        >
          <Input.TextArea rows={3} maxLength={500} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
