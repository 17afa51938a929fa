import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Flex, theme, Upload } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { uploadMenuFile } from '#modules/platform/contract/file/files.ts';

export const publicPicture = (fileId: number): string => `/api/sys/file/public/${fileId}`;

interface Props {
  readonly id: string;
  readonly value: number | null;
  onChange(value: number | null): void;
  readonly uploadText: string;
}

/** One picture that anybody may see: a logo, an icon, a cover. */
export function PictureField({ id, value, onChange, uploadText }: Props) {
  const t = useT();
  const { token } = theme.useToken();
  const [busy, setBusy] = useState(false);
  const send = async (file: File) => {
    setBusy(true);
    try {
      onChange((await call(uploadMenuFile, { body: {}, file })).fileId);
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Flex gap={12} align="center">
      {value !== null && (
        <img
          src={publicPicture(value)}
          alt=""
          style={{
            height: 48,
            maxWidth: 120,
            objectFit: 'contain',
            border: `1px solid ${token.colorBorder}`,
            borderRadius: 4,
          }}
        />
      )}
      <Upload
        accept="image/*"
        showUploadList={false}
        beforeUpload={(file) => {
          void send(file);
          return false;
        }}
      >
        <Button id={id} icon={<UploadOutlined aria-hidden />} loading={busy}>
          {uploadText}
        </Button>
      </Upload>
      {value !== null && (
        <Button type="text" icon={<DeleteOutlined />} aria-label={t('kit.remove')} onClick={() => onChange(null)} />
      )}
    </Flex>
  );
}
