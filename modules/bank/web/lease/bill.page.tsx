import { SumButton } from '#kit/web/calc/sum-button.tsx';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { leaseBill } from '#modules/bank/contract/lease/lease.ts';
import { LeaseTotals } from './lease-totals.tsx';

/** 租金账单: what each month of a lease costs and why, and whether it was paid. */
export default function BillPage() {
  return (
    <ResourcePage
      resource={leaseBill}
      isOwn={false}
      above={() => <LeaseTotals />}
      cells={{
        amount: (row) => (
          <SumButton entity="bank.leaseBill" id={row.id}>
            {moneyText(row.amount)}
          </SumButton>
        ),
      }}
    />
  );
}
