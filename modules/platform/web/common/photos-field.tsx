import { PlusOutlined } from '@ant-design/icons';
import { useQueries } from '@tanstack/react-query';
import { Button, Flex, Image, theme, Upload } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { fileLink, uploadFile } from '#modules/platform/contract/file/files.ts';

const linkQuery = (fileId: number, thumb: boolean) => ({
  queryKey: ['platform.file', fileId, thumb],
  queryFn: () => call(fileLink, { params: { fileId }, query: thumb ? { thumb: '1' as const } : {}, quiet: true }),
  staleTime: 300_000,
  retry: false,
});

/** Pictures of a record, small; a click shows them whole. */
export function Photos({ fileIds, size = 36 }: { readonly fileIds: readonly number[]; readonly size?: number }) {
  const small = useQueries({ queries: fileIds.map((id) => linkQuery(id, true)) });
  const whole = useQueries({ queries: fileIds.map((id) => linkQuery(id, false)) });
  if (fileIds.length === 0) return <span>-</span>;
  return (
    <Image.PreviewGroup items={whole.flatMap((one) => (one.data ? [one.data.url] : []))}>
      <Flex gap={4} wrap>
        {fileIds.map((id, index) => (
          <Image
            key={id}
            src={small[index]?.data?.url ?? ''}
            alt=""
            width={size}
            height={size}
            style={{ objectFit: 'cover', borderRadius: 4 }}
          />
        ))}
      </Flex>
    </Image.PreviewGroup>
  );
}

interface Props {
  readonly id: string;
  readonly bizType: string;
  readonly value: readonly number[];
  readonly most: number;
  readonly uploadText: string;
  onChange(value: number[]): void;
}

/** Pictures sent at once and hung on the record when it is saved. */
export function PhotosField({ id, bizType, value, most, uploadText, onChange }: Props) {
  const t = useT();
  const { token } = theme.useToken();
  const [busy, setBusy] = useState(false);
  const send = async (file: File) => {
    setBusy(true);
    try {
      const { fileId } = await call(uploadFile, { body: { bizType }, file });
      onChange([...value, fileId]);
    } catch {
      // The client has said why; the other pictures stay.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Flex gap={12} wrap align="end">
      {value.map((fileId) => (
        <Flex vertical key={fileId} gap={4} align="center">
          <Photos fileIds={[fileId]} size={72} />
          <Button type="link" size="small" danger onClick={() => onChange(value.filter((one) => one !== fileId))}>
            {t('kit.remove')}
          </Button>
        </Flex>
      ))}
      {value.length < most && (
        <Upload
          accept="image/*"
          showUploadList={false}
          beforeUpload={(file) => {
            void send(file);
            return false;
          }}
        >
          <Button
            id={id}
            icon={<PlusOutlined aria-hidden />}
            loading={busy}
            style={{ height: 72, borderColor: token.colorBorder }}
          >
            {uploadText}
          </Button>
        </Upload>
      )}
    </Flex>
  );
}
