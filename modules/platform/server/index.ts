import type { Database } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { provideLookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { platform } from '#modules/platform/contract/module.ts';
import { sysPost } from '#modules/platform/contract/sys-post.ts';
import { accessRoutes } from './access.ts';
import { registerAdministratorApprovals } from './administrator-approvals.ts';
import { approvalRoutes } from './approvals.ts';
import { dictionaryRoutes, dictRow, dictValueOf, labelOf, labelsOf, reloadDictionaries } from './dictionaries.ts';
import { SessionDoorkeeper } from './doorkeeper.ts';
import { explainRoutes } from './explain.ts';
import { fileRoutes } from './files.ts';
import { historyRoutes } from './history.ts';
import { jobRoutes } from './jobs.ts';
import { loginRoutes } from './login.ts';
import { openApiRoutes } from './openapi.ts';
import { slipRoutes } from './password-slips.ts';
import { pushRoutes, registerPlatformTopics } from './push.ts';
import { refOptionRoutes } from './ref-options.ts';
import { loadRegions, regionCodeOf, regionName, regionRoutes } from './regions.ts';
import { roleRoutes } from './roles.ts';
import { sensitiveRoutes } from './sensitive.ts';
import { lapseApprovals } from './sys-approval.ts';
import { sysDeptRoutes } from './sys-dept.ts';
import { sysDictDataRoutes } from './sys-dict-data.ts';
import { sysDictTypeRoutes } from './sys-dict-type.ts';
import { noticeRoutes } from './sys-notice-receiver.ts';
import { portalRoutes } from './sys-portal.ts';
import { savedViewRoutes } from './sys-saved-view.ts';
import { taskRoutes } from './sys-task.ts';
import { userInfoRoutes } from './user-info.ts';
import { userReadRoutes } from './user-reads.ts';
import { userRoutes } from './users.ts';

export {
  type Directory,
  type Organisation,
  type OrganisationQuery,
  type Reach,
  registerDirectory,
} from './directory.ts';
export { linkTo } from './files.ts';
export { type NoticeAudience, type Notification, notify } from './notify.ts';
export { hashPassword } from './password.ts';
export { pushLimits } from './push.ts';
export { type ApprovalWork, onApproval, requestApproval } from './sys-approval.ts';
export type { OpenTask } from './sys-task.ts';
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
      ...portalRoutes(),
      ...userInfoRoutes(),
      ...dictionaryRoutes(),
      ...regionRoutes(),
      ...refOptionRoutes(),
      ...noticeRoutes(),
      ...taskRoutes(),
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
      ...userRoutes(doorkeeper),
      ...userReadRoutes(),
      ...slipRoutes(),
      ...roleRoutes(),
      ...approvalRoutes(),
      ...accessRoutes(),
      ...explainRoutes(doorkeeper),
    ],
    tick: async (parts) => void (await lapseApprovals(parts.database)),
    start: async () => {
      registerPlatformTopics();
      registerAdministratorApprovals(doorkeeper);
      await loadRegions(database);
      await reloadDictionaries(database, 0);
      provideLookups({
        dictLabel: (dictCode, value, tenantNo, language) => {
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
  };
}
