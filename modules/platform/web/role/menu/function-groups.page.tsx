import { resourcePage } from '#kit/web/resource/resource-page.tsx';
import { sysFunctionGroup } from '#modules/platform/contract/role/sys-function.ts';
import { OwnName } from '../../common/own-name.tsx';

export default resourcePage(sysFunctionGroup, {
  cells: { groupName: (row) => <OwnName zh={row.groupName} tw={row.groupNameTw} en={row.groupNameEn} /> },
});
