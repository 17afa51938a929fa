import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { leaseBill } from '#modules/bank/contract/lease/lease.ts';
import { LeaseTotals } from './lease-totals.tsx';

/** 租金账单: what each month of a lease costs, and whether it was paid. */
export default function BillPage() {
  return <ResourcePage resource={leaseBill} isOwn={false} above={() => <LeaseTotals />} />;
}
