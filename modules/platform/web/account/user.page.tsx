import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Grid, theme } from 'antd';
import { useState } from 'react';
import { fullName, labelKey } from '#kit/contract/resource.ts';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { BatchActions } from '#kit/web/resource/batch-actions.tsx';
import { callOf, type Row } from '#kit/web/resource/resource-calls.ts';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { ExportButton } from '#kit/web/sheets/export-button.tsx';
import { ListTools } from '#kit/web/sheets/list-tools.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { ListToolbar } from '#kit/web/ui/list-toolbar.tsx';
import { useFull } from '#kit/web/ui/use-full.ts';
import { useListPrefs } from '#kit/web/ui/use-list-prefs.ts';
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

/** Accounts, with the organisations they belong to at the left and what needs attention above. */
export default function UserPage() {
  const t = useT();
  const { token } = theme.useToken();
  const { openPage } = usePage();
  const isWide = Grid.useBreakpoint().lg === true;
  const [isTreeOpen, setTreeOpen] = useState(true);
  const list = useResourceList(sysUser);
  const prefs = useListPrefs(fullName(sysUser), sysUser.list.columns);
  const transition = useResourceTransition(sysUser, list.drop);
  const [authorising, setAuthorising] = useState<readonly SysUser[] | null>(null);
  const { frame, button } = useFull();
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
        <FitFrame
          {...frame}
          search={
            <Flex vertical gap={12}>
              <UserCounters list={list} />
              <UserFilters list={list} roles={roles} />
            </Flex>
          }
          toolbar={
            <ListToolbar
              prefs={prefs}
              labelOf={(name) => t.any(labelKey(sysUser, name))}
              isFetching={list.fetching}
              onRefresh={list.refresh}
              onNew={onNew}
              {...button}
              tools={
                <>
                  {isWide && (
                    <Button
                      type="text"
                      icon={isTreeOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
                      onClick={() => setTreeOpen(!isTreeOpen)}
                      title={treeText}
                      aria-label={treeText}
                    />
                  )}
                  <ListTools list={list} prefs={prefs} cells={cells as unknown as Cells} />
                </>
              }
            >
              {mayImport && (
                <Button onClick={() => openPage('/system/user/import')}>{t('platform.users.import')}</Button>
              )}
              <ExportButton list={list} prefs={prefs} />
              <BatchActions
                list={list}
                onRemove={() => {}}
                onTransition={(name, rows) =>
                  name === 'authorise' ? setAuthorising(rows as unknown as SysUser[]) : transition.ask(name, rows)
                }
              />
            </ListToolbar>
          }
          table={(height) => (
            <UserTable
              list={list}
              prefs={prefs}
              cells={cells as unknown as Cells}
              height={height}
              onNew={onNew}
              actionsOf={(row) => actionsOf(row as unknown as SysUser)}
              onOpen={(row) => openPage(`/system/user/details?id=${row.id}`)}
            />
          )}
          footer={!list.error && <ListFooter {...list} onTurn={list.turnTo} isTree={false} />}
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
