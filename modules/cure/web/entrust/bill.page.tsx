import { Button } from 'antd';
import { formatCents } from '#kit/contract/money.ts';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { entrustBill, recomputeBill } from '#modules/cure/contract/entrust/bill.ts';
import { SumCell } from '../society/sum-cell.tsx';

/** 托管结算: what is to be paid, how it came about, and whether it still comes out the same. */
export default function BillPage() {
  const text = useTexts('cure.billPage');
  const again = async (id: number) => {
    const { same, difference } = await call(recomputeBill, { body: { id } });
    notify(same ? 'success' : 'error', same ? text('same') : text('differs', { by: formatCents(difference) }));
  };
  return (
    <ResourcePage
      resource={entrustBill}
      cells={{
        contractId: (row) => (
          <PageLink to={`/cure/entrust/detail?id=${row.contractId}`}>{row.contractIdName ?? row.contractId}</PageLink>
        ),
        payable: (row) => <SumCell entity="cure.entrustBill" id={row.id} cents={row.payable} />,
        formula: (row) => (
          <span>
            {row.formula}{' '}
            <Button size="small" onClick={() => void again(row.id).catch(() => {})}>
              {text('recompute')}
            </Button>
          </span>
        ),
      }}
    />
  );
}
