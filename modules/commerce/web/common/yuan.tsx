import { moneyText } from '#kit/web/ui/money.ts';

/** An amount as a price tag writes it. */
export const Yuan = ({ cents }: { readonly cents: number | null | undefined }) => (
  <span data-record>
    {cents === null || cents === undefined ? '-' : `${cents < 0 ? '−' : ''}¥${moneyText(Math.abs(cents))}`}
  </span>
);
