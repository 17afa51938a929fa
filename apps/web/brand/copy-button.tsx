import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { copyText } from './copy-text.ts';

export function CopyButton({ text }: { text: string }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    setCopied(await copyText(text));
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <Button
      type="text"
      size="small"
      icon={copied ? <CheckOutlined /> : <CopyOutlined />}
      aria-label={copied ? t('shell.copied') : t('shell.copy')}
      onClick={copy}
    />
  );
}
