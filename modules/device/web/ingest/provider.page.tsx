import { Alert, App, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useSession } from '#kit/web/shell-context.ts';
import { deviceProvider, newSecret } from '#modules/device/contract/catalogue/device-provider.ts';

/** 接入配置: clouds and systems that hand over readings, and how devices speak themselves. */
export default function ProviderPage() {
  const text = useTexts('device.providerPage');
  const { modal } = App.useApp();
  const { actions, user } = useSession();
  const renew = (id: number) =>
    modal.confirm({
      title: text('newSecret'),
      content: text('newSecretText'),
      onOk: async () => {
        const { secret, path } = await call(newSecret, { body: { id } });
        modal.info({
          title: text('once'),
          width: 640,
          content: (
            <>
              <Typography.Paragraph copyable data-record>
                {secret}
              </Typography.Paragraph>
              <Typography.Text code>POST {path}</Typography.Text>
            </>
          ),
        });
      },
    });
  return (
    <ResourcePage
      resource={deviceProvider}
      form={{ initial: { mode: 'push' } }}
      actions={(row) =>
        actions.has('device:provider:edit')
          ? [{ key: 'secret', label: text('newSecret'), run: () => void renew(row.id) }]
          : []
      }
      above={() => (
        <Alert
          type="info"
          title={text('how')}
          description={
            <Typography.Text code style={{ whiteSpace: 'pre-wrap' }}>
              {`iot/${user.tenantNo}/up/{deviceNo}/{pos|scan|env|weigh|stat|evt}\n{"v":1,"boot":1,"seq":42,"at":1763400000000,"d":[{"t":1763400000,"lon":122.27,"lat":43.63,"acc":8}]}`}
            </Typography.Text>
          }
        />
      )}
    />
  );
}
