import { supplierOrder } from '#modules/commerce/contract/order/trade-order.ts';
import { OrderView } from './order-view.tsx';

export default function SupplierOrderPage() {
  return <OrderView resource={supplierOrder} />;
}
