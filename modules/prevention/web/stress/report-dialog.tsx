import { DatePicker, Form, Input, Modal } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import { endpointsOf } from '#kit/contract/resource.ts';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { deathPhotos, type StressCase, stressCase } from '#modules/prevention/contract/stress/stress-case.ts';
import { useStep } from './use-step.ts';

const { transition } = endpointsOf(stressCase);

/** An animal under observation has died, or the papers of a returned case are complete now. */
export function ReportDialog({ row, onClose }: { readonly row: StressCase; onClose(): void }) {
  const id = useId();
  const label = useTexts('prevention.stressCase');
  const { busy, run } = useStep(onClose);
  const [diedAt, setDiedAt] = useState(dayjs(row.diedAt ?? undefined));
  const [photos, setPhotos] = useState<number[]>((row.photoIds as number[] | null) ?? []);
  const [payTo, setPayTo] = useState(row.payeeName ?? row.principalIdName ?? '');
  const [payAccount, setPayAccount] = useState(row.payeeAccount ?? '');
  const isVerified = row.verifiedAt !== null;
  const save = () =>
    run(async () => {
      if (!transition) return;
      await call(transition, {
        body: {
          id: row.id,
          version: row.version,
          name: 'report',
          form: { diedAt: diedAt.toISOString(), photos, payTo, payAccount: payAccount || null },
        },
      });
    });
  return (
    <Modal
      open
      title={`${label('_report')} ${row.docNo}`}
      okText={label('_report')}
      okButtonProps={{ disabled: photos.length < deathPhotos || payTo.trim() === '' }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={label('diedAt')} htmlFor={`${id}-died`} required>
          <DatePicker
            id={`${id}-died`}
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            value={diedAt}
            allowClear={false}
            disabled={isVerified}
            maxDate={dayjs()}
            onChange={(next) => next && setDiedAt(next)}
          />
        </Form.Item>
        <Form.Item label={label('photos')} required extra={label('threePhotos')}>
          <AttachmentsField bizType="prevention.stressCase" accept="image/*" value={photos} onChange={setPhotos} />
        </Form.Item>
        <Form.Item label={label('payTo')} htmlFor={`${id}-to`} required>
          <Input id={`${id}-to`} maxLength={60} value={payTo} onChange={(event) => setPayTo(event.target.value)} />
        </Form.Item>
        <Form.Item label={label('payAccount')} htmlFor={`${id}-account`}>
          <Input
            id={`${id}-account`}
            maxLength={24}
            value={payAccount}
            onChange={(event) => setPayAccount(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
