import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { FigureStrip } from '#kit/web/ui/figure-strip.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { expenseSums, farmExpense } from '#modules/farm/contract/cost/cost.ts';

/** 费用登记: bills, with what the chosen days come to by kind. */
export default function ExpensePage() {
  const text = useTexts('farm.expensePage');
  const url = useUrlState();
  const kinds = useDict('expense_kind').options;
  const from = url.get('onDateFrom') ?? undefined;
  const to = url.get('onDateTo') ?? undefined;
  const chosen = url.get('kind');
  const { data } = useQuery({
    queryKey: ['farm.farmExpense', 'sums', from, to],
    queryFn: () => call(expenseSums, { query: { ...(from && { from }), ...(to && { to }) }, quiet: true }),
  });
  return (
    <ResourcePage
      resource={farmExpense}
      form={{ initial: { scope: 'farm' } }}
      above={() =>
        data && (
          <FigureStrip
            figures={[
              { key: 'total', label: text('total'), value: moneyText(data.total) },
              ...data.byKind.map(({ kind, cents }) => ({
                key: kind,
                label: kinds.find((one) => one.dictValue === kind)?.dictLabel ?? kind,
                value: moneyText(cents),
                isChosen: chosen === kind,
                onClick: () => url.set({ kind: chosen === kind ? null : kind }),
              })),
            ]}
          />
        )
      }
    />
  );
}
