import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { copyText } from './copy-text.ts';
import { TextButton } from './text-button.tsx';

const shownFor = 3_000;

export function CopyButton({ text }: { readonly text: string }) {
  const t = useT();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const says = t(isCopied ? 'kit.copied' : 'kit.copy');
  return (
    <TextButton
      className="ml-copy"
      title={says}
      aria-label={says}
      onClick={(event) => {
        event.stopPropagation();
        void copyText(text).then(setCopied);
      }}
    >
      {isCopied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
    </TextButton>
  );
}
