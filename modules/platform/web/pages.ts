import { type PageLoader, resource } from '#kit/web/page.ts';

export const pages: Record<string, PageLoader> = {
  '/anm/device/alarm': () => import('./alarm.page.tsx'),
  '/anm/device/alarm/detail': () => import('./alarm-detail.page.tsx'),
  '/anm/device/alarmRule': () => import('./alarm-rule.page.tsx'),
  '/anm/notice/content': () => import('./notice-content.page.tsx'),
  '/anm/notice/edit': () => import('./notice-edit.page.tsx'),
  '/anm/notice/receipts': () => import('./notice-receipts.page.tsx'),
  '/anm/task/manage': () => import('./tasks.page.tsx'),
  '/anm/warning/msg': () => import('./messages.page.tsx'),
  '/system/accessReview': () => import('./access-review.page.tsx'),
  '/system/approvals': () => import('./approvals.page.tsx'),
  '/system/department': resource(() => import('#modules/platform/contract/sys-dept.ts').then((m) => m.sysDept), {
    tree: 'parentId',
  }),
  '/system/dictData': resource(() => import('#modules/platform/contract/sys-dict-data.ts').then((m) => m.sysDictData)),
  '/system/dictType': () => import('./dict-type.page.tsx'),
  '/system/jobs': () => import('./jobs.page.tsx'),
  '/system/onlineUser': () => import('./online-user.page.tsx'),
  '/system/postInfo': resource(() => import('#modules/platform/contract/sys-post.ts').then((m) => m.sysPost)),
  '/system/thirdClient': () => import('./third-client.page.tsx'),
  '/system/thirdPartyLog': () => import('./third-log.page.tsx'),
  '/system/organizationInfo': () => import('./organization-info.page.tsx'),
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
