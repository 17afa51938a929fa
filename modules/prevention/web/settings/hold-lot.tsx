import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { holdLot, releaseLot } from '#modules/depot/contract/stock/lot.ts';
import { holdStressLot } from '#modules/prevention/contract/stress/stress.ts';

interface Props {
  readonly lotId: number;
  readonly lotNo: string;
  readonly isHeld: boolean;
  /** R35: an open alert is the reason; without one the depot's own rule holds. */
  readonly isAlerted?: boolean;
  onClose(): void;
}

/** The depot's hold on a whole lot, from where its harm was seen. */
export function HoldLot({ lotId, lotNo, isHeld, isAlerted = false, onClose }: Props) {
  const t = useT();
  const id = useId();
  const client = useQueryClient();
  const text = (key: string) => t.any(`prevention.lotUsage.${key}`, { lot: lotNo });
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const body = { lotId, reason };
      if (isAlerted) await call(holdStressLot, { body });
      else await call(isHeld ? releaseLot : holdLot, { body });
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
      title={text(isHeld ? 'releaseTitle' : 'holdTitle')}
      okText={text(isHeld ? 'release' : 'hold')}
      okButtonProps={{ danger: !isHeld, disabled: reason.trim().length < 2 }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={text('reason')} htmlFor={`${id}-reason`} required>
          <Input.TextArea
            id={`${id}-reason`}
            autoFocus
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
