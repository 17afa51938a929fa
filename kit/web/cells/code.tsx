import { Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { CellProps } from './cell-props.ts';

/** Codes and numbers people carry elsewhere: one click copies. */
export function CodeCell({ value }: CellProps<string>) {
  const t = useT();
  return (
    <Typography.Text
      title={value}
      copyable={{ text: value, tooltips: [t('kit.copy'), t('kit.copied')] }}
      style={{ whiteSpace: 'nowrap' }}
    >
      {value}
    </Typography.Text>
  );
}
