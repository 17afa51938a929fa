import { DollarOutlined, FileTextOutlined, TagOutlined, UserOutlined } from '@ant-design/icons';
import { named, numbered, registerResourceFinder } from '#kit/web/resource-finder.ts';

/** R2: an animal by the number the farm painted on it; sales and slaughter batches by number, customers by name. */
export function registerFarmFinders(): void {
  registerResourceFinder({
    key: 'farmAnimal',
    label: 'farm.farmAnimal._title',
    icon: TagOutlined,
    permission: 'anm:animal:list',
    page: '/anm/animal/detail',
    wants: (words) => words.length >= 3 && words.length < 15,
    resource: () => import('#modules/farm/contract/herd/farm-animal.ts').then((m) => m.farmAnimal),
    query: { status: 'live' },
    name: ['farmNo', 'earTag'],
    path: ({ animalId }) => `/anm/animal/detail?id=${String(animalId)}`,
  });
  registerResourceFinder({
    key: 'saleOrder',
    label: 'farm.saleOrder._title',
    icon: DollarOutlined,
    permission: 'anm:sale:list',
    page: '/anm/customer/sale',
    wants: numbered('FO'),
    resource: () => import('#modules/farm/contract/sale/sale.ts').then((m) => m.saleOrder),
    name: ['docNo'],
  });
  registerResourceFinder({
    key: 'slaughterBatch',
    label: 'farm.slaughterBatch._title',
    icon: FileTextOutlined,
    permission: 'anm:slaughter:list',
    page: '/anm/animal/slaughter',
    wants: (words) => numbered('FS')(words) || /^\d{6,}$/.test(words),
    resource: () => import('#modules/farm/contract/slaughter/slaughter.ts').then((m) => m.slaughterBatch),
    name: ['docNo', 'principalIdName'],
  });
  registerResourceFinder({
    key: 'customer',
    label: 'farm.customer._title',
    icon: UserOutlined,
    permission: 'anm:customer:list',
    page: '/anm/customer/info',
    wants: named,
    resource: () => import('#modules/farm/contract/sale/customer.ts').then((m) => m.customer),
    name: ['name', 'contact'],
  });
}
