import { Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { CellProps } from './cell-props.ts';

/** Codes and numbers people carry elsewhere: one click copies. */
export function CodeCell({ value }: CellProps<string>) {
  const t = useT();
  return (
    <span style={{ display: 'flex', gap: 4 }}>
      <span title={value} style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {value}
      </span>
      <Typography.Text copyable={{ text: value, tooltips: [t('kit.copy'), t('kit.copied')] }} />
    </span>
  );
}
