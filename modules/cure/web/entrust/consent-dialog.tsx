import { DatePicker, Form, Modal, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { consentTo } from '#modules/cure/contract/entrust/contract.ts';

type Act = 'sell' | 'move' | 'cull' | 'pledge' | 'insure';
interface Props {
  readonly contractId: number;
  readonly animalIds: readonly number[];
  onClose(): void;
}
/** The owner lets the host do one kind of thing until a day. */
export function ConsentDialog({ contractId, animalIds, onClose }: Props) {
  const t = useT();
  const text = useTexts('cure.entrustPage');
  const { options } = useDict('entrust_consent_act');
  const [act, setAct] = useState<Act>('sell');
  const [until, setUntil] = useState(dayjs().add(30, 'day'));
  const give = async () => {
    const body = { id: contractId, animalIds: [...animalIds], act, until: until.format('YYYY-MM-DD') };
    await call(consentTo, { body, idempotencyKey: newKey() });
    notify('success', t('ok.done'));
    onClose();
  };
  return (
    <Modal open title={text('consent', { n: animalIds.length })} onOk={() => give().catch(() => {})} onCancel={onClose}>
      <Form layout="vertical">
        <Form.Item label={text('act')}>
          <Select
            value={act}
            onChange={setAct}
            options={options.map((one) => ({ value: one.dictValue as Act, label: one.dictLabel }))}
          />
        </Form.Item>
        <Form.Item label={text('until')}>
          <DatePicker
            value={until}
            allowClear={false}
            style={{ width: '100%' }}
            onChange={(day) => day && setUntil(day)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
