import { Flex, Form, InputNumber, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { parseCents } from '#kit/contract/money.ts';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { type DeviceLease, deliverDevices } from '#modules/bank/contract/lease/lease.ts';
import { DeviceNos } from './device-nos.tsx';

/** Devices handed over, all at one rent. */
export function DeliverDialog({ lease, onClose }: { readonly lease: DeviceLease; onClose(): void }) {
  const text = useTexts('bank.leasePage');
  const id = useId();
  const [deviceNos, setNos] = useState<readonly string[]>([]);
  const [rent, setRent] = useState<string | null>(null);
  const [value, setValue] = useState<string | null>(null);
  const [state, setState] = useState<'good' | 'damaged'>('good');
  const [photos, setPhotos] = useState<readonly number[]>([]);
  const { busy, act } = useAct(onClose);
  const yuan = (name: string, now: string | null, set: (next: string | null) => void) => (
    <Form.Item label={text(name as 'rent')} htmlFor={`${id}-${name}`} required>
      <InputNumber<string>
        id={`${id}-${name}`}
        stringMode
        min="0"
        precision={2}
        value={now}
        onChange={set}
        style={{ inlineSize: 200 }}
      />
    </Form.Item>
  );
  const save = () =>
    act(() =>
      call(deliverDevices, {
        body: {
          leaseId: lease.id,
          deviceNos: [...deviceNos],
          monthRentCents: parseCents(rent ?? '0'),
          deviceValueCents: parseCents(value ?? '0'),
          state,
          photos: [...photos],
        },
      }),
    );
  return (
    <Modal
      open
      title={`${text('deliver')} ${lease.docNo}`}
      okText={text('deliver')}
      okButtonProps={{ disabled: deviceNos.length === 0 || rent === null || value === null }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Flex gap={16} wrap>
          {yuan('rent', rent, setRent)}
          {yuan('value', value, setValue)}
        </Flex>
        <Form.Item label={text('state')} htmlFor={`${id}-state`}>
          <Select
            id={`${id}-state`}
            value={state}
            onChange={setState}
            options={(['good', 'damaged'] as const).map((one) => ({ value: one, label: text(one) }))}
          />
        </Form.Item>
        <Form.Item label={text('numbers')}>
          <DeviceNos value={deviceNos} onChange={setNos} />
        </Form.Item>
        <Form.Item label={text('photos')}>
          <AttachmentsField value={photos} onChange={setPhotos} bizType="bank.deviceLease" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
