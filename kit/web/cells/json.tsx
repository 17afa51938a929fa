import type { CellProps } from './cell-props.ts';

export const JsonCell = ({ value }: CellProps) => (
  <pre style={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{JSON.stringify(value, null, 2)}</pre>
);
