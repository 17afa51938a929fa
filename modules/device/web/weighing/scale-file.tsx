import { UploadOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Modal, Typography, Upload } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { readScaleFile } from '#modules/device/contract/weighing/scale-file.ts';
import { addScaleFile } from '#modules/device/contract/weighing/weigh-session.ts';

const shownFaults = 5;

/** R48: what a stand-alone scale wrote, looked at before it is sent. */
export function ScaleFileButton({ sessionId }: { readonly sessionId: number }) {
  const text = useTexts('device.weighPage');
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [sending, setSending] = useState(false);
  const read = file && readScaleFile(file.text);
  const send = async () => {
    if (!file) return;
    setSending(true);
    try {
      const { taken } = await call(addScaleFile, { body: { sessionId, ...file } });
      if (taken > 0) message.success(text('fileTaken', { n: taken }));
      else message.info(text('fileAgain'));
      setFile(null);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['device.weigh', sessionId] }),
        queries.invalidateQueries({ queryKey: ['device.weighSession'] }),
      ]);
    } catch {
      // The client has shown why; the file stays chosen.
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <Upload
        accept=".csv,.txt"
        showUploadList={false}
        beforeUpload={async (chosen) => {
          setFile({ name: chosen.name, text: await chosen.text() });
          return false;
        }}
      >
        <Button icon={<UploadOutlined />}>{text('file')}</Button>
      </Upload>
      <Modal
        title={text('fileTitle')}
        open={file !== null}
        onCancel={() => setFile(null)}
        onOk={send}
        okText={text('fileDo')}
        okButtonProps={{ disabled: !read?.lines.length }}
        confirmLoading={sending}
      >
        <Typography.Paragraph strong data-record>
          {file?.name}
        </Typography.Paragraph>
        {read && read.lines.length > 0 && (
          <Typography.Paragraph>
            {text('fileReads', { n: read.lines.length, tags: read.lines.filter((one) => one.tag).length })}
          </Typography.Paragraph>
        )}
        {read?.lines.length === 0 && <Alert type="error" showIcon title={text('fileNone')} />}
        {read && read.faults.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title={text('fileFaults', { n: read.faults.length })}
            description={read.faults.slice(0, shownFaults).map(({ line, text: words }) => (
              <div key={line} data-record>
                {text('fileLine', { line, text: words })}
              </div>
            ))}
          />
        )}
      </Modal>
    </>
  );
}
