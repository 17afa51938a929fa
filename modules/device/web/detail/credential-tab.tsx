import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Descriptions, Flex, Input, Modal, Typography } from 'antd';
import { useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { newCredential, revokeCredential } from '#modules/device/contract/catalogue/device.ts';
import type { DeviceNow } from '#modules/device/contract/telemetry/telemetry.ts';

/** The token is shown once; what is kept is its fingerprint. */
export function CredentialTab({
  id,
  credential,
}: {
  readonly id: number;
  readonly credential: DeviceNow['credential'];
}) {
  const text = useTexts('device.detailPage');
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState<'new' | 'revoke' | null>(null);
  const [told, setTold] = useState<DataOf<typeof newCredential> | null>(null);
  const go = async () => {
    if (asked === 'new') setTold(await call(newCredential, { body: { id, reason, atOnce: false } }));
    else {
      await call(revokeCredential, { body: { id, reason } });
      message.success(text('revoked'));
    }
    setAsked(null);
    setReason('');
    await queries.invalidateQueries({ queryKey: ['device.now', id] });
  };
  return (
    <Flex vertical gap={12}>
      {credential ? (
        <Descriptions
          size="small"
          bordered
          column={{ xs: 1, md: 2 }}
          items={[
            {
              key: 'finger',
              label: text('fingerprint'),
              children: <Typography.Text code>{credential.fingerprint}</Typography.Text>,
            },
            { key: 'made', label: text('issued'), children: wallTime(credential.createdAt) },
            { key: 'until', label: text('until'), children: wallTime(credential.expireAt) },
            { key: 'ends', label: text('ends'), children: credential.endsAt ? wallTime(credential.endsAt) : '-' },
          ]}
        />
      ) : (
        <Alert type="info" showIcon title={text('noCredential')} />
      )}
      <Flex gap={8}>
        <Button type="primary" onClick={() => setAsked('new')}>
          {text('issue')}
        </Button>
        {credential && (
          <Button danger onClick={() => setAsked('revoke')}>
            {text('revoke')}
          </Button>
        )}
      </Flex>
      <Modal
        open={asked !== null}
        title={asked === 'new' ? text('issue') : text('revoke')}
        onCancel={() => setAsked(null)}
        onOk={() => void go()}
        okButtonProps={{ disabled: reason.trim().length < 2 }}
      >
        <Input
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          placeholder={text('why')}
          maxLength={200}
        />
      </Modal>
      <Modal open={told !== null} title={text('once')} onCancel={() => setTold(null)} footer={null} width={680}>
        {told && (
          <Descriptions
            size="small"
            bordered
            column={1}
            items={[
              { key: 'host', label: text('broker'), children: `mqtts://${told.brokerHost}:${told.port}` },
              { key: 'user', label: text('username'), children: told.username },
              {
                key: 'pass',
                label: text('password'),
                children: (
                  <Typography.Paragraph copyable style={{ margin: 0, wordBreak: 'break-all' }}>
                    {told.password}
                  </Typography.Paragraph>
                ),
              },
              { key: 'up', label: text('upTopic'), children: `${told.upTopic}/{type}` },
              { key: 'down', label: text('downTopic'), children: told.downTopic },
            ]}
          />
        )}
      </Modal>
    </Flex>
  );
}
