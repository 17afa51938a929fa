import { resourcePage } from '#kit/web/resource/resource-page.tsx';
import { sysRoleGroup } from '#modules/platform/contract/role/sys-role-group.ts';
import { OwnName } from '../common/own-name.tsx';

export default resourcePage(sysRoleGroup, {
  cells: { groupName: (row) => <OwnName zh={row.groupName} tw={row.groupNameTw} en={row.groupNameEn} /> },
});
