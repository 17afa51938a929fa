import { Flex, Typography } from 'antd';
import type { RefOption } from '#kit/web/lookups/lookups.ts';

/** A record to choose: its name, and beside it what tells it from another of the same name. */
export const optionOf = ({ id, name, hint }: RefOption) => ({ value: id, label: name, hint });

export function optionWithHint({ label, data }: { label?: unknown; data: object }) {
  const { hint } = data as Pick<RefOption, 'hint'>;
  if (!hint) return String(label);
  return (
    <Flex gap={8} align="baseline" wrap data-record>
      <span>{String(label)}</span>
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {hint}
      </Typography.Text>
    </Flex>
  );
}
