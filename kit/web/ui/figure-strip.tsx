import { Flex, Grid, Typography, theme } from 'antd';
import type { CSSProperties, ReactNode } from 'react';

export interface StripFigure {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
  readonly isBad?: boolean;
  /** Narrows the list to what the figure counts. */
  readonly onClick?: () => void;
  readonly isChosen?: boolean;
}

/** Figures over what the filter finds, on one line above the rows; on a phone the line slides. */
export function FigureStrip({ figures }: { readonly figures: readonly StripFigure[] }) {
  const { token } = theme.useToken();
  const isWide = Grid.useBreakpoint().md === true;
  const look = (isChosen: boolean): CSSProperties => ({
    display: 'flex',
    flex: 'none',
    alignItems: 'baseline',
    gap: 6,
    padding: '2px 10px',
    font: 'inherit',
    color: token.colorText,
    background: isChosen ? token.colorPrimaryBg : 'transparent',
    border: `1px solid ${isChosen ? token.colorPrimaryBorder : 'transparent'}`,
    borderRadius: token.borderRadius,
  });
  return (
    <Flex wrap={isWide} gap={4} align="baseline" style={strip} aria-live="polite">
      {figures.map(({ key, label, value, isBad = false, onClick, isChosen = false }) => {
        const inside = (
          <>
            <Typography.Text type="secondary">{label}</Typography.Text>
            <Typography.Text strong {...(isBad && { type: 'danger' })} style={{ fontVariantNumeric: 'tabular-nums' }}>
              {value}
            </Typography.Text>
          </>
        );
        if (!onClick)
          return (
            <span key={key} style={look(false)}>
              {inside}
            </span>
          );
        const pointed = { ...look(isChosen), cursor: 'pointer' };
        return (
          <button key={key} type="button" aria-pressed={isChosen} onClick={onClick} style={pointed}>
            {inside}
          </button>
        );
      })}
    </Flex>
  );
}

const strip = { marginBlockEnd: 8, minHeight: 32, overflowX: 'auto' } as const;
