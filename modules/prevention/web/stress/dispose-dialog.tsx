import { DatePicker, Form, Input, Modal, Select } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { disposeStress } from '#modules/prevention/contract/stress/stress.ts';
import type { StressCase } from '#modules/prevention/contract/stress/stress-case.ts';
import { useStep } from './use-step.ts';

/** What became of the carcass. */
export function DisposeDialog({ row, onClose }: { readonly row: StressCase; onClose(): void }) {
  const t = useT();
  const id = useId();
  const text = useTexts('prevention.stress');
  const { options } = useDict('carcass_way');
  const { busy, run } = useStep(onClose);
  const [way, setWay] = useState<string | null>(row.disposal?.way ?? null);
  const [on, setOn] = useState(dayjs(row.disposedOn ?? undefined));
  const [by, setBy] = useState(row.disposal?.by ?? '');
  const [photos, setPhotos] = useState<number[]>(row.disposal?.photos ?? []);
  const save = () =>
    run(() =>
      call(disposeStress, {
        body: {
          id: row.id,
          version: row.version,
          way: way ?? '',
          on: on.format('YYYY-MM-DD'),
          by: by || null,
          photos,
          disposalRefId: row.disposal?.disposalRefId ?? null,
        },
      }),
    );
  return (
    <Modal
      open
      title={text('disposeTitle', { docNo: row.docNo })}
      okText={t('kit.save')}
      okButtonProps={{ disabled: way === null }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={text('way')} htmlFor={`${id}-way`} required>
          <Select
            id={`${id}-way`}
            value={way}
            options={options.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
            onChange={setWay}
          />
        </Form.Item>
        <Form.Item label={text('on')} htmlFor={`${id}-on`} required>
          <DatePicker
            id={`${id}-on`}
            value={on}
            allowClear={false}
            maxDate={dayjs()}
            onChange={(next) => next && setOn(next)}
          />
        </Form.Item>
        <Form.Item label={text('by')} htmlFor={`${id}-by`}>
          <Input id={`${id}-by`} maxLength={60} value={by} onChange={(event) => setBy(event.target.value)} />
        </Form.Item>
        <Form.Item label={t('prevention.stressCase.photos')}>
          <AttachmentsField bizType="prevention.stressCase" accept="image/*" value={photos} onChange={setPhotos} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
