import { tradeOrder } from '#modules/commerce/contract/order/trade-order.ts';
import { OrderView } from './order-view.tsx';

export default function BuyerOrderPage() {
  return <OrderView resource={tradeOrder} />;
}
