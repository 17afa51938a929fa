import { registerOutbox } from '#kit/web/field/waiting-sheets.ts';
import { type PageLoader, report } from '#kit/web/page.ts';
import { registerRecordPages } from '#kit/web/record-pages.ts';
import { registerSlot } from '#kit/web/slots.ts';
import { registerFinders } from './finders.ts';

registerSlot<{ id: number }>('registry.animal', {
  key: 'pledge',
  label: 'bank.animalPage.tab',
  order: 5,
  permission: 'bank:animal:list',
  load: () => import('./pledge/animal-slot.tsx'),
});

registerFinders();
registerRecordPages({
  'bank.pledge': (id) => `/bank/pledge/detail?id=${id}`,
});

registerOutbox('pledgeCount', '/bank/stocktake/count', () =>
  import('./count/count-outbox.ts').then((m) => m.countOutbox),
);
registerOutbox('patrolVisit', '/bank/patrol/visit', () =>
  import('./patrol/patrol-outbox.ts').then((m) => m.patrolOutbox),
);

export const pages: Record<string, PageLoader> = {
  '/bank/home': () => import('./board/home.page.tsx'),
  '/bank/mine': () => import('./board/mine.page.tsx'),
  '/bank/statistics': () => import('./board/statistics.page.tsx'),
  '/bank/clients': () => import('./client/clients.page.tsx'),
  '/bank/clients/detail': () => import('./client/client-detail.page.tsx'),
  '/bank/credit/registration': () => import('./credit/registration.page.tsx'),
  '/bank/credit/apply': () => import('./credit/apply.page.tsx'),
  '/bank/credit/detail': () => import('./credit/credit-detail.page.tsx'),
  '/bank/credit/paymentAudit': () => import('./money/payments.page.tsx'),
  '/bank/credit/paymentEdit': () => import('./money/payment-edit.page.tsx'),
  '/bank/credit/statement': () => import('./money/statements.page.tsx'),
  '/bank/pledge': () => import('./pledge/pledge.page.tsx'),
  '/bank/pledge/build': () => import('./pledge/build.page.tsx'),
  '/bank/pledge/detail': () => import('./pledge/pledge-detail.page.tsx'),
  '/bank/pledge/title': () => import('./pledge/title.page.tsx'),
  '/bank/pledge/change': () => import('./pledge/change.page.tsx'),
  '/bank/pledge/changeAdd': () => import('./pledge/change-add.page.tsx'),
  '/bank/animals': () => import('./pledge/animals.page.tsx'),
  '/bank/animals/detail': () => import('./pledge/animal-detail.page.tsx'),
  '/bank/disposal': () => import('./disposal/disposal.page.tsx'),
  '/bank/warehouse': () => import('./site/warehouse.page.tsx'),
  '/bank/warehouse/detail': () => import('./site/warehouse-detail.page.tsx'),
  '/bank/stocktake': () => import('./count/stocktake.page.tsx'),
  '/bank/stocktake/count': () => import('./count/count.page.tsx'),
  '/bank/patrol': () => import('./patrol/patrol.page.tsx'),
  '/bank/patrol/visit': () => import('./patrol/visit.page.tsx'),
  '/bank/alarms': () => import('./watch/alarms.page.tsx'),
  '/bank/bluetooth': () => import('./watch/bluetooth.page.tsx'),
  '/bank/video': () => import('./watch/video.page.tsx'),
  '/bank/insurance': () => import('./watch/insurance.page.tsx'),
  '/bank/equipmentStatistics': report(() =>
    import('#modules/bank/contract/watch/equipment-stat.ts').then((m) => m.equipmentStat),
  ),
  '/bank/platform/equipment': () => import('./lease/equipment.page.tsx'),
  '/bank/platform/lessee': () => import('./lease/lessee.page.tsx'),
  '/bank/platform/leaseBill': () => import('./lease/bill.page.tsx'),
  '/bank/platform/receiver': () => import('./watch/receiver.page.tsx'),
  '/bank/product': () => import('./product/product.page.tsx'),
  '/bank/priceList': () => import('./product/price-list.page.tsx'),
  '/bank/credit/value': () => import('./product/value.page.tsx'),
  '/bank/credit/marginNotice': () => import('./product/margin.page.tsx'),
};
