import { type ReactNode, useEffect, useRef, useState } from 'react';
import { openInNewTab } from '#kit/web/api/token.ts';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useNumbers } from './numbers.ts';
import css from './screen.module.css';

const countFor = 800;
/** A figure begins near its value: no false number is shown for long. */
const beginAt = 0.9;

function useCounted(value: number | null): number | null {
  const [shown, setShown] = useState(value === null ? null : value * beginAt);
  const last = useRef<number | null>(shown);
  useEffect(() => {
    if (value === null || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      last.current = value;
      setShown(value);
      return;
    }
    const from = last.current ?? value * beginAt;
    const begun = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, (now - begun) / countFor);
      const at = share === 1 ? value : from + (value - from) * (1 - (1 - share) ** 3);
      last.current = at;
      setShown(at);
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}

interface FigureProps {
  readonly value?: number | null | undefined;
  readonly as?: 'number' | 'percent' | 'signed';
  /** Its code, for those who look behind it. */
  readonly code?: string;
}

/** A number that runs to its new value when it changes. */
export function Figure({ value = null, as = 'number', code }: FigureProps) {
  const { split, percent, signed } = useNumbers();
  const counted = useCounted(value);
  if (as !== 'number')
    return (
      <span data-figure={code} data-value={value ?? ''}>
        {as === 'percent' ? percent(counted) : signed(counted)}
      </span>
    );
  const isWhole = value !== null && Number.isInteger(value);
  const { text, unit } = split(counted === null ? null : isWhole ? Math.round(counted) : counted);
  return (
    <span data-figure={code} data-value={value ?? ''}>
      {text}
      {unit && <span className={css.unit}>{unit}</span>}
    </span>
  );
}

/** Opens the list behind what it holds, in a new tab of the browser; plain for those who may not see that list. */
export function Opens({ to, children }: { readonly to: string | null | undefined; readonly children: ReactNode }) {
  const may = useMayOpen();
  if (!to || !may(to)) return children;
  return (
    <a
      className={css.link}
      href={`#${to}`}
      data-drill={to}
      onClick={(event) => {
        event.preventDefault();
        event.stopPropagation();
        openInNewTab(to);
      }}
    >
      {children}
    </a>
  );
}

interface TileProps extends FigureProps {
  readonly name: string;
  readonly unit?: string;
  readonly note?: ReactNode;
  readonly isMain?: boolean;
  readonly colour?: string | undefined;
  readonly to?: string | null;
}

export function Tile({ name, unit, note, isMain = false, colour, to, ...figure }: TileProps) {
  return (
    <div className={css.tile}>
      <span className={css.tileName}>{name}</span>
      <span className={css.tileValue} data-main={isMain || undefined} style={{ color: colour }}>
        <Opens to={to}>
          <Figure {...figure} />
        </Opens>
        {unit && <span className={css.unit}>{unit}</span>}
      </span>
      {note !== undefined && <span className={css.tileNote}>{note}</span>}
    </div>
  );
}

export function Tiles({ children }: { readonly children: ReactNode }) {
  return <div className={css.tiles}>{children}</div>;
}
