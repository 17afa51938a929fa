import { type PageLoader, resource } from '#kit/web/page.ts';

export const pages: Record<string, PageLoader> = {
  '/system/department': resource(() => import('#modules/platform/contract/sys-dept.ts').then((m) => m.sysDept), {
    tree: 'parentId',
  }),
  '/system/dictData': resource(() => import('#modules/platform/contract/sys-dict-data.ts').then((m) => m.sysDictData)),
  '/system/dictType': () => import('./dict-type.page.tsx'),
  '/system/onlineUser': () => import('./online-user.page.tsx'),
  '/system/postInfo': resource(() => import('#modules/platform/contract/sys-post.ts').then((m) => m.sysPost)),
  '/system/thirdClient': () => import('./third-client.page.tsx'),
  '/system/thirdPartyLog': () => import('./third-log.page.tsx'),
};
