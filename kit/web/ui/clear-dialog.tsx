import { Alert, Form, Input, Modal } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';

interface ClearProps {
  readonly isBusy: boolean;
  onAsk(reason: string): void;
  onClose(): void;
}

/** Why personal numbers are taken out unmasked. */
export default function ClearDialog({ isBusy, onAsk, onClose }: ClearProps) {
  const t = useT();
  const [form] = Form.useForm<{ reason: string }>();
  return (
    <Modal
      open
      title={t('sheet.exportClear')}
      okText={t('sheet.export')}
      okButtonProps={{ danger: true, loading: isBusy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Alert type="warning" showIcon title={t('sheet.clearHelp')} style={{ marginBottom: 16 }} />
      <Form form={form} layout="vertical" onFinish={({ reason }) => onAsk(reason.trim())}>
        <Form.Item
          name="reason"
          label={t('sheet.clearReason')}
          rules={[{ required: true, whitespace: true, min: 2, message: t('sheet.clearShort') }]}
        >
          <Input.TextArea maxLength={500} rows={3} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
