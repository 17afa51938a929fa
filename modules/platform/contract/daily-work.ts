/** Pages that a role opens every day, in the order of its work; they stand first in its menu. */
export const dailyWork: Readonly<Record<string, readonly string[]>> = {
  platform_admin: [
    '/tenant/tenantInfo',
    '/tenant/tenantPackage',
    '/system/approvals',
    '/system/usageStats',
    '/system/jobs',
    '/anm/task/manage',
  ],
  tenant_admin: [
    '/system/user',
    '/system/organizationInfo',
    '/pri/principal/info',
    '/anm/notice/content',
    '/system/approvals',
    '/system/usageStats',
    '/anm/task/manage',
  ],
  security_admin: [
    '/system/userAuthorization',
    '/system/role',
    '/system/accessReview',
    '/system/onlineUser',
    '/system/approvals',
    '/anm/task/manage',
  ],
  audit_admin: [
    '/system/operationLog',
    '/system/loginLog',
    '/system/auditIntegrity',
    '/system/accessReview',
    '/anm/task/manage',
  ],
  principal_admin: ['/system/user', '/system/department', '/anm/notice/content', '/anm/task/manage'],
};
