import { BarcodeOutlined } from '@ant-design/icons';
import { Flex, Input, Typography } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';

interface Said {
  readonly ok: boolean;
  readonly text: string;
}

interface Props {
  readonly id: string;
  onScan(text: string): Promise<Said>;
}

/** A scanner types and presses Enter. What comes next may arrive before the answer, so scans wait for each other. */
export function ScanField({ id, onScan }: Props) {
  const t = useT();
  const [text, setText] = useState('');
  const [said, setSaid] = useState<Said | null>(null);
  const [queue] = useState(() => ({ last: Promise.resolve() }));
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const word = text.trim();
    setText('');
    if (!word) return;
    queue.last = queue.last
      .then(() => onScan(word))
      .then(setSaid, () => setSaid({ ok: false, text: t('document.notFound', { text: word }) }));
  };
  return (
    <Flex gap={12} align="center" wrap style={{ marginBlockEnd: 8 }}>
      <Input
        id={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={enter}
        prefix={<BarcodeOutlined aria-hidden />}
        placeholder={t('document.scan')}
        aria-label={t('document.scan')}
        autoComplete="off"
        style={{ width: 'min(100%, 320px)' }}
      />
      <Typography.Text role="status" {...(said && { type: said.ok ? 'success' : 'danger' })}>
        {said?.text}
      </Typography.Text>
    </Flex>
  );
}
