import { useMutation } from '@tanstack/react-query';
import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { type Treatment, treatment, voidTreatment } from '#modules/cure/contract/treatment/treatment.ts';

export function VoidDialog({ row, onClose }: { readonly row: Treatment; onClose(): void }) {
  const text = useTexts('cure.treatmentPage');
  const changed = useChanged(treatment);
  const [reason, setReason] = useState('');
  const [files, setFiles] = useState<number[]>([]);
  const [key] = useState(newKey);
  const save = useMutation({
    mutationFn: () =>
      call(voidTreatment, { body: { id: row.id, version: row.version, reason, files }, idempotencyKey: key }),
    onSuccess: async () => {
      await changed();
      onClose();
    },
  });
  return (
    <Modal
      open
      title={text('voidTitle', { docNo: row.docNo })}
      okText={text('void')}
      okButtonProps={{ danger: true, disabled: reason.trim().length < 2, loading: save.isPending }}
      onOk={() => save.mutate()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={text('reason')} htmlFor="void-reason" required extra={text('voidHint')}>
          <Input.TextArea
            id="void-reason"
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
        <Form.Item label={text('proof')}>
          <AttachmentsField bizType="cure.treatment" most={3} value={files} onChange={setFiles} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
