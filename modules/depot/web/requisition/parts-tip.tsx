import { Tooltip, Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { SuggestionParts } from '#modules/depot/contract/requisition/requisition.ts';
import { plainNumber } from '../goods/quantity.tsx';

interface Props {
  readonly parts: SuggestionParts | null;
  readonly suggested: number | null;
}

/** R35: the suggestion, and on hover how it came about. */
export function Suggested({ parts, suggested }: Props) {
  const t = useT();
  if (!parts) return <span>-</span>;
  const key = parts.basis === 'need' ? 'formula' : parts.basis === 'limit' ? 'formulaLimit' : 'noBasis';
  return (
    <Tooltip
      title={t.any(`depot.requisitionPage.${key}`, {
        need: plainNumber(parts.need ?? 0),
        onHand: plainNumber(parts.onHand),
        inTransit: plainNumber(parts.inTransit),
        suggested: plainNumber(suggested ?? 0),
      })}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is told on hover must be told to the keyboard too */}
      <span tabIndex={0} style={{ borderBlockEnd: '1px dotted', cursor: 'help' }}>
        {suggested === null ? (
          <Typography.Text type="secondary">-</Typography.Text>
        ) : (
          <Typography.Text>{plainNumber(suggested)}</Typography.Text>
        )}
      </span>
    </Tooltip>
  );
}
