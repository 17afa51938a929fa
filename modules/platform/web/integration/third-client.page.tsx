import { KeyOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Descriptions, Space, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { resourcePage } from '#kit/web/resource/resource-page.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { newThirdSecret } from '#modules/platform/contract/auth/ticket.ts';
import { type SysThirdClient, sysThirdClient } from '#modules/platform/contract/integration/sys-third-client.ts';

export default resourcePage(sysThirdClient, {
  cells: {
    callsToday: (row) => (
      <PageLink to={`/system/thirdPartyLog?clientId=${encodeURIComponent(row.clientId)}`}>{row.callsToday}</PageLink>
    ),
    hasSecret: (row) => <Secret row={row} />,
  },
});

/** Whether there is a secret, and for those who may: a new one, shown this once. */
function Secret({ row }: { readonly row: SysThirdClient }) {
  const t = useT();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const make = async () => {
    const made = await call(newThirdSecret, { body: { id: row.id, version: row.version } });
    void client.invalidateQueries({ queryKey: resourceKey(sysThirdClient) });
    modal.success({
      title: t('platform.sysThirdClient.secretOnce'),
      width: 560,
      content: (
        <Descriptions
          column={1}
          items={[
            {
              key: 'id',
              label: t('platform.sysThirdClient.clientId'),
              children: <Typography.Text copyable>{made.clientId}</Typography.Text>,
            },
            {
              key: 'secret',
              label: t('platform.sysThirdClient.secret'),
              children: <Typography.Text copyable>{made.secret}</Typography.Text>,
            },
          ]}
        />
      ),
    });
  };
  const ask = () =>
    row.hasSecret
      ? modal.confirm({
          title: t('platform.sysThirdClient.newSecret'),
          content: t('platform.sysThirdClient.newSecretConfirm'),
          onOk: () => make().catch(() => {}),
        })
      : void make().catch(() => {});
  return (
    <Space>
      <span>{t(row.hasSecret ? 'kit.yes' : 'kit.no')}</span>
      {row._can.includes('edit') && (
        <Button type="link" size="small" icon={<KeyOutlined />} onClick={ask} style={{ paddingInline: 0 }}>
          {t('platform.sysThirdClient.newSecret')}
        </Button>
      )}
    </Space>
  );
}
