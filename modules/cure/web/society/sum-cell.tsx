import { formatCents } from '#kit/contract/money.ts';
import { SumButton } from '#kit/web/calc/sum-button.tsx';

/** An amount that says how it came about. */
export const SumCell = ({
  entity,
  id,
  cents,
}: {
  readonly entity: string;
  readonly id: number;
  readonly cents: number;
}) => (
  <SumButton entity={entity} id={id}>
    {formatCents(cents)}
  </SumButton>
);
