import { InboxOutlined } from '@ant-design/icons';
import { registerResourceFinder } from '#kit/web/resource-finder.ts';

/** A lot in stock by the number printed on it. */
export function registerFinders(): void {
  registerResourceFinder({
    key: 'stockLot',
    label: 'depot.stockBalance._title',
    icon: InboxOutlined,
    permission: 'depot:stock:list',
    page: '/pri/depot/lotTrace',
    wants: (words) => /^[A-Z0-9-]{4,20}$/i.test(words) && /\d/.test(words),
    resource: () => import('#modules/depot/contract/stock/stock-balance.ts').then((m) => m.stockBalance),
    name: ['materialIdName', 'lotNo', 'depotIdName'],
    path: ({ lotId }) => `/pri/depot/lotTrace?lotId=${String(lotId)}`,
  });
}
