import type { Database } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { forgetKeys } from '#kit/server/http/idempotency.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { provideExpressions } from '#kit/server/resource/columns.ts';
import { provideLookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { platformAlarmKinds } from '#modules/platform/contract/alarm-kinds.ts';
import { platform } from '#modules/platform/contract/module.ts';
import { sysPost } from '#modules/platform/contract/sys-post.ts';
import { accessRoutes } from './access.ts';
import { registerAdministratorApprovals } from './administrator-approvals.ts';
import { runAlarmClock } from './alarm/alarm-clock.ts';
import { alarmRoutes } from './alarm/alarm-routes.ts';
import { alarmSentence } from './alarm/alarm-words.ts';
import { registerAlarmKinds } from './alarm-kind.ts';
import { alarmMuteRoutes } from './alarm-mute.ts';
import { alarmReceiverRoutes } from './alarm-receiver.ts';
import { eachTenant } from './all-tenants.ts';
import { approvalRoutes } from './approvals.ts';
import { checkNightly, registerAuditJob } from './audit/audit-checks.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { sealClock } from './audit/seal-clock.ts';
import { securityBaselineRoutes } from './audit/security-baseline.ts';
import { sysLoginLogRoutes } from './audit/sys-login-log.ts';
import { sysOperLogRoutes } from './audit/sys-oper-log.ts';
import { captchaRoutes } from './captcha.ts';
import { deviceRoutes } from './devices.ts';
import { dictUseRoutes } from './dict-use.ts';
import { dictionaryRoutes, dictRow, dictValueOf, labelOf, labelsOf, reloadDictionaries } from './dictionaries.ts';
import { forgetEntries, SessionDoorkeeper } from './doorkeeper.ts';
import { eachOf } from './each-of.ts';
import { explainRoutes } from './explain.ts';
import { fileRoutes } from './files.ts';
import { filesScreenRoutes } from './files-screen.ts';
import { fireNotices } from './fire-notices.ts';
import { functionRoutes } from './functions/function-routes.ts';
import { historyRoutes } from './history.ts';
import { jobRoutes } from './jobs.ts';
import { taskListRoutes } from './list-tasks.ts';
import { loginRoutes } from './login.ts';
import { releaseClaims, taskMoveRoutes } from './move-task.ts';
import { noticeContentRoutes } from './notice-content.ts';
import { noticeReceiptRoutes } from './notice-receipts.ts';
import { openApiRoutes } from './openapi.ts';
import { slipRoutes } from './password-slips.ts';
import { personOptionRoutes } from './person-options.ts';
import { sysPortalRoutes } from './portals.ts';
import { profileRoutes } from './profile.ts';
import { publicBaikeRoutes } from './public-baike.ts';
import { registerPublishJob } from './publish-notice.ts';
import { pushRoutes, registerPlatformTopics } from './push.ts';
import { refOptionRoutes } from './ref-options.ts';
import { hearReference } from './reference-changed.ts';
import { registerRecodeApproval } from './regions/abolish.ts';
import { codeListRoutes } from './regions/code-list.ts';
import { registerRecodeJob } from './regions/recode.ts';
import { loadRegions, regionCodeOf, regionName, regionRoutes } from './regions.ts';
import { roleRoutes } from './roles.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { sensitiveRoutes } from './sensitive.ts';
import { registerSensitiveExport } from './sensitive-export.ts';
import { sysAppReleaseRoutes } from './sys-app-release.ts';
import { lapseApprovals } from './sys-approval.ts';
import { commodityCategoryRoutes } from './sys-commodity-category.ts';
import { sysDeptRoutes } from './sys-dept.ts';
import { sysDictDataRoutes } from './sys-dict-data.ts';
import { sysDictTypeRoutes } from './sys-dict-type.ts';
import { sysEncyclopediaRoutes } from './sys-encyclopedia.ts';
import { functionSchemaRoutes } from './sys-function-schema.ts';
import { menuRoutes } from './sys-menu.ts';
import { noticeRoutes } from './sys-notice-receiver.ts';
import { portalRoutes } from './sys-portal.ts';
import { sysRegionRoutes } from './sys-region.ts';
import { savedViewRoutes } from './sys-saved-view.ts';
import { sessionRoutes } from './sys-session.ts';
import { sysTenantPackageRoutes } from './sys-tenant-package.ts';
import { refreshUsage } from './sys-tenant-usage.ts';
import { sysThirdClientRoutes } from './sys-third-client.ts';
import { sysThirdLogRoutes } from './sys-third-log.ts';
import { registerArchiveJob } from './tenant/archive.ts';
import { registerClosing } from './tenant/close-tenant.ts';
import { configRoutes } from './tenant/config-routes.ts';
import { mapKeyRoutes } from './tenant/map-key.ts';
import { paramRoutes } from './tenant/param-routes.ts';
import { expireTenants, tenantRoutes } from './tenant/tenant-routes.ts';
import { tenantCommodityRoutes } from './tenant-commodity.ts';
import { tenantCategoryRoutes } from './tenant-commodity-category.ts';
import { thirdPartyRoutes } from './third-party.ts';
import { ticketRoutes } from './ticket.ts';
import { closeUnusedAccounts } from './unused-accounts.ts';
import { foldNightly } from './usage/usage-day.ts';
import { usageRoutes } from './usage/usage-routes.ts';
import { userInfoRoutes } from './user-info.ts';
import { userReadRoutes } from './user-reads.ts';
import { userRoutes } from './users.ts';

export { runAlarmClock } from './alarm/alarm-clock.ts';
export { moveAlarm, readable } from './alarm/alarm-routes.ts';
export { toldSql } from './alarm/alarm-words.ts';
export { closeAlarm, closeAlarmsOf, type OpenAlarm, onAlarm, openAlarm } from './alarm/open-alarm.ts';
export { registerAlarmKinds, saveAlarmKinds } from './alarm-kind.ts';
export { allTenants, eachTenant } from './all-tenants.ts';
export type { NoticeAudience } from './audience.ts';
export { registerAuditCheck } from './audit/audit-checks.ts';
export { takeCaptcha, takeVisitorWork } from './captcha.ts';
export { demoMark, provideDemo } from './demo-door.ts';
export { registerDictUsed } from './dict-use.ts';
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
} from './directory.ts';
export { eachOf } from './each-of.ts';
export { linkTo } from './file-links.ts';
export { systemName, treeRows } from './functions/function-routes.ts';
export { type HeldFunction, heldFunctions } from './functions/held-functions.ts';
export { freshPassword } from './initial-password.ts';
export { type Notification, notify } from './notify.ts';
export { type NewAccount, openAccount } from './open-account.ts';
export { workLimits } from './params.ts';
export { hashPassword } from './password.ts';
export { present, pushLimits } from './push.ts';
export { onRegionRecoded } from './regions/recode.ts';
export { clipTo, normalised } from './regions/region-sets.ts';
export { regionChildrenOf, regionName, regionPoint } from './regions.ts';
export { type AccountSlip, firstSlips, renewPassword } from './staff-accounts.ts';
export { type ApprovalWork, onApproval, requestApproval } from './sys-approval.ts';
export { type DictEntry, dropDictEntry, saveDictEntry } from './sys-dict-data.ts';
export { type AdoptedArticle, registerAdoptArticle } from './sys-encyclopedia-adoption.ts';
export { countTasksOf, type OpenTask, passTasks } from './sys-task.ts';
export { insertTenant } from './sys-tenant.ts';
export { logThird, type ThirdCall } from './sys-third-log.ts';
export { moveUsersOf, raisePermVersion, stopAccount, stopUsersOf } from './sys-user.ts';
export { clipUserRegions } from './sys-user-jurisdiction.ts';
export { closeTask, openTask } from './tasks.ts';
export { publicConfig } from './tenant/config-routes.ts';
export { provideMapService } from './tenant/map-key.ts';
export { openTenant } from './tenant/open-tenant.ts';
export { refuseOverQuota, registerCounter } from './tenant/quota.ts';
export { expireTenants } from './tenant/tenant-routes.ts';

/** The platform's server side, and the doorkeeper the HTTP layer asks about every token. */
const nickname = (column: string) => `(select u.nickname from platform.sys_user u where u.id = t.${column})`;

export function platformServer(database: Database): ServerModule & { doorkeeper: SessionDoorkeeper } {
  provideExpressions({ createdByName: nickname('created_by'), updatedByName: nickname('updated_by') });
  const doorkeeper = new SessionDoorkeeper(database);
  return {
    contract: platform,
    doorkeeper,
    routes: (): Route[] => [
      ...loginRoutes(doorkeeper),
      ...captchaRoutes(),
      ...secondFactorRoutes(),
      ...sessionRoutes(doorkeeper),
      ...deviceRoutes(doorkeeper),
      ...ticketRoutes(),
      ...thirdPartyRoutes(),
      ...profileRoutes(doorkeeper),
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
      ...publicBaikeRoutes(),
      ...alarmRoutes(),
      ...alarmReceiverRoutes(),
      ...alarmMuteRoutes(),
      ...sysThirdClientRoutes(),
      ...sysThirdLogRoutes(),
      ...userRoutes(doorkeeper),
      ...userReadRoutes(),
      ...slipRoutes(),
      ...roleRoutes(),
      ...approvalRoutes(),
      ...accessRoutes(),
      ...explainRoutes(doorkeeper),
      ...tenantRoutes(),
      ...sysTenantPackageRoutes(),
      ...functionRoutes(),
      ...functionSchemaRoutes(),
      ...menuRoutes(),
      ...paramRoutes(),
      ...configRoutes(doorkeeper),
      ...mapKeyRoutes(),
      ...sysLoginLogRoutes(),
      ...sysOperLogRoutes(),
      ...auditRoutes(),
      ...securityBaselineRoutes(),
      ...usageRoutes(),
    ],
    nightly: async () => {
      const steps = [
        () => eachTenant(database, (tenantNo) => forgetKeys(database, tenantNo)),
        () => forgetEntries(database),
        () => closeUnusedAccounts(database),
        () => refreshUsage(database),
        () => foldNightly(database),
        () => checkNightly(database),
      ];
      await eachOf(steps, (step) => step());
    },
    start: async () => {
      registerPlatformTopics(database);
      registerAlarmKinds('platform', platformAlarmKinds);
      registerPublishJob();
      registerAdministratorApprovals(doorkeeper);
      registerRecodeJob();
      registerRecodeApproval();
      registerClosing();
      registerArchiveJob();
      registerSensitiveExport(database, doorkeeper);
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
      });
    },
    hear: (event) => hearReference(database, event),
    tick: async (parts) => {
      const steps = [
        () => fireNotices(parts, (userId) => doorkeeper.actorOf(userId)),
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
