import { ShoppingOutlined, TruckOutlined } from '@ant-design/icons';
import type { AnyResource } from '#kit/contract/resource.ts';
import { callEnvelope } from '#kit/web/api/client.ts';
import { type Found, registerFinder } from '#kit/web/finders.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';

async function rowsOf(resource: AnyResource, keyword: string): Promise<Record<string, unknown>[]> {
  const { data } = await callEnvelope(callOf(resource, 'list'), {
    query: { keyword, pageSize: '5' },
    quiet: true,
  } as never);
  return data as Record<string, unknown>[];
}
const found = (row: Record<string, unknown>, page: string): Found => ({
  key: String(row.id),
  name: `${String(row.orderNo)} ${String(row.summary)}`,
  path: `${page}?id=${String(row.id)}`,
});
const isOrderNo = (words: string) => /^MO\d{4,}/i.test(words);

/** An order by its number, on the page of whoever looks for it. */
export function registerFinders(): void {
  registerFinder({
    key: 'tradeOrder',
    label: 'commerce.tradeOrder._title',
    icon: ShoppingOutlined,
    permission: 'shop:order:view',
    page: '/selectionLib/orderCenter/detail',
    wants: isOrderNo,
    find: async (words) => {
      const { tradeOrder } = await import('#modules/commerce/contract/order/trade-order.ts');
      return (await rowsOf(tradeOrder, words)).map((row) => found(row, '/selectionLib/orderCenter/detail'));
    },
  });
  registerFinder({
    key: 'supplierOrder',
    label: 'commerce.supplierOrder._title',
    icon: TruckOutlined,
    permission: 'supplier:order:list',
    page: '/suppliers/order/detail',
    wants: isOrderNo,
    find: async (words) => {
      const { supplierOrder } = await import('#modules/commerce/contract/order/trade-order.ts');
      return (await rowsOf(supplierOrder, words)).map((row) => found(row, '/suppliers/order/detail'));
    },
  });
}
