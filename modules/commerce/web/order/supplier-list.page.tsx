import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { supplierOrder } from '#modules/commerce/contract/order/trade-order.ts';

import { StateStrip, type StateTab } from '../common/state-strip.tsx';

const tabs: readonly StateTab[] = [
  { key: 'pendingAccept', filter: { status: 'pendingAccept' } },
  { key: 'toCollect', filter: { status: 'pendingPay' } },
  { key: 'pendingShip', filter: { status: 'pendingShip' } },
  { key: 'late', filter: { isLate: 'true' }, isBad: true },
  { key: 'sent', filter: { status: 'shipping,pendingReceive' } },
  { key: 'inDispute', filter: { inDispute: 'true' }, isBad: true },
  { key: 'completed', filter: { status: 'completed' } },
];
const pathOf = (id: number) => `/suppliers/order/detail?id=${id}`;

/** 订单管理: what the supplier has to accept, send and get paid for. */
export default function SupplierOrdersPage() {
  const { openPage } = usePage();
  return (
    <ResourcePage
      resource={supplierOrder}
      above={() => <StateStrip resource={supplierOrder} tabs={tabs} />}
      onOpen={(row) => openPage(pathOf(row.id))}
      cells={{ orderNo: (row) => <PageLink to={pathOf(row.id)}>{row.orderNo}</PageLink> }}
    />
  );
}
