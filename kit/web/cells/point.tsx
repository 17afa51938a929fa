import type { Point } from '#kit/contract/field.ts';
import type { CellProps } from './cell-props.ts';

export const PointCell = ({ value }: CellProps<Point>) => (
  <span style={{ whiteSpace: 'nowrap' }}>{`${value.longitude.toFixed(6)}, ${value.latitude.toFixed(6)}`}</span>
);
