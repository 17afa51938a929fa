import { useQuery } from '@tanstack/react-query';
import { Drawer, Flex, Form, Input, Modal, Table, Tag } from 'antd';
import { useState } from 'react';
import { fullName, labelKey } from '#kit/contract/resource.ts';
import { ApiError, call, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { DetailDrawer } from '#kit/web/resource/detail-drawer.tsx';
import { FormDrawer } from '#kit/web/resource/form-drawer.tsx';
import { callOf, type Row, useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourceTable } from '#kit/web/resource/resource-table.tsx';
import { SearchForm } from '#kit/web/resource/search-form.tsx';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { useResourceRemove } from '#kit/web/resource/use-resource-remove.ts';
import { ListTools } from '#kit/web/sheets/list-tools.tsx';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { ListToolbar } from '#kit/web/ui/list-toolbar.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { copyRole, roleUsers, type SysRole, sysRole } from '#modules/platform/contract/sys-role.ts';
import { type SysRoleGroup, sysRoleGroup } from '#modules/platform/contract/sys-role-group.ts';
import { PermissionDrawer } from './roles/permission-drawer.tsx';

/** Roles: what each holds, who has it, and a copy to begin from. */
export default function RolePage() {
  const t = useT();
  const list = useResourceList(sysRole);
  const prefs = useListPrefs(fullName(sysRole), sysRole.list.columns);
  const { panel, open, close } = usePanel();
  const remove = useResourceRemove(sysRole);
  const [shown, setShown] = useState<{ what: 'permissions' | 'copy' | 'users'; row: SysRole } | null>(null);
  const [isFull, setFull] = useState(false);
  const mayAdd = useCan('sys:role:add');
  const groups = useGroups();
  const say = (key: string) => t.any(`platform.roles.${key}`);
  const actionsOf = (row: Row): Action[] => {
    const role = row as unknown as SysRole;
    const show = (what: 'permissions' | 'copy' | 'users') => () => setShown({ what, row: role });
    const offered: (Action | false)[] = [
      { key: 'permissions', label: say('permissions'), run: show('permissions') },
      { key: 'users', label: say('users'), run: show('users') },
      row._can.includes('edit') && { key: 'edit', label: t('kit.edit'), run: () => open({ kind: 'edit', id: row.id }) },
      mayAdd && { key: 'copy', label: say('copy'), run: show('copy') },
      { key: 'detail', label: t('kit.detail'), run: () => open({ kind: 'detail', id: row.id }) },
      row._can.includes('remove') && {
        key: 'remove',
        label: t('kit.remove'),
        danger: true,
        run: () => void remove([row]),
      },
    ];
    return offered.filter((one): one is Action => one !== false);
  };
  const cells = {
    roleName: (row: SysRole) => <RoleName row={row} />,
    groupId: (row: SysRole) => <span>{groups.get(row.groupId) ?? row.groupIdName ?? '-'}</span>,
  } as unknown as Cells;
  const onNew = mayAdd ? () => open({ kind: 'new' }) : undefined;
  const verbs = {
    edit: (row: Row) => open({ kind: 'edit', id: row.id }),
    remove: (row: Row) => void remove([row]).then((isGone) => isGone && close()),
    transition: () => {},
  };
  return (
    <>
      <FitFrame
        isFull={isFull}
        onLeaveFull={() => setFull(false)}
        search={<SearchForm list={list} />}
        toolbar={
          <ListToolbar
            prefs={prefs}
            labelOf={(name) => t.any(labelKey(sysRole, name))}
            isFetching={list.fetching}
            onRefresh={list.refresh}
            onNew={onNew}
            isFull={isFull}
            onFull={() => setFull(!isFull)}
            tools={<ListTools list={list} prefs={prefs} cells={cells} />}
          />
        }
        table={(height) => (
          <ResourceTable
            list={list}
            prefs={prefs}
            cells={cells}
            height={height}
            onNew={onNew}
            actionsOf={actionsOf}
            onOpen={(row) => setShown({ what: 'permissions', row: row as unknown as SysRole })}
          />
        )}
        footer={!list.error && <ListFooter {...list} onTurn={list.turnTo} isTree={false} />}
      />
      {panel?.kind === 'detail' && (
        <DetailDrawer resource={sysRole} id={panel.id} cells={cells} verbs={verbs} onClose={close} />
      )}
      {(panel?.kind === 'new' || panel?.kind === 'edit') && (
        <FormDrawer
          key={panel.kind === 'edit' ? panel.id : 'new'}
          resource={sysRole}
          id={panel.kind === 'edit' ? panel.id : undefined}
          onClose={close}
        />
      )}
      {shown?.what === 'permissions' && <PermissionDrawer roleId={shown.row.id} onClose={() => setShown(null)} />}
      {shown?.what === 'copy' && <CopyDialog row={shown.row} onClose={() => setShown(null)} />}
      {shown?.what === 'users' && <UsersDrawer row={shown.row} onClose={() => setShown(null)} />}
    </>
  );
}

/** Names of the groups in the language in use. */
function useGroups(): ReadonlyMap<number, string> {
  const language = useLanguage();
  const may = useCan('sys:roleGroup:list');
  const query = useQuery({
    queryKey: ['platform.sysRoleGroup', 'all', language],
    queryFn: () => callEnvelope(callOf(sysRoleGroup, 'list'), { query: { pageSize: '500' } }),
    enabled: may,
    staleTime: 60_000,
  });
  const rows = (query.data?.data ?? []) as SysRoleGroup[];
  return new Map(
    rows.map((row) => [
      row.id,
      { zh_CN: row.groupName, zh_TW: row.groupNameTw, en: row.groupNameEn }[language] || row.groupName,
    ]),
  );
}

function useName(row: SysRole): string {
  const language = useLanguage();
  return { zh_CN: row.roleName, zh_TW: row.roleNameTw, en: row.roleNameEn }[language] || row.roleName;
}

function RoleName({ row }: { readonly row: SysRole }) {
  return <span>{useName(row)}</span>;
}

function CopyDialog({ row, onClose }: { readonly row: SysRole; onClose(): void }) {
  const t = useT();
  const name = useName(row);
  const changed = useChanged(sysRole);
  const [values, setValues] = useState({ roleCode: `${row.roleCode}_2`, roleName: `${name} 2` });
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      await call(copyRole, { body: { id: row.id, ...values } });
      notify('success', t('ok.saved'));
      void changed();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t.any('platform.roles.copyTitle', { name })}
      onCancel={onClose}
      onOk={() => void go()}
      okButtonProps={{ loading: busy }}
    >
      <Form layout="vertical">
        <Form.Item label={t.any('platform.roles.newCode')} htmlFor="copy-code" required>
          <Input
            id="copy-code"
            value={values.roleCode}
            maxLength={40}
            onChange={(event) => setValues({ ...values, roleCode: event.target.value })}
          />
        </Form.Item>
        <Form.Item label={t.any('platform.roles.newName')} htmlFor="copy-name" required>
          <Input
            id="copy-name"
            value={values.roleName}
            maxLength={40}
            onChange={(event) => setValues({ ...values, roleName: event.target.value })}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function UsersDrawer({ row, onClose }: { readonly row: SysRole; onClose(): void }) {
  const t = useT();
  const name = useName(row);
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ['platform.sysRole', 'users', row.id, page, language],
    queryFn: () => callEnvelope(roleUsers, { params: { id: row.id }, query: { pageNum: page, pageSize: 20 } }),
  });
  return (
    <Drawer open title={t.any('platform.roles.usersOf', { name })} size="min(860px, 100vw)" onClose={onClose}>
      <Table
        rowKey="id"
        size="small"
        loading={query.isLoading}
        dataSource={query.data?.data ?? []}
        pagination={{
          current: page,
          pageSize: 20,
          total: query.data?.total ?? 0,
          onChange: setPage,
          showSizeChanger: false,
        }}
        columns={[
          {
            title: t.any('platform.sysUser.username'),
            render: (_, one) => <PageLink to={`/system/user/details?id=${one.id}`}>{one.username}</PageLink>,
          },
          { title: t.any('platform.sysUser.nickname'), dataIndex: 'nickname' },
          { title: t.any('platform.sysUser.organizationName'), dataIndex: 'organizationName', ellipsis: true },
          { title: t.any('platform.sysUser.status'), dataIndex: 'statusName' },
          {
            title: t.any('platform.userDetail.grantedAt'),
            render: (_, one) => (
              <Flex vertical>
                <span>{wallTime(one.grantedAt)}</span>
                {one.validUntil && <Tag>{t.any('platform.users.temporary', { time: wallTime(one.validUntil) })}</Tag>}
              </Flex>
            ),
          },
        ]}
      />
    </Drawer>
  );
}
