import { DeleteOutlined, PaperClipOutlined, UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Image, Typography, Upload } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { fileLink, uploadFile } from '#modules/platform/contract/file/files.ts';

const largest = 20 * 1024 * 1024;

export function useFileLink(fileId: number | null) {
  return useQuery({
    queryKey: ['platform.file', fileId],
    queryFn: () => call(fileLink, { params: { fileId: fileId as number }, quiet: true }),
    enabled: fileId !== null,
    staleTime: 300_000,
  }).data?.url;
}

interface Props {
  readonly value: number | null;
  /** Without it the file is shown only. */
  readonly onChange?: ((value: number | null) => void) | undefined;
  /** `<module>.<noun>` of the record it will hang on. */
  readonly bizType: string;
  readonly label: string;
  /** Shown as a picture. */
  readonly isPicture?: boolean;
}

/** One file of a record: sent at once, hung on it when it is saved. */
export function OneFile({ value, onChange, bizType, label, isPicture = false }: Props) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const url = useFileLink(value);
  const send = async (file: File) => {
    if (file.size > largest) return notify('error', t('error.tooLarge', { n: largest / 1024 / 1024 }));
    setBusy(true);
    try {
      onChange?.((await call(uploadFile, { body: { bizType }, file })).fileId);
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  if (value !== null)
    return (
      <Flex gap={4} align="center">
        {isPicture && url ? (
          <Image src={url} alt={label} width={64} height={64} style={{ objectFit: 'cover' }} />
        ) : (
          <Typography.Link href={url} target="_blank">
            <PaperClipOutlined aria-hidden /> {t('depot.purveyorPage.open')}
          </Typography.Link>
        )}
        {onChange && (
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t('kit.remove')}
            onClick={() => onChange(null)}
          />
        )}
      </Flex>
    );
  if (!onChange) return null;
  return (
    <Upload
      accept={isPicture ? 'image/*' : 'image/*,application/pdf'}
      showUploadList={false}
      beforeUpload={(file) => {
        void send(file);
        return false;
      }}
      disabled={busy}
    >
      <Button size={isPicture ? 'middle' : 'small'} icon={<UploadOutlined aria-hidden />} loading={busy}>
        {label}
      </Button>
    </Upload>
  );
}
