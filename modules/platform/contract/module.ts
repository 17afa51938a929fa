import { defineModule } from '#kit/contract/module.ts';
import { listNotices, listTasks, readNotices } from './messages.ts';
import * as reference from './reference.ts';
import * as session from './session.ts';
import { sysDept } from './sys-dept.ts';
import { sysDictData } from './sys-dict-data.ts';
import { sysDictType } from './sys-dict-type.ts';

export const platform = defineModule({
  name: 'platform',
  needs: [],
  resources: [sysDictType, sysDictData, sysDept],
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
    reference.getDictDataByCode,
    reference.regionChildren,
    reference.regionSearch,
    reference.regionPath,
    reference.regionBoundaries,
    reference.refOptions,
  ],
});
