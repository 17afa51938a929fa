import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Grid, theme } from 'antd';
import { useState } from 'react';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { callOf, type Row } from '#kit/web/resource/resource-calls.ts';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { type OrganisationNode, type SysUser, sysUser } from '#modules/platform/contract/account/sys-user.ts';
import { sysRole } from '#modules/platform/contract/role/sys-role.ts';
import { OrganisationTree } from './organisation-tree.tsx';
import { AuthoriseDialog } from './rights/authorise-dialog.tsx';
import { useUserActions } from './use-user-actions.tsx';
import { UserCounters } from './user-counters.tsx';
import { type RoleTagRow, RoleTags, UserFace, UserMarks } from './user-face.tsx';
import { UserFilters } from './user-filters.tsx';
import { UserTable } from './user-table.tsx';

const cells: Cells<typeof sysUser> = {
  avatar: (row) => <UserFace row={row} />,
  nickname: (row) => (
    <Flex gap={6} align="center">
      <span>{row.nickname}</span>
      <UserMarks row={row} />
    </Flex>
  ),
  roles: (row) => <RoleTags roles={row.roles as RoleTagRow[] | null} />,
};

/** Accounts are imported on a page of their own. */
const listed: typeof sysUser = { ...sysUser, operations: sysUser.operations.filter((one) => one !== 'import') };

/** Accounts, with the organisations they belong to at the left and what needs attention above. */
export default function UserPage() {
  const t = useT();
  const { token } = theme.useToken();
  const { openPage } = usePage();
  const isWide = Grid.useBreakpoint().lg === true;
  const [isTreeOpen, setTreeOpen] = useState(true);
  // The same filters as the list's: both stand in the address.
  const list = useResourceList(sysUser);
  const transition = useResourceTransition(sysUser, list.drop);
  const [authorising, setAuthorising] = useState<readonly SysUser[] | null>(null);
  const { actionsOf, dialogs } = useUserActions((name, row) => transition.ask(name, [row as unknown as Row]));
  const roles = useRoles();

  const mayAdd = useCan('sys:user:add');
  const mayImport = useCan('sys:user:import');
  const onNew = mayAdd ? () => openPage(`/system/user/edit${newFor(list.filters)}`) : undefined;
  const choose = (node: OrganisationNode | null) => {
    const { principalId: _p, deptId: _d, ...rest } = list.filters;
    list.search(node ? { ...rest, [node.kind === 'dept' ? 'deptId' : 'principalId']: String(node.id) } : { ...rest });
  };
  const chosen = list.filters.deptId
    ? `d${list.filters.deptId}`
    : list.filters.principalId
      ? `p${list.filters.principalId}`
      : null;
  const treeText = t.any(isTreeOpen ? 'platform.users.hideTree' : 'platform.users.showTree');
  return (
    <Flex gap={12} align="stretch">
      {isWide && isTreeOpen && (
        <aside
          style={{
            flex: '0 0 236px',
            width: 236,
            minWidth: 0,
            padding: 12,
            background: token.colorBgContainer,
            borderRadius: token.borderRadiusLG,
          }}
        >
          <OrganisationTree chosen={chosen} height={Math.max(300, window.innerHeight - 230)} onChoose={choose} />
        </aside>
      )}
      <div style={{ flex: 1, minWidth: 0 }}>
        <ListPage
          resource={listed}
          cells={cells}
          onNew={onNew}
          onOpen={(row) => openPage(`/system/user/details?id=${row.id}`)}
          actionsOf={(row) => actionsOf(row)}
          onTransition={(name, rows) => {
            if (name !== 'authorise') return false;
            setAuthorising(rows as unknown as SysUser[]);
            return undefined;
          }}
          search={(list) => (
            <Flex vertical gap={12}>
              <UserCounters list={list} />
              <UserFilters list={list} roles={roles} />
            </Flex>
          )}
          tools={() =>
            isWide && (
              <Button
                type="text"
                icon={isTreeOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
                onClick={() => setTreeOpen(!isTreeOpen)}
                title={treeText}
                aria-label={treeText}
              />
            )
          }
          extra={() =>
            mayImport && <Button onClick={() => openPage('/system/user/import')}>{t('platform.users.import')}</Button>
          }
          table={(props) => <UserTable {...props} />}
        />
      </div>
      {dialogs}
      {authorising && <AuthoriseDialog rows={authorising} onClose={() => setAuthorising(null)} />}
      <TransitionDialog transition={transition} />
    </Flex>
  );
}

/** A new account is most likely meant for the organisation in sight. */
const newFor = ({ principalId }: Readonly<Record<string, string>>) =>
  principalId ? `?principalId=${principalId}` : '';

function useRoles(): readonly { id: number; roleName: string }[] {
  const language = useLanguage();
  const may = useCan('sys:role:list');
  const query = useQuery({
    queryKey: ['platform.sysRole', 'all', language],
    queryFn: () => callEnvelope(callOf(sysRole, 'list'), { query: { pageSize: '500' } }),
    enabled: may,
    staleTime: 60_000,
  });
  const rows = (query.data?.data ?? []) as {
    id: number;
    roleName: string;
    roleNameEn: string | null;
    roleNameTw: string | null;
  }[];
  return rows.map((row) => ({
    id: row.id,
    roleName: { zh_CN: row.roleName, zh_TW: row.roleNameTw, en: row.roleNameEn }[language] || row.roleName,
  }));
}
