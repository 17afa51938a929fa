import { paper } from '#kit/web/ui/palette.ts';
import { barsOf } from './code128.ts';

interface Props {
  readonly value: string;
  /** Millimetres. */
  readonly width?: number;
  readonly height?: number;
}

/** A label's bars with the digits below them; quiet on both sides, as readers want it. */
export function Barcode({ value, width = 44, height = 13 }: Props) {
  const { bars, width: modules } = barsOf(value);
  const quiet = 10;
  return (
    <svg
      role="img"
      aria-label={value}
      viewBox={`0 0 ${modules + 2 * quiet} 44`}
      preserveAspectRatio="none"
      style={{ width: `${width}mm`, height: `${height}mm`, display: 'block' }}
    >
      <rect width={modules + 2 * quiet} height="44" fill={paper.white} />
      {bars.map(({ x, width: thick }) => (
        <rect key={x} x={x + quiet} y="0" width={thick} height="32" fill={paper.black} />
      ))}
      <text
        x={(modules + 2 * quiet) / 2}
        y="43"
        textAnchor="middle"
        fontSize="11"
        fontFamily="monospace"
        fill={paper.black}
        textLength={modules - 10}
      >
        {value.replace(/(\d{4})(?=\d)/g, '$1 ')}
      </text>
    </svg>
  );
}
