import { registerOutbox } from '#kit/web/field/waiting-sheets.ts';
import { type PageLoader, report, resource } from '#kit/web/page.ts';
import { registerRecordPages } from '#kit/web/record-pages.ts';
import { registerSlot } from '#kit/web/slots.ts';
import { registerFarmFinders } from './herd/finders.ts';

registerFarmFinders();
registerRecordPages({
  'farm.slaughterBatch': (id) => `/anm/animal/slaughter?open=detail:${id}`,
  'farm.saleOrder': (id) => `/anm/customer/sale?open=detail:${id}`,
});
registerSlot<{ id: number }>('registry.animal', {
  key: 'farm',
  label: 'farm.card.tab',
  order: 15,
  permission: 'anm:animal:list',
  load: () => import('./herd/farm-card.tsx'),
});
registerSlot<{ id: number }>('registry.animal', {
  key: 'farmCost',
  label: 'farm.slot.cost',
  order: 35,
  permission: 'anm:money:view',
  load: () => import('./cost/animal-cost.tsx'),
});

registerSlot('shell.header', {
  key: 'farm',
  label: 'farm.picker.label',
  order: 10,
  permission: 'anm:board:view',
  load: () => import('./common/farm-picker.tsx'),
});

const linked = () => import('#modules/farm/contract/linked/linked.ts');
const feed = () => import('#modules/farm/contract/feed/feed.ts');

registerOutbox('feeding', '/anm/feeding/record', () => import('./feed/outbox.ts').then((m) => m.feedingOutbox));

export const pages: Record<string, PageLoader> = {
  '/anm/farm/board': () => import('./board/board.page.tsx'),
  '/anm/animal/info': () => import('./herd/animal.page.tsx'),
  '/anm/animal/detail': () => import('./herd/animal-detail.page.tsx'),
  '/anm/animal/turntable': () => import('./herd/turntable.page.tsx'),
  '/anm/animal/chipShift': () => import('./herd/chip-shift.page.tsx'),
  '/anm/animal/cycle': () => import('./herd/cycle.page.tsx'),
  '/anm/animal/immunity': resource(() => linked().then((m) => m.farmImmunity), { isOwn: false }),
  '/anm/animal/treatment': resource(() => linked().then((m) => m.farmTreatment), { isOwn: false }),
  '/anm/animal/group': resource(() => import('#modules/farm/contract/herd/farm-animal.ts').then((m) => m.farmGroup)),
  '/anm/hovel/info': () => import('./pen/hovel.page.tsx'),
  '/anm/feeding/plan': resource(() => feed().then((m) => m.feedingPlan), {
    form: { initial: { target: 'pen', factor: 1, meals: '50,50' } },
  }),
  '/anm/feeding/formula': resource(() => feed().then((m) => m.feedFormula)),
  '/anm/feeding/record': () => import('./feed/record.page.tsx'),
  '/anm/feeding/inspection': () => import('./round/inspection.page.tsx'),
  '/anm/breed/breeding': resource(() => linked().then((m) => m.farmBreeding), { isOwn: false }),
  '/anm/breed/semen': resource(() => linked().then((m) => m.farmSemen), { isOwn: false }),
  '/anm/stocked/info': () => import('./arrival/stock-in.page.tsx'),
  '/anm/warning/breeding': resource(() => linked().then((m) => m.farmWarning), { isOwn: false }),
  '/anm/warning/business': () => import('./remind/business.page.tsx'),
  '/anm/report/animal': report(() =>
    import('#modules/farm/contract/report/animal-report.ts').then((m) => m.animalReport),
  ),
  '/anm/sys/setting': () => import('./setting/setting.page.tsx'),
  '/anm/customer/info': () => import('./sale/customer.page.tsx'),
  '/anm/customer/sale': () => import('./sale/sale.page.tsx'),
  '/anm/animal/slaughter': () => import('./slaughter/slaughter.page.tsx'),
  '/anm/stocked/placement': () => import('./placement/placement.page.tsx'),
  '/anm/stocked/recovery': () => import('./placement/recovery.page.tsx'),
  '/anm/warning/market': () => import('./market/market.page.tsx'),
  '/anm/warning/marketPrice': () => import('./market/market-price.page.tsx'),
  '/anm/report/cost': () => import('./cost/cost-report.page.tsx'),
  '/anm/report/expense': () => import('./cost/expense.page.tsx'),
};
