import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import type { ScreenContext } from '../screen-frame.tsx';

interface ChangeProps {
  readonly context: ScreenContext;
  /** A share of what was, or of shares the difference. */
  readonly value: number | null | undefined;
  /** Of shares: points instead of per cent. */
  readonly inPoints?: boolean;
  /** What it was then, told instead where so little was there that the growth says nothing. */
  readonly before?: number | null | undefined;
}

const sayable = 10;

/** How much more or less than on the same day last year. */
export function Change({ context, value, inPoints = false, before }: ChangeProps) {
  const { number, signed } = useNumbers();
  const isSaid = value !== null && value !== undefined && value < sayable;
  if (!isSaid)
    return before === null || before === undefined
      ? context.text('index1.yearUnknown')
      : context.text('index1.yearAgo', { n: number(before) });
  const text = signed(value * 100);
  return (
    <>
      {context.text('index1.onYear')}{' '}
      <span style={{ color: value < 0 ? screen.warn : value > 0 ? screen.good : undefined }}>
        {value > 0 ? '▲' : value < 0 ? '▼' : ''} {inPoints ? context.text('index1.points', { n: text }) : `${text}%`}
      </span>
    </>
  );
}
