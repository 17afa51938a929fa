import { defineModule } from '#kit/contract/module.ts';
import * as access from './access.ts';
import * as files from './files.ts';
import { listHistory } from './history.ts';
import * as jobs from './jobs.ts';
import { listNotices, listTasks, readNotices } from './messages.ts';
import { openApi } from './openapi.ts';
import { pushStream, pushSubscribe } from './push.ts';
import * as reference from './reference.ts';
import { revealValue } from './sensitive.ts';
import * as session from './session.ts';
import { approvalWords, decideApproval, sysApproval } from './sys-approval.ts';
import { sysDept } from './sys-dept.ts';
import { sysDictData } from './sys-dict-data.ts';
import { sysDictType } from './sys-dict-type.ts';
import { sysPost } from './sys-post.ts';
import { copyRole, roleMenus, roleUsers, saveRoleMenus, sysRole } from './sys-role.ts';
import { sysRoleGroup } from './sys-role-group.ts';
import * as views from './sys-saved-view.ts';
import * as users from './sys-user.ts';

export const platform = defineModule({
  name: 'platform',
  needs: [],
  resources: [sysDictType, sysDictData, sysDept, sysPost, users.sysUser, sysRoleGroup, sysRole, sysApproval],
  endpoints: [
    session.portals,
    session.portal,
    session.login,
    session.changeExpired,
    session.logout,
    session.passwordPolicy,
    session.updatePassword,
    session.getUserInfo,
    session.getUserWebMenuByFirstMenuId,
    session.configList,
    listNotices,
    readNotices,
    listTasks,
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
    access.requestAccess,
    access.listOrganisations,
    openApi,
    reference.getDictDataByCode,
    reference.regionChildren,
    reference.regionSearch,
    reference.regionPath,
    reference.regionBoundaries,
    reference.refOptions,
  ],
});
