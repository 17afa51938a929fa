import type { ReactNode } from 'react';
import { Figure, Opens } from '#kit/web/screen/figure.tsx';
import { screen } from '#kit/web/screen/palette.ts';
import css from '#kit/web/screen/screen.module.css';

interface Fact {
  readonly name: string;
  readonly value?: number | null | undefined;
  readonly as?: 'number' | 'percent' | 'signed';
  readonly code?: string;
  readonly colour?: string | undefined;
  /** Instead of a number: a day, a word. */
  readonly text?: ReactNode;
  /** After the figure, softer. */
  readonly more?: ReactNode;
  readonly to?: string | null;
}

export const factsHeight = 54;

/** Words of axes in the panels' own size and colour. */
export const axisWords = { fontSize: 14, color: screen.soft, hideOverlap: true } as const;

/** A few figures of a panel side by side, each above its name. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: `repeat(${facts.length}, 1fr)`,
        height: factsHeight,
        columnGap: 12,
        alignContent: 'start',
      }}
    >
      {facts.map(({ name, value = null, text, colour, more, to, ...figure }) => (
        <div key={name} style={{ minWidth: 0 }}>
          <div
            className={css.cut}
            style={{ height: 28, fontSize: 22, lineHeight: '28px', fontWeight: 600, color: colour }}
          >
            <Opens to={to}>{text ?? <Figure value={value} {...figure} />}</Opens>
            {more && <span className={css.unit}>{more}</span>}
          </div>
          <div className={`${css.note} ${css.cut}`} title={name}>
            {name}
          </div>
        </div>
      ))}
    </div>
  );
}
