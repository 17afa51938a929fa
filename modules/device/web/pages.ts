import { HddOutlined } from '@ant-design/icons';
import { type PageLoader, report, resource } from '#kit/web/page.ts';
import { registerRecordPages } from '#kit/web/record-pages.ts';
import { registerResourceFinder } from '#kit/web/resource-finder.ts';
import { registerSlot } from '#kit/web/slots.ts';

registerRecordPages({
  'device.device': (id) => `/anm/device/detail?id=${id}`,
  'device.deviceBinding': (id) => `/anm/device/binding?open=detail:${id}`,
  'device.weighSession': (id) => `/anm/device/weighing/session?id=${id}`,
});
registerResourceFinder({
  key: 'device',
  label: 'device.device._title',
  icon: HddOutlined,
  permission: 'device:info:view',
  page: '/anm/device/detail',
  wants: (words) => /^[A-Za-z0-9:-]{4,}$/.test(words),
  resource: () => import('#modules/device/contract/catalogue/device.ts').then((m) => m.device),
  name: ['deviceNo', 'name'],
  path: ({ id }) => `/anm/device/detail?id=${id}`,
});
registerSlot<object>('platform.alarmRule', {
  key: 'device',
  label: 'device.rulePage.tab',
  order: 10,
  permission: 'alarm:rule:list',
  load: () => import('./rule/rules.tsx'),
});

registerSlot<{ id: number }>('registry.animal', {
  key: 'device',
  label: 'device.detailPage.devices',
  order: 60,
  permission: 'device:binding:list',
  load: () => import('./detail/animal-devices.tsx'),
});

export const pages: Record<string, PageLoader> = {
  '/anm/device/home': () => import('./home/home.page.tsx'),
  '/anm/device/gateway': () => import('./list/gateway.page.tsx'),
  '/anm/device/bluetooth': () => import('./list/ear-tag.page.tsx'),
  '/anm/device/locator': () => import('./locator/locator.page.tsx'),
  '/anm/device/beacon': () => import('./list/beacon.page.tsx'),
  '/anm/device/detail': () => import('./detail/detail.page.tsx'),
  '/anm/device/bind': () => import('./binding/bind.page.tsx'),
  '/anm/device/binding': resource(() =>
    import('#modules/device/contract/binding/device-binding.ts').then((m) => m.deviceBinding),
  ),
  '/anm/device/statistics': report(() => import('#modules/device/contract/home/home.ts').then((m) => m.deviceStat)),
  '/anm/device/fence': () => import('./fence/fence.page.tsx'),
  '/anm/device/trail': () => import('./trail/trail.page.tsx'),
  '/anm/device/weighing': () => import('./weighing/weighing.page.tsx'),
  '/anm/device/weighing/session': () => import('./weighing/session.page.tsx'),
  '/anm/device/environment': () => import('./environment/environment.page.tsx'),
  '/anm/device/video': () => import('./video/video.page.tsx'),
  '/anm/device/videoSet': () => import('./video/video-set.page.tsx'),
  '/anm/device/videoLog': () => import('./video/video-log.page.tsx'),
  '/anm/device/model': resource(() =>
    import('#modules/device/contract/catalogue/device-model.ts').then((m) => m.deviceModel),
  ),
  '/anm/device/provider': () => import('./ingest/provider.page.tsx'),
  '/anm/device/ingest': () => import('./ingest/ingest.page.tsx'),
  '/bank/playVedio': () => import('./video/public-video.page.tsx'),
  '/simple': () => import('./video/public-video.page.tsx'),
};
