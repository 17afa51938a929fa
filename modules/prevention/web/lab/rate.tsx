import { Typography } from 'antd';

/** A rate, red under its line. */
export function Rate({ value, target }: { readonly value: number | null; readonly target: number | null }) {
  if (value === null) return <Typography.Text type="secondary">-</Typography.Text>;
  const isUnder = target !== null && value < target;
  return (
    <Typography.Text
      {...(isUnder && { type: 'danger' as const, strong: true })}
      style={{ fontSize: 'inherit', fontVariantNumeric: 'tabular-nums' }}
    >
      {`${value.toFixed(1)}%`}
    </Typography.Text>
  );
}
