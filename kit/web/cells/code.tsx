import { Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { CellProps } from './cell-props.ts';

export function Copy({ text }: { readonly text: string }) {
  const t = useT();
  return <Typography.Text copyable={{ text, tooltips: [t('kit.copy'), t('kit.copied')] }} />;
}

/** Codes and numbers people carry elsewhere: one click copies. */
export const CodeCell = ({ value }: CellProps<string>) => (
  <span style={{ display: 'flex', gap: 4 }}>
    <span title={value} style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {value}
    </span>
    <Copy text={value} />
  </span>
);
