import { DeleteOutlined, PaperClipOutlined, UploadOutlined } from '@ant-design/icons';
import { useQueries } from '@tanstack/react-query';
import { Button, Flex, Typography, Upload } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { fileLink, uploadFile } from '#modules/platform/contract/files.ts';

interface Props {
  readonly value: readonly number[];
  /** Without it they are shown only. */
  readonly onChange?: (value: number[]) => void;
  /** `<module>.<noun>` of the record they will hang on. */
  readonly bizType: string;
  readonly most?: number;
}

const largest = 20 * 1024 * 1024;
/** Names of files sent in this page; others are known by their number and open all the same. */
const names = new Map<number, string>();

/** Files of a record: sent at once, hung on it when it is saved. */
export function FilesField({ value, onChange, bizType, most = 9 }: Props) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const links = useQueries({
    queries: value.map((fileId) => ({
      queryKey: ['platform.file', fileId],
      queryFn: () => call(fileLink, { params: { fileId }, quiet: true }),
      staleTime: 300_000,
    })),
  });
  const send = async (file: File) => {
    if (file.size > largest) return notify('error', t('error.tooLarge', { n: largest / 1024 / 1024 }));
    setBusy(true);
    try {
      const { fileId, fileName } = await call(uploadFile, { body: { bizType }, file });
      names.set(fileId, fileName);
      onChange?.([...value, fileId]);
    } catch {
      // The client has said why; the other files stay.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Flex vertical gap={6} align="start">
      {value.map((fileId, index) => (
        <Flex key={fileId} gap={8} align="center">
          <PaperClipOutlined aria-hidden />
          <Typography.Link href={links[index]?.data?.url} target="_blank">
            {names.get(fileId) ?? t.any('registry.documentPage.file', { n: index + 1 })}
          </Typography.Link>
          {onChange && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('kit.remove')}
              onClick={() => onChange(value.filter((one) => one !== fileId))}
            />
          )}
        </Flex>
      ))}
      {onChange && (
        <>
          <Upload
            accept="image/*,application/pdf"
            showUploadList={false}
            beforeUpload={(file) => {
              void send(file);
              return false;
            }}
            disabled={busy || value.length >= most}
          >
            <Button icon={<UploadOutlined aria-hidden />} loading={busy} disabled={value.length >= most}>
              {t.any('registry.documentPage.addFile')}
            </Button>
          </Upload>
          <Typography.Text type="secondary">{t.any('registry.documentPage.fileHint', { n: most })}</Typography.Text>
        </>
      )}
    </Flex>
  );
}
