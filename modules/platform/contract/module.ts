import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { defineModule } from '#kit/contract/module.ts';
import { endpointsOf } from '#kit/contract/resource.ts';
import * as profile from './account/profile.ts';
import { moveDept, sysDept } from './account/sys-dept.ts';
import { sysPost } from './account/sys-post.ts';
import * as views from './account/sys-saved-view.ts';
import * as users from './account/sys-user.ts';
import { alarm, alarmCounts, alarmPeople } from './alarm/alarm.ts';
import { alarmMute } from './alarm/alarm-mute.ts';
import { alarmAccounts, alarmReceiver, testAlarmReceiver } from './alarm/alarm-receiver.ts';
import * as audits from './audit/audit.ts';
import { listCalcs } from './audit/calc.ts';
import { listHistory } from './audit/history.ts';
import { securityBaseline } from './audit/security.ts';
import { revealValue } from './audit/sensitive.ts';
import { loginChart, sysLoginLog } from './audit/sys-login-log.ts';
import { operLogInside, sysOperLog } from './audit/sys-oper-log.ts';
import { exportUsage, usageStats } from './audit/usage.ts';
import { demoAccounts } from './auth/demo-door.ts';
import * as factor from './auth/second-factor.ts';
import * as session from './auth/session.ts';
import { portalTenants, sysPortal } from './auth/sys-portal.ts';
import * as sessions from './auth/sys-session.ts';
import * as devices from './auth/sys-user-device.ts';
import * as tickets from './auth/ticket.ts';
import * as files from './file/files.ts';
import * as jobs from './file/jobs.ts';
import { verifyPaper } from './file/papers.ts';
import { fileThumbs, fileTotals, removeUnlinkedFiles, sysFile } from './file/sys-file.ts';
import { openApi } from './integration/openapi.ts';
import { sysThirdClient } from './integration/sys-third-client.ts';
import { sysThirdLog, thirdLogHours } from './integration/sys-third-log.ts';
import * as messages from './notice/messages.ts';
import * as content from './notice/notice-content.ts';
import { pushStream, pushSubscribe } from './notice/push.ts';
import { sysNotice } from './notice/sys-notice.ts';
import { sysCommodityCategory } from './reference/commodity/sys-commodity-category.ts';
import { sysCommoditySecondary } from './reference/commodity/sys-commodity-secondary.ts';
import { commodityChoices, tenantCommodity } from './reference/commodity/tenant-commodity.ts';
import { saveTenantCategories, tenantCategories } from './reference/commodity/tenant-commodity-category.ts';
import { adoptArticles, readArticle, sysEncyclopedia } from './reference/encyclopedia/sys-encyclopedia.ts';
import * as params from './reference/params.ts';
import * as reference from './reference/reference.ts';
import { orderDictData, refreshDictionaries, sysDictData } from './reference/sys-dict-data.ts';
import { dictUses, sysDictType } from './reference/sys-dict-type.ts';
import { regionDiff, sysRegion } from './reference/sys-region.ts';
import { listWorkDays, saveWorkDays } from './reference/work-day.ts';
import { appDownload, appLatest, sysAppRelease, uploadPackage } from './release/sys-app-release.ts';
import * as access from './role/access.ts';
import { approvalWords, decideApproval, sysApproval } from './role/sys-approval.ts';
import * as functions from './role/sys-function.ts';
import { menuCoverage, menuEndpoints } from './role/sys-menu.ts';
import { copyRole, roleMenus, roleUsers, saveRoleMenus, sysRole } from './role/sys-role.ts';
import { sysRoleGroup } from './role/sys-role-group.ts';
import * as tasks from './task/tasks.ts';
import * as tenants from './tenant/sys-tenant.ts';
import { sysTenantPackage } from './tenant/sys-tenant-package.ts';
import * as config from './tenant/tenant-config.ts';

export const platform = defineModule({
  name: 'platform',
  needs: [],
  resources: [
    sysDictType,
    sysDictData,
    sysDept,
    sysPost,
    users.sysUser,
    sysRoleGroup,
    sysRole,
    sysApproval,
    sysRegion,
    sysPortal,
    sysAppRelease,
    sysCommodityCategory,
    sysCommoditySecondary,
    tenantCommodity,
    sysEncyclopedia,
    sysNotice,
    alarm,
    alarmReceiver,
    alarmMute,
    sysThirdClient,
    sysThirdLog,
    tenants.sysTenant,
    sysTenantPackage,
    functions.sysFunctionGroup,
    functions.sysFunctionItem,
    sysLoginLog,
    sysOperLog,
  ],
  endpoints: [
    listCalcs,
    verifyPaper,
    listWorkDays,
    saveWorkDays,
    session.portals,
    session.portal,
    demoAccounts,
    session.captcha,
    session.challenge,
    session.login,
    factor.mfa,
    factor.enrolBegin,
    factor.enrolConfirm,
    factor.mfaBegin,
    factor.mfaConfirm,
    factor.mfaDisable,
    factor.mfaRecoveryCodes,
    factor.resetMfa,
    sessions.mySessions,
    devices.myDevices,
    devices.revokeDevice,
    sessions.listSessions,
    sessions.onlineCounts,
    sessions.kickSessions,
    tickets.issueTicket,
    tickets.checkTicket,
    tickets.thirdToken,
    tickets.thirdTicket,
    tickets.newThirdSecret,
    thirdLogHours,
    loginChart,
    operLogInside,
    audits.auditDays,
    audits.checkAudit,
    audits.auditChecks,
    audits.sealFile,
    audits.printCertificate,
    securityBaseline,
    params.listParams,
    params.editParam,
    params.paramHistory,
    params.publicParams,
    usageStats,
    exportUsage,
    profile.updateProfileInfo,
    profile.updateProfileUserHead,
    profile.updateReminders,
    profile.mySecurity,
    profile.myLogins,
    session.changeExpired,
    session.logout,
    session.passwordPolicy,
    session.updatePassword,
    session.getUserInfo,
    session.getUserWebMenuByFirstMenuId,
    config.configList,
    config.setConfig,
    config.testMapKey,
    config.tenantPrincipals,
    config.tenantOptions,
    tenants.tenantCounts,
    tenants.openTenant,
    tenants.tenantAuthority,
    tenants.saveAuthority,
    tenants.tenantUsage,
    tenants.tenantPeople,
    tenants.closeTenant,
    tenants.addAdministrator,
    tenants.tenantArchives,
    tenants.resetAdministrator,
    functions.functionTree,
    functions.schemasBySystem,
    functions.schemaBoard,
    functions.addSchema,
    functions.editSchema,
    functions.removeSchema,
    functions.publishSchema,
    ...menuEndpoints,
    menuCoverage,
    messages.listNotices,
    messages.readNotices,
    messages.readAllNotices,
    messages.openNotice,
    messages.receiptNotice,
    content.audienceCount,
    content.noticeReceipts,
    content.exportReceipts,
    content.nudge,
    content.personOptions,
    content.roleOptions,
    tasks.listTasks,
    tasks.addTask,
    tasks.moveTask,
    pushStream,
    pushSubscribe,
    files.uploadFile,
    files.uploadMenuFile,
    files.fileLink,
    files.rawFile,
    files.publicFile,
    jobs.listJobs,
    jobs.getJob,
    jobs.cancelJob,
    jobs.rerunJob,
    jobs.jobFile,
    jobs.jobErrors,
    listHistory,
    views.listSavedViews,
    views.saveSavedView,
    views.markSavedView,
    views.removeSavedView,
    revealValue,
    users.changeStatus,
    users.resetPassword,
    users.unlockUser,
    users.cancelUser,
    users.getUserSelectByPrincipalId,
    users.checkUsername,
    users.effective,
    users.userCounts,
    users.organisationTree,
    users.roleChoices,
    users.rolePreview,
    users.principalRegions,
    users.userSessions,
    users.userLogins,
    users.userOperations,
    users.passwordSlips,
    users.slipImports,
    roleMenus,
    saveRoleMenus,
    copyRole,
    roleUsers,
    approvalWords,
    decideApproval,
    access.accessWho,
    access.accessUnused,
    access.accessOdd,
    access.accessPermissions,
    access.explainAccess,
    access.screenInfo,
    access.requestAccess,
    access.listOrganisations,
    openApi,
    reference.getDictDataByCode,
    reference.getAllDictData,
    reference.regionChildren,
    reference.regionSearch,
    reference.regionPath,
    reference.regionBoundaries,
    reference.refOptions,
    regionDiff,
    moveDept,
    orderDictData,
    refreshDictionaries,
    dictUses,
    uploadPackage,
    appLatest,
    appDownload,
    tenantCategories,
    saveTenantCategories,
    commodityChoices,
    readArticle,
    adoptArticles,
    // Its table is the kit's, so it is no noun of this module; the list is made all the same.
    endpointsOf(sysFile).list as AnyEndpoint,
    fileTotals,
    fileThumbs,
    removeUnlinkedFiles,
    portalTenants,
    alarmCounts,
    alarmPeople,
    testAlarmReceiver,
    alarmAccounts,
  ],
});
