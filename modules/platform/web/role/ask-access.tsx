import { Button, Drawer, Flex, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import type { AskAccessProps } from '#kit/web/guard/access-port.ts';
import { loadTexts, useT } from '#kit/web/i18n/i18n.ts';
import { requestAccess } from '#modules/platform/contract/role/access.ts';
import WhyPanel from './why-panel.tsx';

/** Why a page is closed to somebody, and the way to ask for it. Loaded when it is wanted. */
export default function AskAccess({ path, onClose }: AskAccessProps) {
  const t = useT();
  const [isReady, setReady] = useState(false);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void loadTexts('platform').then(() => setReady(true));
  }, []);
  if (!isReady) return null;
  const ask = async () => {
    setBusy(true);
    try {
      const { isNew } = await call(requestAccess, { body: { path, reason: reason.trim() } });
      notify('success', t.any(isNew ? 'platform.access.requested' : 'platform.access.already'));
      onClose();
    } catch (error) {
      // The client has said why; what was typed stays.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Drawer open title={t('platform.access.why')} size="min(520px, 100vw)" onClose={onClose}>
      <Flex vertical gap={16}>
        <WhyPanel ask={{ path }} />
        <Form layout="vertical" onFinish={() => void ask()}>
          <Form.Item label={t('platform.access.askReason')} htmlFor="ask-access" required>
            <Input.TextArea
              id="ask-access"
              rows={3}
              maxLength={300}
              showCount
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={busy} disabled={reason.trim().length < 2}>
            {t('platform.access.ask')}
          </Button>
        </Form>
      </Flex>
    </Drawer>
  );
}
