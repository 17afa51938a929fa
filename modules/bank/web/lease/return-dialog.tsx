import { Form, Input, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { replaceDevice, returnDevices } from '#modules/bank/contract/lease/lease.ts';
import { DeviceNos } from './device-nos.tsx';

interface Props {
  readonly leaseId: number;
  readonly title: string;
  /** One device of the list; without it numbers are scanned. */
  readonly line?: { readonly id: number; readonly deviceNo: string };
  /** Another one is put in its place. */
  readonly isReplacing?: boolean;
  readonly state?: 'good' | 'damaged' | 'lost';
  onClose(): void;
}
/** R49: back with its state, or lost. */
export function ReturnDialog({ leaseId, title, line, isReplacing = false, state: first = 'good', onClose }: Props) {
  const text = useTexts('bank.leasePage');
  const id = useId();
  const [scanned, setScanned] = useState<readonly string[]>([]);
  const [next, setNext] = useState('');
  const [state, setState] = useState(first);
  const [note, setNote] = useState('');
  const [photos, setPhotos] = useState<readonly number[]>([]);
  const { busy, act } = useAct(onClose);
  const deviceNos = line ? [line.deviceNo] : [...scanned];
  const how = { state, photos: [...photos], ...(note.trim() && { note: note.trim() }) };
  const save = () =>
    act(async () => {
      if (isReplacing && line)
        await call(replaceDevice, { body: { lineId: line.id, deviceNo: next.trim().toUpperCase(), ...how } });
      else await call(returnDevices, { body: { leaseId, deviceNos, ...how } });
    });
  const isReady =
    deviceNos.length > 0 && (state === 'good' || note.trim() !== '') && (!isReplacing || next.trim() !== '');
  return (
    <Modal
      open
      title={`${text(isReplacing ? 'replace' : 'return')} ${title}`}
      okButtonProps={{ disabled: !isReady, danger: state === 'lost' }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        {!line && (
          <Form.Item label={text('numbers')}>
            <DeviceNos value={scanned} onChange={setScanned} />
          </Form.Item>
        )}
        {isReplacing && (
          <Form.Item label={text('newNo')} htmlFor={`${id}-next`} required>
            <Input id={`${id}-next`} value={next} maxLength={32} onChange={({ target }) => setNext(target.value)} />
          </Form.Item>
        )}
        <Form.Item label={text('state')} htmlFor={`${id}-state`} required>
          <Select
            id={`${id}-state`}
            value={state}
            onChange={setState}
            options={(['good', 'damaged', 'lost'] as const).map((one) => ({ value: one, label: text(one) }))}
          />
        </Form.Item>
        <Form.Item label={text('note')} htmlFor={`${id}-note`} required={state !== 'good'}>
          <Input.TextArea
            id={`${id}-note`}
            maxLength={300}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </Form.Item>
        <Form.Item label={text('photos')}>
          <AttachmentsField value={photos} onChange={setPhotos} bizType="bank.deviceLease" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
