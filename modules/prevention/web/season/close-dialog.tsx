import { Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { type PreventionSeason, preventionSeason } from '#modules/prevention/contract/season/season.ts';

interface Props {
  readonly row: PreventionSeason;
  onClose(): void;
}

/** The season ends with a word about it, and the figures as they stand are kept. */
export function CloseDialog({ row, onClose }: Props) {
  const t = useT();
  const id = useId();
  const label = useTexts('prevention.preventionSeason');
  const changed = useChanged(preventionSeason);
  const [summaryText, setText] = useState(row.summaryText ?? '');
  const [files, setFiles] = useState<number[]>(row.summaryFileId ? [row.summaryFileId] : []);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await call(callOf(preventionSeason, 'transition'), {
        body: {
          id: row.id,
          version: row.version,
          name: 'close',
          form: { summaryText: summaryText.trim(), summaryFileId: files[0] ?? null },
        },
      });
      notify('success', t('ok.done'));
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      void changed();
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={640}
      title={<span data-record>{`${label('_close')}: ${row.name}`}</span>}
      okText={label('_close')}
      okButtonProps={{ disabled: summaryText.trim() === '' }}
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() => void send()}
    >
      <Form layout="vertical">
        <Form.Item label={label('summaryText')} htmlFor={`${id}-text`} required>
          <Input.TextArea
            id={`${id}-text`}
            rows={8}
            maxLength={5000}
            showCount
            value={summaryText}
            onChange={(event) => setText(event.target.value)}
          />
        </Form.Item>
        <Form.Item label={label('summaryFileId')}>
          <AttachmentsField bizType="prevention.preventionSeason" most={1} value={files} onChange={setFiles} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
