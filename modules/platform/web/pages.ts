import { type PageLoader, resource } from '#kit/web/page.ts';

export const pages: Record<string, PageLoader> = {
  '/system/accessReview': () => import('./access-review.page.tsx'),
  '/system/approvals': () => import('./approvals.page.tsx'),
  '/system/department': resource(() => import('#modules/platform/contract/sys-dept.ts').then((m) => m.sysDept), {
    tree: 'parentId',
  }),
  '/system/dictData': resource(() => import('#modules/platform/contract/sys-dict-data.ts').then((m) => m.sysDictData)),
  '/system/dictType': () => import('./dict-type.page.tsx'),
  '/system/organizationInfo': () => import('./organization-info.page.tsx'),
  '/system/postInfo': resource(() => import('#modules/platform/contract/sys-post.ts').then((m) => m.sysPost)),
  '/system/role': () => import('./role.page.tsx'),
  '/system/roleGroup': resource(() =>
    import('#modules/platform/contract/sys-role-group.ts').then((m) => m.sysRoleGroup),
  ),
  '/system/user': () => import('./user.page.tsx'),
  '/system/user/details': () => import('./user-details.page.tsx'),
  '/system/user/edit': () => import('./user-edit.page.tsx'),
  '/system/user/import': () => import('./user-import.page.tsx'),
  '/system/userAuthorization': () => import('./user-authorization.page.tsx'),
};
