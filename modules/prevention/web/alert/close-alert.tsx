import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { type AntAlert, antAlert, closeAlert } from '#modules/prevention/contract/alert/alert.ts';

const reasons = ['handled', 'confirmed', 'falseAlarm'];

/** Closed by hand: with a reason of the kind, and what was done. */
export function CloseAlert({ row, onClose }: { readonly row: AntAlert; onClose(): void }) {
  const id = useId();
  const client = useQueryClient();
  const label = useTexts('prevention.antAlert');
  const { options } = useDict('alarm_close');
  const [closeReason, setReason] = useState('handled');
  const [closeNote, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await call(closeAlert, { body: { id: row.id, version: row.version, closeReason, closeNote } });
      await client.invalidateQueries({ queryKey: resourceKey(antAlert) });
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
      title={label('_close')}
      okText={label('_close')}
      okButtonProps={{ disabled: closeNote.trim().length < 2 }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <p data-record>{row.text}</p>
        <Form.Item label={label('closeReason')} htmlFor={`${id}-reason`} required>
          <Select
            id={`${id}-reason`}
            value={closeReason}
            onChange={setReason}
            options={reasons.map((value) => ({
              value,
              label: options.find((one) => one.dictValue === value)?.dictLabel ?? value,
            }))}
          />
        </Form.Item>
        <Form.Item label={label('closeNote')} htmlFor={`${id}-note`} required>
          <Input.TextArea
            id={`${id}-note`}
            autoFocus
            maxLength={500}
            value={closeNote}
            onChange={(event) => setNote(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
