import { Alert, Button, Card, Flex, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { receiveSlaughter } from '#modules/farm/contract/slaughter/slaughter.ts';
import type { Sheet } from './batch-sheet.tsx';

/** The gate: every tag that is read turns green, what does not belong is told at once. */
export function ReceiveCard({ sheet, onDone }: { readonly sheet: Sheet; onDone(): void }) {
  const text = useTexts('farm.slaughterDesk');
  const [read, setRead] = useState<readonly string[]>([]);
  const [strange, setStrange] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [key, setKey] = useState(newKey);
  const open = sheet.lines.filter((one) => !one.tagOk);
  const scan = (tag: string) => {
    const found = open.filter((one) => one.earTag === tag || (tag.length >= 4 && one.earTag.endsWith(tag)));
    const isKnown = found.length === 1 && found[0];
    // What the list does not have is sent as well: the server knows chips, and both sides see what was read.
    const whole = isKnown ? isKnown.earTag : tag;
    setStrange(isKnown || tag.length < 15 ? null : tag);
    if (!isKnown && tag.length < 15) return false;
    setRead((all) => (all.includes(whole) ? all : [...all, whole]));
    return true;
  };
  const save = async () => {
    setBusy(true);
    try {
      await call(receiveSlaughter, { body: { id: sheet.id, tags: [...read] }, idempotencyKey: key });
      onDone();
    } catch {
      setKey(newKey());
    } finally {
      setBusy(false);
    }
  };
  const missing = open.filter((one) => !read.includes(one.earTag));
  return (
    <Card size="small" title={text('receive')}>
      <Flex vertical gap={10}>
        <ScanInput size="large" placeholder={text('scanHint')} aria-label={text('scanHint')} onScan={scan} autoFocus />
        {strange && <Alert type="error" showIcon title={`${strange} ${text('strange')}`} />}
        <Flex gap={6} wrap>
          <Typography.Text strong>
            {text('read')} {open.length - missing.length} / {open.length}
          </Typography.Text>
          {open.map((one) => (
            <Tag key={one.id} color={read.includes(one.earTag) ? 'success' : 'default'} data-record>
              {one.earTag}
            </Tag>
          ))}
        </Flex>
        <Button
          type="primary"
          loading={busy}
          disabled={read.length === 0}
          onClick={() => void save()}
          style={{ alignSelf: 'start' }}
        >
          {text('takeOver')} {read.length}
        </Button>
      </Flex>
    </Card>
  );
}
