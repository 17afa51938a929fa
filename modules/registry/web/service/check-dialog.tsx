import { Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { field } from '#kit/contract/field.ts';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { DateField } from '#kit/web/fields/date.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { checkTool, type ToolInfo, toolInfo } from '#modules/registry/contract/service/tool-info.ts';

const day = field.date({ optional: true });

interface Props {
  readonly tool: ToolInfo;
  onClose(): void;
}

export function CheckDialog({ tool, onClose }: Props) {
  const t = useT();
  const id = useId();
  const changed = useChanged(toolInfo);
  const [result, setResult] = useState('');
  const [nextCheckOn, setNext] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await call(checkTool, { body: { id: tool.id, version: tool.version, result, nextCheckOn } });
      notify('success', t('ok.saved'));
      await changed();
      onClose();
    } catch {
      // The client has said why; what was typed stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('registry.toolPage.checkOf', { name: tool.name })}
      okText={t('kit.save')}
      okButtonProps={{ disabled: result.trim() === '' }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('registry.toolPage.result')} htmlFor={`${id}-result`} required>
          <Input.TextArea
            id={`${id}-result`}
            rows={3}
            maxLength={200}
            value={result}
            onChange={(event) => setResult(event.target.value)}
          />
        </Form.Item>
        <Form.Item label={t('registry.toolInfo.nextCheckOn')} htmlFor={`${id}-next`}>
          <DateField
            id={`${id}-next`}
            field={day}
            value={nextCheckOn}
            onChange={setNext}
            onBlur={() => {}}
            disabled={false}
            invalid={false}
            describedBy={undefined}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
