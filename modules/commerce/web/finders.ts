import { CustomerServiceOutlined, ShoppingOutlined, TruckOutlined } from '@ant-design/icons';
import { numbered, registerResourceFinder } from '#kit/web/resource-finder.ts';

const isOrderNo = numbered('MO');

/** An order or a complaint by its number, on the page of whoever looks for it. */
export function registerFinders(): void {
  registerResourceFinder({
    key: 'tradeOrder',
    label: 'commerce.tradeOrder._title',
    icon: ShoppingOutlined,
    permission: 'shop:order:view',
    page: '/selectionLib/orderCenter/detail',
    wants: isOrderNo,
    resource: () => import('#modules/commerce/contract/order/trade-order.ts').then((m) => m.tradeOrder),
    name: ['orderNo', 'summary'],
    path: ({ id }) => `/selectionLib/orderCenter/detail?id=${id}`,
  });
  registerResourceFinder({
    key: 'supplierOrder',
    label: 'commerce.supplierOrder._title',
    icon: TruckOutlined,
    permission: 'supplier:order:list',
    page: '/suppliers/order/detail',
    wants: isOrderNo,
    resource: () => import('#modules/commerce/contract/order/trade-order.ts').then((m) => m.supplierOrder),
    name: ['orderNo', 'summary'],
    path: ({ id }) => `/suppliers/order/detail?id=${id}`,
  });
  registerResourceFinder({
    key: 'afterSale',
    label: 'commerce.afterSale._title',
    icon: CustomerServiceOutlined,
    permission: 'shop:afterSale:view',
    page: '/selectionLib/afterSale',
    wants: numbered('MA'),
    resource: () => import('#modules/commerce/contract/complaint/after-sale.ts').then((m) => m.afterSale),
    name: ['docNo', 'summary'],
  });
}
