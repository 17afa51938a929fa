import { wallTime } from '#kit/web/ui/times.ts';
import type { CellProps } from './cell-props.ts';

export const DateTimeCell = ({ value }: CellProps<string>) => (
  <span style={{ whiteSpace: 'nowrap' }}>{wallTime(value)}</span>
);
