import { Card, Flex, Typography, theme } from 'antd';
import { useRef } from 'react';
import { RunningCounter } from '#kit/web/field/running-counter.tsx';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useLabel } from '../site/parts.ts';
import type { QueuedScan } from './count-outbox.ts';
import type { Heard } from './use-count.ts';

interface Props {
  readonly heard: Heard | null;
  readonly n: number;
  readonly of: number | null;
  onHear(raw: string, readBy: QueuedScan['readBy']): boolean;
}
/** A reader types faster than any hand. */
const readerMs = 40;

/** The box that is always ready, and what came of the last reading: large enough to be read at arm's length in the sun. */
export function ScanCard({ heard, n, of, onHear }: Props) {
  const text = useTexts('bank.countPage');
  const stage = useLabel('stage');
  const { token } = theme.useToken();
  const keys = useRef<number[]>([]);
  const colours = {
    found: [token.colorSuccessBg, token.colorSuccess],
    noted: [token.colorSuccessBg, token.colorSuccess],
    again: [token.colorFillSecondary, token.colorTextSecondary],
    other: [token.colorWarningBg, token.colorWarning],
    many: [token.colorWarningBg, token.colorWarning],
    unknown: [token.colorErrorBg, token.colorError],
  } as const;
  const howRead = (): QueuedScan['readBy'] => {
    const times = keys.current;
    keys.current = [];
    // Nobody pressed a key: the camera saw it.
    if (times.length < 2) return times.length === 0 ? 'camera' : 'rfid';
    return ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (times.length - 1) < readerMs ? 'rfid' : 'typed';
  };
  const [background, ink] = heard ? colours[heard.kind] : [token.colorFillTertiary, token.colorText];
  return (
    <Card size="small">
      <Flex vertical gap={12}>
        <RunningCounter n={n} label={text('found')} {...(of !== null && { of })} last={heard?.tag} />
        <ScanInput
          size="large"
          autoFocus
          inputMode="numeric"
          aria-label={text('scan')}
          placeholder={text('scanHint')}
          onKeyDown={() => keys.current.push(performance.now())}
          onBlur={({ target, relatedTarget }) => {
            // Focus that goes nowhere comes back: the reader types into whatever has it.
            if (relatedTarget === null)
              setTimeout(() => target.isConnected && document.activeElement === document.body && target.focus(), 200);
          }}
          onScan={(raw) => onHear(raw, howRead())}
        />
        <div
          role="status"
          data-heard={heard?.kind ?? 'none'}
          style={{
            background,
            borderInlineStart: `8px solid ${ink}`,
            borderRadius: 8,
            padding: '12px 16px',
            minHeight: 112,
          }}
        >
          {heard ? (
            <>
              <div
                data-record
                style={{
                  fontSize: 56,
                  lineHeight: 1.1,
                  fontWeight: 700,
                  fontVariantNumeric: 'tabular-nums',
                  color: ink,
                }}
              >
                {heard.tag.slice(-6)}
              </div>
              <Flex gap={12} wrap align="baseline">
                <strong>{text(heard.kind)}</strong>
                {heard.line && (
                  <Typography.Text data-record>
                    {[heard.line.hovel, heard.line.pen, stage(heard.line.stage)].filter(Boolean).join(' · ')}
                  </Typography.Text>
                )}
              </Flex>
            </>
          ) : (
            <Typography.Text type="secondary">{text('ready')}</Typography.Text>
          )}
        </div>
      </Flex>
    </Card>
  );
}
