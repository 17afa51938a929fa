import { Flex, Typography } from 'antd';
import type { ReactNode } from 'react';

interface Figure {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
  readonly isBad?: boolean;
}

/** Figures over what the filter finds, on one line above the rows. */
export function TotalsStrip({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <Flex gap="4px 20px" wrap align="baseline" style={{ paddingBlockEnd: 8 }}>
      {figures.map(({ key, label, value, isBad }) => (
        <span key={key}>
          <Typography.Text type="secondary">{label} </Typography.Text>
          <Typography.Text
            strong
            {...(isBad && { type: 'danger' as const })}
            style={{ fontVariantNumeric: 'tabular-nums' }}
          >
            {value}
          </Typography.Text>
        </span>
      ))}
    </Flex>
  );
}
