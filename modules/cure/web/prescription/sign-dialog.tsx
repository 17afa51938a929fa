import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { signSecond } from '#modules/cure/contract/prescription/dispense.ts';
import { issuePrescription, prescription } from '#modules/cure/contract/prescription/prescription.ts';

interface Props {
  readonly sheet: { readonly id: number; readonly version: number; readonly docNo?: string };
  onClose(): void;
  onIssued?(): void;
  /** R49: beside the prescriber, under a controlled medicine. */
  readonly isSecond?: boolean;
}

/** Signs a draft with the caller's password; what the rules refuse is told here. */
export function SignDialog({ sheet, onClose, onIssued, isSecond = false }: Props) {
  const text = useTexts('cure.prescriptionPage');
  const changed = useChanged(prescription);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const sign = async () => {
    setBusy(true);
    try {
      const body = { id: sheet.id, version: sheet.version, password };
      await call(isSecond ? signSecond : issuePrescription, { body, idempotencyKey: newKey() });
      await changed();
      onClose();
      onIssued?.();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text(isSecond ? 'secondTitle' : 'signTitle', { docNo: sheet.docNo ?? '' })}
      okText={text(isSecond ? 'second' : 'issue')}
      okButtonProps={{ disabled: password === '', loading: busy }}
      onOk={() => void sign().catch(() => {})}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label={text('password')}
          htmlFor="rx-password"
          required
          extra={text(isSecond ? 'secondHint' : 'signHint')}
        >
          <Input.Password
            id="rx-password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
