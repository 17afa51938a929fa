import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import type { Route } from '#kit/server/http/call.ts';
import { forgetKeys } from '#kit/server/http/idempotency.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { provideExpressions } from '#kit/server/resource/columns.ts';
import { provideLookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { sysPost } from '#modules/platform/contract/account/sys-post.ts';
import { platformAlarmKinds } from '#modules/platform/contract/alarm/alarm-kinds.ts';
import { platform } from '#modules/platform/contract/module.ts';
import { profileRoutes } from './account/profile.ts';
import { sysDeptRoutes } from './account/sys-dept.ts';
import { closeUnusedAccounts } from './account/unused-accounts.ts';
import { userInfoRoutes } from './account/user-info.ts';
import { userReadRoutes } from './account/user-reads.ts';
import { userRoutes } from './account/users.ts';
import { savedViewRoutes } from './account/views/sys-saved-view.ts';
import { runAlarmClock } from './alarm/alarm.clock.ts';
import { registerAlarmKinds } from './alarm/alarm-kind.ts';
import { alarmMuteRoutes } from './alarm/alarm-mute.ts';
import { alarmReceiverRoutes } from './alarm/alarm-receiver.ts';
import { alarmRoutes } from './alarm/alarm-routes.ts';
import { alarmSentence } from './alarm/alarm-text.ts';
import { checkNightly, registerAuditJob } from './audit/audit-checks.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { calcRoutes } from './audit/calc-routes.ts';
import { checkSumsNightly } from './audit/check-sums.ts';
import { historyRoutes } from './audit/history.ts';
import { sealClock } from './audit/seal-clock.ts';
import { securityBaselineRoutes } from './audit/security-baseline.ts';
import { sensitiveRoutes } from './audit/sensitive.ts';
import { registerSensitiveExport } from './audit/sensitive-export.ts';
import { sysLoginLogRoutes } from './audit/sys-login-log.ts';
import { sysOperLogRoutes } from './audit/sys-oper-log.ts';
import { foldNightly } from './audit/usage/usage-day.ts';
import { usageRoutes } from './audit/usage/usage-routes.ts';
import { forgetEntries, SessionAuthenticator } from './auth/authenticator.ts';
import { captchaRoutes } from './auth/login/captcha.ts';
import { loginRoutes } from './auth/login/login.ts';
import { sysPortalRoutes } from './auth/login/portals.ts';
import { portalRoutes } from './auth/login/sys-portal.ts';
import { slipRoutes } from './auth/password/password-slips.ts';
import { deviceRoutes } from './auth/second-factor/devices.ts';
import { secondFactorRoutes } from './auth/second-factor/second-factor.ts';
import { sessionRoutes } from './auth/session/sys-session.ts';
import { ticketRoutes } from './auth/session/ticket.ts';
import { eachTenant } from './common/all-tenants.ts';
import { eachOf } from './common/each-of.ts';
import { personOptionRoutes } from './common/person-options.ts';
import { refOptionRoutes } from './common/ref-options.ts';
import { fileRoutes } from './file/files.ts';
import { filesScreenRoutes } from './file/files-screen.ts';
import { jobRoutes } from './file/jobs.ts';
import { paperRoutes } from './file/papers.ts';
import { openApiRoutes } from './integration/openapi.ts';
import { sysThirdClientRoutes } from './integration/sys-third-client.ts';
import { sysThirdLogRoutes } from './integration/sys-third-log.ts';
import { thirdPartyRoutes } from './integration/third-party.ts';
import { fireNotices } from './notice/fire-notices.ts';
import { noticeContentRoutes } from './notice/notice-content.ts';
import { noticeReceiptRoutes } from './notice/notice-receipts.ts';
import { registerPublishJob } from './notice/publish-notice.ts';
import { pushRoutes, registerPlatformTopics } from './notice/push.ts';
import { noticeRoutes } from './notice/sys-notice-receiver.ts';
import { commodityCategoryRoutes } from './reference/commodity/sys-commodity-category.ts';
import { tenantCommodityRoutes } from './reference/commodity/tenant-commodity.ts';
import { tenantCategoryRoutes } from './reference/commodity/tenant-commodity-category.ts';
import { dictUseRoutes } from './reference/dict-use.ts';
import {
  dictionaryRoutes,
  dictRow,
  dictValueOf,
  labelOf,
  labelsOf,
  reloadDictionaries,
} from './reference/dictionaries.ts';
import { sysEncyclopediaRoutes } from './reference/encyclopedia/sys-encyclopedia.ts';
import { hearReference } from './reference/reference-changed.ts';
import { registerRecodeApproval } from './reference/region/abolish.ts';
import { codeListRoutes } from './reference/region/code-list.ts';
import { registerRecodeJob } from './reference/region/recode.ts';
import {
  loadRegions,
  regionChildrenOf,
  regionCodeOf,
  regionName,
  regionRoutes,
  rootRegionOf,
} from './reference/region/regions.ts';
import { sysRegionRoutes } from './reference/region/sys-region.ts';
import { sysDictDataRoutes } from './reference/sys-dict-data.ts';
import { sysDictTypeRoutes } from './reference/sys-dict-type.ts';
import { workDayRoutes } from './reference/work-day.ts';
import { sysAppReleaseRoutes } from './release/sys-app-release.ts';
import { accessRoutes } from './role/access.ts';
import { registerAdministratorApprovals } from './role/administrator-approvals.ts';
import { approvalRoutes } from './role/approvals.ts';
import { explainRoutes } from './role/explain.ts';
import { functionRoutes } from './role/menu/function-routes.ts';
import { functionSchemaRoutes } from './role/menu/sys-function-schema.ts';
import { menuRoutes } from './role/menu/sys-menu.ts';
import { roleRoutes } from './role/roles.ts';
import { lapseApprovals } from './role/sys-approval.ts';
import { taskListRoutes } from './task/list-tasks.ts';
import { releaseClaims, taskMoveRoutes } from './task/move-task.ts';
import { registerArchiveJob } from './tenant/archive.ts';
import { registerClosing } from './tenant/close-tenant.ts';
import { configRoutes } from './tenant/config-routes.ts';
import { mapKeyRoutes } from './tenant/map-key.ts';
import { paramRoutes } from './tenant/param-routes.ts';
import { sysTenantPackageRoutes } from './tenant/sys-tenant-package.ts';
import { refreshUsage } from './tenant/sys-tenant-usage.ts';
import { expireTenants, tenantRoutes } from './tenant/tenant-routes.ts';

export {
  type Directory,
  type Organisation,
  type OrganisationQuery,
  type Place,
  type PlaceQuery,
  type Reach,
  type Root,
  registerDirectory,
  type TenantUnit,
  type TenantUnitQuery,
} from './account/directory.ts';
export { type NewAccount, openAccount } from './account/open-account.ts';
export { type AccountSlip, firstSlips, renewPassword } from './account/staff-accounts.ts';
export { moveUsersOf, raisePermVersion, stopAccount, stopUsersOf } from './account/sys-user.ts';
export { clipUserRegions } from './account/sys-user-jurisdiction.ts';
export { runAlarmClock } from './alarm/alarm.clock.ts';
export { restoreAlarms } from './alarm/alarm.restore.ts';
export { registerAlarmKinds, saveAlarmKinds } from './alarm/alarm-kind.ts';
export { moveAlarm, readable } from './alarm/alarm-routes.ts';
export { toldSql } from './alarm/alarm-text.ts';
export { serveAlerts } from './alarm/alert-view.ts';
export { closeAlarm, closeAlarmsOf, type OpenAlarm, onAlarm, openAlarm, openMany } from './alarm/open-alarm.ts';
export { registerAuditCheck } from './audit/audit-checks.ts';
export { backupAge } from './audit/backup-age.ts';
export { checkSums } from './audit/check-sums.ts';
export { takeCaptcha, takeVisitorWork } from './auth/login/captcha.ts';
export { demoMark, provideDemo } from './auth/login/demo-door.ts';
export { confirmPassword } from './auth/login/login.ts';
export { freshPassword } from './auth/password/initial-password.ts';
export { hashPassword } from './auth/password/password.ts';
export { allTenants, eachTenant } from './common/all-tenants.ts';
export { eachOf } from './common/each-of.ts';
export { registerRefHint } from './common/ref-options.ts';
export { registerTenantStart } from './common/tenant-start.ts';
export { linkTo, publicUrl } from './file/file-links.ts';
export { serveThird, type ThirdCall as CallOfThird, type ThirdClient } from './integration/serve-third.ts';
export { unitsWithClient } from './integration/sys-third-client.ts';
export { logThird, type ThirdCall } from './integration/sys-third-log.ts';
export type { NoticeAudience } from './notice/audience.ts';
export { cleanHtml, isBlank, pictureIds, withPictures } from './notice/clean-html.ts';
export { type Notification, notify } from './notice/notify.ts';
export { present, pushLimits } from './notice/push.ts';
export { registerDictUsed } from './reference/dict-use.ts';
export { type AdoptedArticle, registerAdoptArticle } from './reference/encyclopedia/sys-encyclopedia-adoption.ts';
export { paramOf, wordOf, wordsOf, workLimits } from './reference/params.ts';
export { onRegionRecoded } from './reference/region/recode.ts';
export { clipTo, normalised } from './reference/region/region-sets.ts';
export { regionChildrenOf, regionName, regionPoint } from './reference/region/regions.ts';
export { type DictEntry, dropDictEntry, saveDictEntry } from './reference/sys-dict-data.ts';
export { addWorkingDays } from './reference/work-day.ts';
export { systemName, treeRows } from './role/menu/function-routes.ts';
export { type HeldFunction, heldFunctions } from './role/menu/held-functions.ts';
export { type ApprovalWork, onApproval, requestApproval } from './role/sys-approval.ts';
export { countTasksOf, type OpenTask, reassignTasks } from './task/sys-task.ts';
export { closeTask, openTask } from './task/tasks.ts';
export { publicConfig } from './tenant/config-routes.ts';
export { provideMapService } from './tenant/map-key.ts';
export { openTenant } from './tenant/open-tenant.ts';
export { refuseOverQuota, registerCounter } from './tenant/quota.ts';
export { insertTenant } from './tenant/sys-tenant.ts';
export { expireTenants } from './tenant/tenant-routes.ts';

/** The platform's server side, and the authenticator the HTTP layer asks about every token. */
const nickname = (column: string) => `(select u.nickname from platform.sys_user u where u.id = t.${column})`;

export function platformServer(database: Database): ServerModule & { authenticator: SessionAuthenticator } {
  provideExpressions({ createdByName: nickname('created_by'), updatedByName: nickname('updated_by') });
  const authenticator = new SessionAuthenticator(database);
  return {
    contract: platform,
    authenticator,
    routes: (): Route[] => [
      ...loginRoutes(authenticator),
      ...captchaRoutes(),
      ...secondFactorRoutes(),
      ...sessionRoutes(authenticator),
      ...deviceRoutes(authenticator),
      ...ticketRoutes(),
      ...thirdPartyRoutes(),
      ...profileRoutes(authenticator),
      ...portalRoutes(),
      ...userInfoRoutes(),
      ...dictionaryRoutes(),
      ...regionRoutes(),
      ...refOptionRoutes(),
      ...noticeRoutes(),
      ...noticeContentRoutes(),
      ...noticeReceiptRoutes(),
      ...personOptionRoutes(),
      ...taskListRoutes(),
      ...taskMoveRoutes(),
      ...pushRoutes(),
      ...fileRoutes(),
      ...jobRoutes(),
      ...historyRoutes(),
      ...savedViewRoutes(),
      ...sensitiveRoutes(),
      ...openApiRoutes(),
      ...sysDictTypeRoutes(),
      ...sysDictDataRoutes(),
      ...sysDeptRoutes(),
      ...dictUseRoutes(),
      ...serveResource(sysPost)({
        expressions: {
          users:
            "(select count(*)::int from platform.sys_user u where u.post_ids @> to_jsonb(t.id) and u.status <> 'cancelled')",
        },
      }),
      ...sysRegionRoutes(),
      ...codeListRoutes(),
      ...sysPortalRoutes(),
      ...filesScreenRoutes(),
      ...sysAppReleaseRoutes(),
      ...commodityCategoryRoutes(),
      ...tenantCommodityRoutes(),
      ...tenantCategoryRoutes(),
      ...sysEncyclopediaRoutes(),
      ...alarmRoutes(),
      ...alarmReceiverRoutes(),
      ...alarmMuteRoutes(),
      ...sysThirdClientRoutes(),
      ...sysThirdLogRoutes(),
      ...userRoutes(authenticator),
      ...userReadRoutes(),
      ...slipRoutes(),
      ...roleRoutes(),
      ...approvalRoutes(),
      ...accessRoutes(),
      ...explainRoutes(authenticator),
      ...tenantRoutes(),
      ...sysTenantPackageRoutes(),
      ...functionRoutes(),
      ...functionSchemaRoutes(),
      ...menuRoutes(),
      ...paramRoutes(),
      ...configRoutes(authenticator),
      ...mapKeyRoutes(),
      ...sysLoginLogRoutes(),
      ...sysOperLogRoutes(),
      ...auditRoutes(),
      ...securityBaselineRoutes(),
      ...usageRoutes(),
      ...calcRoutes(),
      ...paperRoutes(),
      ...workDayRoutes(),
    ],
    nightly: async () => {
      const steps = [
        () => eachTenant(database, (tenantNo) => forgetKeys(database, tenantNo)),
        () => forgetEntries(database),
        () => closeUnusedAccounts(database),
        () => refreshUsage(database),
        () => database.transaction(systemScope(0, 'months'), (tx) => tx.query('select kit.turn_months()')),
        () => foldNightly(database),
        () => checkNightly(database),
        () => checkSumsNightly(database),
      ];
      await eachOf(steps, (step) => step());
    },
    start: async () => {
      registerPlatformTopics(database);
      registerAlarmKinds('platform', platformAlarmKinds);
      registerPublishJob();
      registerAdministratorApprovals(authenticator);
      registerRecodeJob();
      registerRecodeApproval();
      registerClosing();
      registerArchiveJob();
      registerSensitiveExport(database, authenticator);
      registerAuditJob();
      await loadRegions(database);
      await reloadDictionaries(database, 0);
      provideLookups({
        dictLabel: (dictCode, value, tenantNo, language) => {
          // No dictionary: codes whose label is a sentence about what happened.
          if (dictCode === 'alarm.title' || dictCode === 'alarm.text')
            return alarmSentence(value, dictCode === 'alarm.title' ? 'title' : 'text', language);
          const row = dictRow(dictCode, value, tenantNo);
          return row ? labelOf(row, language) : null;
        },
        dictHas: (dictCode, value, tenantNo) => dictRow(dictCode, value, tenantNo)?.status === 'enabled',
        dictValue: dictValueOf,
        dictLabels: labelsOf,
        regionCode: regionCodeOf,
        regionName: (code) => regionName(code),
        regionsBelow: (code) => regionChildrenOf(code, []),
        rootRegion: rootRegionOf,
      });
    },
    hear: (event) => hearReference(database, event),
    tick: async (parts) => {
      const steps = [
        () => fireNotices(parts, (userId) => authenticator.actorOf(userId)),
        () => releaseClaims(database),
        () => runAlarmClock(database),
        () => lapseApprovals(database),
        () => expireTenants(database),
        () => sealClock(database),
      ];
      await eachOf(steps, (step) => step());
    },
  };
}
