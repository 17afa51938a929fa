import { Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';

interface Props {
  readonly now: number;
  readonly before: number | null;
}

const signed = (n: number): string => (n > 0 ? `+${n.toLocaleString('en')}` : n.toLocaleString('en'));

/** How many more or less than then, and by how much of it. */
export function Change({ now, before }: Props) {
  const t = useT();
  if (before === null) return <Typography.Text type="secondary">{t('prevention.stock.unknown')}</Typography.Text>;
  const change = now - before;
  const percent = before === 0 ? '' : ` (${signed(Math.round((change * 1000) / before) / 10)}%)`;
  return (
    <Typography.Text
      {...(change < 0 && { type: 'danger' as const })}
      {...(change > 0 && { type: 'success' as const })}
      style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
    >
      {`${signed(change)}${percent}`}
    </Typography.Text>
  );
}
