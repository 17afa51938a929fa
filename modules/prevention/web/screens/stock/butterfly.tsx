import type { ReactNode } from 'react';
import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { Line } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';

/** A stretch of a wing; several make up one value. */
export interface Feather {
  readonly key: string;
  readonly n: number;
  readonly colour: string;
  readonly isHatched?: boolean;
  /** The list behind it, where a wing has several. */
  readonly to?: string | null;
}

export interface Pair {
  readonly key: string;
  readonly name: ReactNode;
  readonly left: readonly Feather[];
  readonly right: readonly Feather[];
  /** Lists behind the two figures. */
  readonly leftTo?: string | null;
  readonly rightTo?: string | null;
  /** Framed, since it is what matters here. */
  readonly isFramed?: boolean;
}

interface ButterflyProps {
  readonly heads: readonly [left: string, right: string];
  readonly rows: readonly Pair[];
  readonly height: number;
  /** Width of the names between the wings. */
  readonly middle?: number;
  /** Both wings on one scale, where they count the same things. */
  readonly isEven?: boolean;
}

const sum = (wing: readonly Feather[]) => wing.reduce((all, one) => all + one.n, 0);
export const hatch = (colour: string) => `repeating-linear-gradient(45deg, ${colour} 0 4px, transparent 4px 8px)`;

/** One frame around neighbours, not one around each. */
const frameOf = (above: Pair | undefined, below: Pair | undefined) => ({
  background: 'rgb(255 255 255 / 5%)',
  boxShadow: ['inset 1px 0 #8fa8c4', 'inset -1px 0 #8fa8c4']
    .concat(above?.isFramed ? [] : 'inset 0 1px #8fa8c4')
    .concat(below?.isFramed ? [] : 'inset 0 -1px #8fa8c4')
    .join(', '),
});

/** One figure opens one list; of a wing of several each opens its own, in its colour. */
function Sum({ feathers, to }: { readonly feathers: readonly Feather[]; readonly to?: string | null | undefined }) {
  const { number } = useNumbers();
  const own = feathers.filter((one) => one.to && one.n > 0);
  if (own.length === 0) return <Opens to={to}>{number(sum(feathers))}</Opens>;
  if (own.length === 1) return <Opens to={own[0]?.to}>{number(sum(feathers))}</Opens>;
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {own.map((one, at) => (
        <span key={one.key} style={{ color: one.colour }}>
          {at > 0 && <span className={css.soft}>+</span>}
          <Opens to={one.to}>{number(one.n)}</Opens>
        </span>
      ))}
    </span>
  );
}

/** Two bars back to back for each row; the figures stand at their ends. */
export function Butterfly({ heads, rows, height, middle = 80, isEven = false }: ButterflyProps) {
  const lefts = Math.max(1, ...rows.map((one) => sum(one.left)));
  const rights = Math.max(1, ...rows.map((one) => sum(one.right)));
  const [most, least] = isEven ? [Math.max(lefts, rights), Math.max(lefts, rights)] : [lefts, rights];
  const columns = `1fr ${middle}px 1fr`;
  const wing = (feathers: readonly Feather[], largest: number, isLeft: boolean, to?: string | null) => (
    <span style={{ display: 'flex', flexDirection: isLeft ? 'row-reverse' : 'row', alignItems: 'center', gap: 8 }}>
      <span
        style={{
          display: 'flex',
          flexDirection: isLeft ? 'row-reverse' : 'row',
          // Several figures need more room than one.
          width: `calc((100% - ${feathers.some((one) => one.to) ? 112 : 60}px) * ${sum(feathers) / largest})`,
          height: Math.min(26, height * 0.5),
        }}
      >
        {feathers.map((one) => (
          <i
            key={one.key}
            style={{
              flex: `${one.n} 0 0`,
              borderRadius: 2,
              background: one.isHatched ? hatch(one.colour) : one.colour,
            }}
          />
        ))}
      </span>
      <Sum feathers={feathers} to={to} />
    </span>
  );
  return (
    <>
      <Line columns={columns} height={26}>
        <span className={`${css.note} ${css.right}`}>{heads[0]}</span>
        <span />
        <span className={css.note}>{heads[1]}</span>
      </Line>
      {rows.map((one, at) => (
        <div key={one.key} style={one.isFramed ? frameOf(rows[at - 1], rows[at + 1]) : undefined}>
          <Line columns={columns} height={height}>
            {wing(one.left, most, true, one.leftTo)}
            <span className={css.cut} style={{ textAlign: 'center' }}>
              {one.name}
            </span>
            {wing(one.right, least, false, one.rightTo)}
          </Line>
        </div>
      ))}
    </>
  );
}
