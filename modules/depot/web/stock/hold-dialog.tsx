import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, Modal, Radio } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { holdLot, releaseLot } from '#modules/depot/contract/stock/lot.ts';

interface Props {
  readonly lotId: number;
  readonly lotNo: string;
  /** Without a store it is the whole lot. */
  readonly depot?: { readonly id: number; readonly name: string };
  readonly isHeld: boolean;
  onClose(): void;
}

/** R18: stops a lot in one store, or everywhere, and lets it go again; always with a reason. */
export function HoldDialog({ lotId, lotNo, depot, isHeld, onClose }: Props) {
  const id = useId();
  const client = useQueryClient();
  const mayAll = useCan('depot:lot:recall');
  const [where, setWhere] = useState<'here' | 'all'>(depot ? 'here' : 'all');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const text = useTexts('depot.lot');
  const save = async () => {
    setBusy(true);
    try {
      await call(isHeld ? releaseLot : holdLot, {
        body: { lotId, reason, ...(where === 'here' && depot ? { depotId: depot.id } : {}) },
      });
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
      title={text(isHeld ? 'releaseTitle' : 'holdTitle', { lot: lotNo })}
      okText={text(isHeld ? 'release' : 'hold')}
      okButtonProps={{ danger: !isHeld, disabled: reason.trim().length < 2 }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        {depot && mayAll && (
          <Form.Item label={text('where')}>
            <Radio.Group value={where} onChange={(event) => setWhere(event.target.value)}>
              <Radio value="here">{text('here', { depot: depot.name })}</Radio>
              <Radio value="all">{text('everywhere')}</Radio>
            </Radio.Group>
          </Form.Item>
        )}
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
