import { Flex, Tag, Typography, theme } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { CalvingPreview } from '#modules/breeding/contract/record/calving.ts';
import { useLabel } from '../common/use-label.ts';

/** Where this birth lies in the normal and the accepted window, for each service it might have come from. */
export function GestationRuler({ preview }: { readonly preview: CalvingPreview }) {
  const text = useTexts('breeding.recordPage');
  const fitOf = useLabel('calving_fit');
  const { token } = theme.useToken();
  const { window, candidates, serviceId } = preview;
  const low = window.gestation - window.acceptBefore - 20;
  const high = window.gestation + window.acceptAfter + 20;
  const at = (days: number) => `${Math.min(100, Math.max(0, ((days - low) / (high - low)) * 100))}%`;
  const band = (from: number, to: number, background: string) => ({
    position: 'absolute' as const,
    insetBlock: 0,
    insetInlineStart: at(from),
    inlineSize: `calc(${at(to)} - ${at(from)})`,
    background,
  });
  return (
    <Flex vertical gap={4} style={{ marginBlockEnd: 16 }}>
      <Flex gap={8} align="center" wrap>
        <Tag color={preview.fit === 'normal' ? 'green' : 'orange'}>{fitOf(preview.fit)}</Tag>
        <span data-record>
          {preview.sireCode
            ? text('matched', { sire: preview.sireCode, n: preview.gestationDays ?? 0 })
            : text('notMatched')}
        </span>
        {preview.sireCode && !preview.sireCertain && <Tag color="orange">{text('sireUncertain')}</Tag>}
      </Flex>
      {candidates.map((one) => (
        <Flex key={one.serviceId} gap={8} align="center">
          <Typography.Text
            {...(one.serviceId !== serviceId && { type: 'secondary' as const })}
            style={{ inlineSize: 190 }}
            data-record
          >
            {`${one.servedOn} ${one.sireCode}`}
          </Typography.Text>
          <div
            role="img"
            aria-label={text('rulerLabel', { n: one.days })}
            style={{
              position: 'relative',
              flex: 1,
              blockSize: 14,
              background: token.colorFillSecondary,
              borderRadius: 7,
              overflow: 'hidden',
            }}
          >
            <div
              style={band(
                window.gestation - window.acceptBefore,
                window.gestation + window.acceptAfter,
                token.colorWarningBg,
              )}
            />
            <div
              style={band(
                window.gestation - window.normalDays,
                window.gestation + window.normalDays,
                token.colorSuccessBg,
              )}
            />
            <div style={{ ...band(one.days, one.days, token.colorPrimary), inlineSize: 3 }} />
          </div>
          <Typography.Text strong={one.serviceId === serviceId}>{text('daysN', { n: one.days })}</Typography.Text>
        </Flex>
      ))}
    </Flex>
  );
}
