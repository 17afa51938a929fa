import { TagsOutlined } from '@ant-design/icons';
import { call } from '#kit/web/api/client.ts';
import { registerOutbox } from '#kit/web/field/waiting-sheets.ts';
import { registerFinder } from '#kit/web/finders.ts';
import { type PageLoader, report, resource } from '#kit/web/page.ts';
import { registerSlot } from '#kit/web/slots.ts';
import { resolveText } from '#modules/sign/contract/numbers/tag-segment.ts';

registerFinder({
  key: 'signTag',
  label: 'sign.ui.findTag',
  icon: TagsOutlined,
  permission: 'sign:trace:view',
  page: '/sign/tagTrace',
  wants: (words) => /^\d[\d\s]{5,}$/.test(words) || /^(EP|X|B)\w{5,}$/i.test(words),
  find: async (words) => {
    const found = await call(resolveText, { query: { text: words }, quiet: true });
    return found.map((one) => ({
      key: `${one.kind} ${one.text}`,
      name: one.text,
      path:
        one.kind === 'pack'
          ? `/sign/tagTrace?pack=${one.id}`
          : one.kind === 'order'
            ? `/sign/tagTrace?order=${one.id}`
            : `/sign/tagTrace?code=${one.code}`,
    }));
  },
});

registerSlot<{ id: number }>('registry.animal', {
  key: 'sign',
  label: 'sign.ui.tagHistory',
  order: 25,
  permission: 'sign:trace:view',
  load: () => import('./numbers/animal-tags.tsx'),
});

registerOutbox('wear', '/sign/wear', () => import('./wear/outbox.ts').then((m) => m.wearOutbox));

export const pages: Record<string, PageLoader> = {
  '/sign/home': () => import('./home/home.page.tsx'),
  '/sign/alert': () => import('./home/alert.page.tsx'),
  '/sign/signCategory': resource(() =>
    import('#modules/sign/contract/settings/sign-category.ts').then((m) => m.signCategory),
  ),
  '/sign/segment': () => import('./numbers/segment.page.tsx'),
  '/sign/wear': () => import('./wear/wear.page.tsx'),
  '/sign/tagTrace': () => import('./numbers/tag-trace.page.tsx'),
  '/sign/companyLedger': () => import('./ledger/company-ledger.page.tsx'),
  '/sign/personLedger': () => import('./ledger/person-ledger.page.tsx'),
  '/sign/packRecovery': () => import('./papers/recovery.page.tsx'),
  '/sign/stocktake': () => import('./papers/stocktake.page.tsx'),
  '/signIn/procurement': () => import('./papers/procurement.page.tsx'),
  '/signIn/procurement/detail': () => import('./papers/procurement-detail.page.tsx'),
  '/signIn/procurement/edit': () => import('./papers/procurement-edit.page.tsx'),
  '/signIn/procurement/reject': () => import('./papers/procurement-reject.page.tsx'),
  '/signIn/shipment': () => import('./papers/shipment.page.tsx'),
  '/signIn/receiving': () => import('./papers/receiving.page.tsx'),
  '/signIn/storage': () => import('./papers/storage.page.tsx'),
  '/signIn/storage/selectPurchase': () => import('./papers/select-purchase.page.tsx'),
  '/signIn/storage/edit': () => import('./papers/storage-edit.page.tsx'),
  '/signIn/stockOut': () => import('./papers/stock-out.page.tsx'),
  '/signIn/stockOut/edit': () => import('./papers/stock-out-edit.page.tsx'),
  '/signIn/scrap': () => import('./papers/scrap.page.tsx'),
  '/signIn/scrap/add': () => import('./papers/scrap-add.page.tsx'),
  '/signIn/scrap/edit': () => import('./papers/scrap-edit.page.tsx'),
  '/signIn/companyStatistics': report(() =>
    import('#modules/sign/contract/stat/stat.ts').then((m) => m.companyStatistics),
  ),
  '/signIn/personStatistics': report(() =>
    import('#modules/sign/contract/stat/stat.ts').then((m) => m.personStatistics),
  ),
  '/signIn/category': resource(() =>
    import('#modules/sign/contract/settings/settings.ts').then((m) => m.signDocCategory),
  ),
  '/signIn/rule': () => import('./papers/rule.page.tsx'),
};
