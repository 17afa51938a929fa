import { CopyButton } from '#kit/web/ui/copy-button.tsx';
import type { CellProps } from './cell-props.ts';

/** Codes and numbers people carry elsewhere: one click copies. */
export const CodeCell = ({ value }: CellProps<string>) => (
  <span style={{ display: 'flex', gap: 4 }}>
    <span title={value} style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {value}
    </span>
    <CopyButton text={value} />
  </span>
);
