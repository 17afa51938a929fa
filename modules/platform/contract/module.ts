import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { defineModule } from '#kit/contract/module.ts';
import { endpointsOf } from '#kit/contract/resource.ts';
import * as access from './access.ts';
import { alarm, alarmCounts, alarmPeople } from './alarm.ts';
import { alarmMute } from './alarm-mute.ts';
import { alarmAccounts, alarmReceiver, testAlarmReceiver } from './alarm-receiver.ts';
import * as audits from './audit.ts';
import { demoAccounts } from './demo-door.ts';
import * as files from './files.ts';
import { listHistory } from './history.ts';
import * as jobs from './jobs.ts';
import * as messages from './messages.ts';
import * as content from './notice-content.ts';
import { openApi } from './openapi.ts';
import * as params from './params.ts';
import * as profile from './profile.ts';
import { publicBaikeArticle, publicBaikeList } from './public-baike.ts';
import { pushStream, pushSubscribe } from './push.ts';
import * as reference from './reference.ts';
import * as factor from './second-factor.ts';
import { securityBaseline } from './security.ts';
import { revealValue } from './sensitive.ts';
import * as session from './session.ts';
import { appDownload, appLatest, sysAppRelease, uploadPackage } from './sys-app-release.ts';
import { approvalWords, decideApproval, sysApproval } from './sys-approval.ts';
import { sysCommodityCategory } from './sys-commodity-category.ts';
import { sysCommoditySecondary } from './sys-commodity-secondary.ts';
import { moveDept, sysDept } from './sys-dept.ts';
import { orderDictData, refreshDictionaries, sysDictData } from './sys-dict-data.ts';
import { dictUses, sysDictType } from './sys-dict-type.ts';
import { adoptArticles, readArticle, sysEncyclopedia } from './sys-encyclopedia.ts';
import { fileThumbs, fileTotals, removeUnlinkedFiles, sysFile } from './sys-file.ts';
import * as functions from './sys-function.ts';
import { loginChart, sysLoginLog } from './sys-login-log.ts';
import { menuCoverage, menuEndpoints } from './sys-menu.ts';
import { sysNotice } from './sys-notice.ts';
import { operLogInside, sysOperLog } from './sys-oper-log.ts';
import { portalTenants, sysPortal } from './sys-portal.ts';
import { sysPost } from './sys-post.ts';
import { regionDiff, sysRegion } from './sys-region.ts';
import { copyRole, roleMenus, roleUsers, saveRoleMenus, sysRole } from './sys-role.ts';
import { sysRoleGroup } from './sys-role-group.ts';
import * as views from './sys-saved-view.ts';
import * as sessions from './sys-session.ts';
import * as tenants from './sys-tenant.ts';
import { sysTenantPackage } from './sys-tenant-package.ts';
import { sysThirdClient } from './sys-third-client.ts';
import { sysThirdLog, thirdLogHours } from './sys-third-log.ts';
import * as users from './sys-user.ts';
import * as devices from './sys-user-device.ts';
import * as tasks from './tasks.ts';
import { commodityChoices, tenantCommodity } from './tenant-commodity.ts';
import { saveTenantCategories, tenantCategories } from './tenant-commodity-category.ts';
import * as config from './tenant-config.ts';
import * as tickets from './ticket.ts';
import { exportUsage, usageStats } from './usage.ts';

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
    publicBaikeList,
    publicBaikeArticle,
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
