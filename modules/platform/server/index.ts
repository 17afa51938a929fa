import type { Database } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import type { ServerModule } from '#kit/server/module.ts';
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
import { approvalRoutes } from './approvals.ts';
import { checkNightly, registerAuditJob } from './audit/audit-checks.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { sealClock } from './audit/seal-clock.ts';
import { securityBaselineRoutes } from './audit/security-baseline.ts';
import { sysLoginLogRoutes } from './audit/sys-login-log.ts';
import { sysOperLogRoutes } from './audit/sys-oper-log.ts';
import { captchaRoutes } from './captcha.ts';
import { dictionaryRoutes, dictRow, dictValueOf, labelOf, labelsOf, reloadDictionaries } from './dictionaries.ts';
import { SessionDoorkeeper } from './doorkeeper.ts';
import { explainRoutes } from './explain.ts';
import { fileRoutes } from './files.ts';
import { fireNotices } from './fire-notices.ts';
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
import { profileRoutes } from './profile.ts';
import { registerPublishJob } from './publish-notice.ts';
import { pushRoutes, registerPlatformTopics } from './push.ts';
import { refOptionRoutes } from './ref-options.ts';
import { loadRegions, regionCodeOf, regionName, regionRoutes } from './regions.ts';
import { roleRoutes } from './roles.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { sensitiveRoutes } from './sensitive.ts';
import { lapseApprovals } from './sys-approval.ts';
import { sysDeptRoutes } from './sys-dept.ts';
import { sysDictDataRoutes } from './sys-dict-data.ts';
import { sysDictTypeRoutes } from './sys-dict-type.ts';
import { noticeRoutes } from './sys-notice-receiver.ts';
import { sysParamRoutes } from './sys-param.ts';
import { portalRoutes } from './sys-portal.ts';
import { savedViewRoutes } from './sys-saved-view.ts';
import { sessionRoutes } from './sys-session.ts';
import { sysThirdClientRoutes } from './sys-third-client.ts';
import { sysThirdLogRoutes } from './sys-third-log.ts';
import { thirdPartyRoutes } from './third-party.ts';
import { ticketRoutes } from './ticket.ts';
import { closeUnusedAccounts } from './unused-accounts.ts';
import { foldNightly } from './usage/usage-day.ts';
import { usageRoutes } from './usage/usage-routes.ts';
import { userInfoRoutes } from './user-info.ts';
import { userReadRoutes } from './user-reads.ts';
import { userRoutes } from './users.ts';

export { runAlarmClock } from './alarm/alarm-clock.ts';
export { closeAlarm, closeAlarmsOf, type OpenAlarm, onAlarm, openAlarm } from './alarm/open-alarm.ts';
export { registerAlarmKinds, saveAlarmKinds } from './alarm-kind.ts';
export type { NoticeAudience } from './audience.ts';
export { registerAuditCheck } from './audit/audit-checks.ts';
export {
  type Directory,
  type Organisation,
  type OrganisationQuery,
  type Place,
  type PlaceQuery,
  type Reach,
  registerDirectory,
} from './directory.ts';
export { linkTo } from './files.ts';
export { type Notification, notify } from './notify.ts';
export { hashPassword } from './password.ts';
export { present, pushLimits } from './push.ts';
export { type ApprovalWork, onApproval, requestApproval } from './sys-approval.ts';
export type { OpenTask } from './sys-task.ts';
export { logThird, type ThirdCall } from './sys-third-log.ts';
export { raisePermVersion } from './sys-user.ts';
export { closeTask, openTask } from './tasks.ts';

/** The platform's server side, and the doorkeeper the HTTP layer asks about every token. */
export function platformServer(database: Database): ServerModule & { doorkeeper: SessionDoorkeeper } {
  const doorkeeper = new SessionDoorkeeper(database);
  return {
    contract: platform,
    doorkeeper,
    routes: (): Route[] => [
      ...loginRoutes(doorkeeper),
      ...captchaRoutes(),
      ...secondFactorRoutes(),
      ...sessionRoutes(doorkeeper),
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
      ...serveResource(sysPost)(),
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
      ...sysLoginLogRoutes(),
      ...sysOperLogRoutes(),
      ...auditRoutes(),
      ...securityBaselineRoutes(),
      ...sysParamRoutes(),
      ...usageRoutes(),
    ],
    nightly: async () => {
      await closeUnusedAccounts(database);
      await foldNightly(database);
      await checkNightly(database);
    },
    start: async () => {
      registerPlatformTopics(database);
      registerAlarmKinds('platform', platformAlarmKinds);
      registerPublishJob();
      registerAdministratorApprovals(doorkeeper);
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
    tick: async (parts) => {
      await fireNotices(parts, (userId) => doorkeeper.actorOf(userId));
      await releaseClaims(database);
      await runAlarmClock(database);
      await lapseApprovals(database);
      await sealClock(database);
    },
  };
}
