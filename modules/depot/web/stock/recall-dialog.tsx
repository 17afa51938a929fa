import { useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { type LotFacts, recallLot } from '#modules/depot/contract/stock/lot.ts';

/** R16: cannot be taken back, so it says what will happen before it does. */
export function RecallDialog({ lot, onClose }: { readonly lot: LotFacts; onClose(): void }) {
  const id = useId();
  const client = useQueryClient();
  const text = useTexts('depot.lot');
  const [reason, setReason] = useState('');
  const [notice, setNotice] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await call(recallLot, { body: { lotId: lot.id, reason, notice } });
      await client.invalidateQueries();
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('recallTitle', { lot: lot.lotNo })}
      okText={text('recall')}
      okButtonProps={{ danger: true, disabled: reason.trim().length < 2 || notice.trim().length < 2 }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Alert type="error" showIcon title={text('recallWarning')} style={{ marginBlockEnd: 12 }} />
      <Form layout="vertical">
        <Form.Item label={text('reason')} htmlFor={`${id}-reason`} required>
          <Input
            id={`${id}-reason`}
            autoFocus
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
        <Form.Item label={text('notice')} htmlFor={`${id}-notice`} required>
          <Input.TextArea
            id={`${id}-notice`}
            rows={3}
            maxLength={500}
            value={notice}
            onChange={(event) => setNotice(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
