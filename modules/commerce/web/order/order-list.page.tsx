import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { tradeOrder } from '#modules/commerce/contract/order/trade-order.ts';

import { StateStrip, type StateTab } from '../common/state-strip.tsx';

const tabs: readonly StateTab[] = [
  { key: 'pendingApproval', filter: { status: 'pendingApproval' } },
  { key: 'pendingAccept', filter: { status: 'pendingAccept' } },
  { key: 'pendingPay', filter: { status: 'pendingPay' } },
  { key: 'toReceive', filter: { status: 'shipping,pendingReceive' } },
  { key: 'toRate', filter: { unrated: 'true' } },
  { key: 'inDispute', filter: { inDispute: 'true' }, isBad: true },
];
const pathOf = (id: number) => `/selectionLib/orderCenter/detail?id=${id}`;

/** 订单中心: what the unit ordered; for the authority what is delivered in its region. */
export default function OrderListPage() {
  const { openPage } = usePage();
  return (
    <ResourcePage
      resource={tradeOrder}
      above={() => <StateStrip resource={tradeOrder} tabs={tabs} />}
      onOpen={(row) => openPage(pathOf(row.id))}
      cells={{ orderNo: (row) => <PageLink to={pathOf(row.id)}>{row.orderNo}</PageLink> }}
    />
  );
}
