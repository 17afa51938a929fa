import { Alert, Modal, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { type InsEndpoint, insEndpoint, renewSecret } from '#modules/insurance/contract/push/push.ts';

/** 三方配置: where the insurer's own system hears of policies and claims. */
export default function EndpointPage() {
  const text = useTexts('insurance.pushPage');
  const [line, setLine] = useState<InsEndpoint | null>(null);
  return (
    <>
      <ResourcePage
        resource={insEndpoint}
        actions={(row) => [{ key: 'secret', label: text('secret'), run: () => setLine(row) }]}
      />
      {line && <SecretDialog line={line} onClose={() => setLine(null)} />}
    </>
  );
}

/** Told once: whoever loses it makes a new one. */
function SecretDialog({ line, onClose }: { readonly line: InsEndpoint; onClose(): void }) {
  const text = useTexts('insurance.pushPage');
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, act } = useAct(() => {});
  const renew = () =>
    act(
      () => call(renewSecret, { body: { id: line.id } }),
      (done) => setSecret(done.secret),
    );
  return (
    <Modal
      open
      title={`${text('secret')} · ${line.name}`}
      okText={secret ? text('done') : text('secret')}
      confirmLoading={busy}
      onOk={secret ? onClose : renew}
      onCancel={onClose}
    >
      {secret ? (
        <Typography.Paragraph copyable code>
          {secret}
        </Typography.Paragraph>
      ) : (
        <Alert type="warning" showIcon title={text('secretWarning')} />
      )}
    </Modal>
  );
}
