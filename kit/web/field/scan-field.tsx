import { Flex, Typography } from 'antd';
import { useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ScanInput } from './scan-input.tsx';

interface Said {
  readonly ok: boolean;
  readonly text: string;
}

interface Props {
  readonly id: string;
  onScan(text: string): Promise<Said>;
}

/** A scan box that says what became of each scan. The next may arrive before the answer, so scans wait for each other. */
export function ScanField({ id, onScan }: Props) {
  const t = useT();
  const [said, setSaid] = useState<Said | null>(null);
  const [queue] = useState(() => ({ last: Promise.resolve() }));
  const take = (word: string) => {
    queue.last = queue.last
      .then(() => onScan(word))
      .then(setSaid, () => setSaid({ ok: false, text: t('document.notFound', { text: word }) }));
  };
  return (
    <Flex gap={12} align="center" wrap style={{ marginBlockEnd: 8 }}>
      <ScanInput
        id={id}
        onScan={take}
        placeholder={t('document.scan')}
        aria-label={t('document.scan')}
        style={{ width: 'min(100%, 320px)' }}
      />
      <Typography.Text role="status" {...(said && { type: said.ok ? 'success' : 'danger' })}>
        {said?.text}
      </Typography.Text>
    </Flex>
  );
}
