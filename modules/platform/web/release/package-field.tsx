import { UploadOutlined } from '@ant-design/icons';
import { Button, Flex, Progress, Typography, Upload } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { packageBytes, uploadPackage } from '#modules/platform/contract/release/sys-app-release.ts';
import { bytesText } from '../common/bytes.ts';

interface Props {
  readonly id: string;
  readonly platform: string | null;
  readonly value: number | null;
  onChange(value: number | null): void;
}

/** The package is sent first and hung on the release when that is saved. */
export function PackageField({ id, platform, value, onChange }: Props) {
  const t = useT();
  const text = useTexts('platform.sysAppRelease');
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<{ fileName: string; size: number } | null>(null);
  const send = async (file: File) => {
    if (file.size > packageBytes) return notify('error', t('error.tooLarge', { n: packageBytes / 1024 / 1024 }));
    setBusy(true);
    try {
      const saved = await call(uploadPackage, { body: { platform: platform ?? '' }, file });
      setSent(saved);
      onChange(saved.fileId);
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Flex vertical gap={6}>
      <Flex gap={12} align="center" wrap>
        <Upload
          accept=".apk,.ipa,.hap,.app,.zip"
          showUploadList={false}
          disabled={platform === null || busy}
          beforeUpload={(file) => {
            void send(file);
            return false;
          }}
        >
          <Button id={id} icon={<UploadOutlined aria-hidden />} loading={busy} disabled={platform === null}>
            {text('upload')}
          </Button>
        </Upload>
        {busy && <Progress percent={100} status="active" showInfo={false} style={{ width: 160 }} />}
        {!busy && value !== null && (
          <Typography.Text data-record>
            {sent ? text('uploaded', { name: sent.fileName, size: bytesText(sent.size) }) : `#${value}`}
          </Typography.Text>
        )}
        {!busy && value !== null && (
          <Button type="link" size="small" onClick={() => onChange(null)}>
            {t('kit.remove')}
          </Button>
        )}
      </Flex>
      <Typography.Text type="secondary">{text(platform === null ? 'choosePlatform' : 'uploadHint')}</Typography.Text>
    </Flex>
  );
}
