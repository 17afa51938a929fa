import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Flex, Form, Input, Modal, Table, Tag } from 'antd';
import { useState } from 'react';
import { ApiError, call, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { copyRole, roleUsers, type SysRole, sysRole } from '#modules/platform/contract/role/sys-role.ts';
import { type SysRoleGroup, sysRoleGroup } from '#modules/platform/contract/role/sys-role-group.ts';
import { PermissionDrawer } from './permission-drawer.tsx';

/** Roles: what each holds, who has it, and a copy to begin from. */
export default function RolePage() {
  const [shown, setShown] = useState<{ what: 'permissions' | 'copy' | 'users'; row: SysRole } | null>(null);
  const mayAdd = useCan('sys:role:add');
  const groups = useGroups();
  const say = useTexts('platform.roles');
  const count = (what: 'permissions' | 'users', row: SysRole, n: number) => (
    <Button type="link" size="small" title={say(what)} style={{ padding: 0 }} onClick={() => setShown({ what, row })}>
      {n}
    </Button>
  );
  return (
    <>
      <ResourcePage
        resource={sysRole}
        cells={{
          roleName: (row) => <RoleName row={row} />,
          groupId: (row) => <span>{groups.get(row.groupId) ?? row.groupIdName ?? '-'}</span>,
          userCount: (row) => count('users', row, row.userCount),
          actionCount: (row) => count('permissions', row, row.actionCount),
        }}
        actions={(row) =>
          (['permissions', 'users', ...(mayAdd ? (['copy'] as const) : [])] as const).map((what) => ({
            key: what,
            label: say(what),
            run: () => setShown({ what, row }),
          }))
        }
      />
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
      title={t('platform.roles.copyTitle', { name })}
      onCancel={onClose}
      onOk={() => void go()}
      okButtonProps={{ loading: busy }}
    >
      <Form layout="vertical">
        <Form.Item label={t('platform.roles.newCode')} htmlFor="copy-code" required>
          <Input
            id="copy-code"
            value={values.roleCode}
            maxLength={40}
            onChange={(event) => setValues({ ...values, roleCode: event.target.value })}
          />
        </Form.Item>
        <Form.Item label={t('platform.roles.newName')} htmlFor="copy-name" required>
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
    <Drawer open title={t('platform.roles.usersOf', { name })} size="min(860px, 100vw)" onClose={onClose}>
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
            title: t('platform.sysUser.username'),
            render: (_, one) => <PageLink to={`/system/user/details?id=${one.id}`}>{one.username}</PageLink>,
          },
          { title: t('platform.sysUser.nickname'), dataIndex: 'nickname' },
          { title: t('platform.sysUser.organizationName'), dataIndex: 'organizationName', ellipsis: true },
          { title: t('platform.sysUser.status'), dataIndex: 'statusName' },
          {
            title: t('platform.userDetail.grantedAt'),
            render: (_, one) => (
              <Flex vertical>
                <span>{wallTime(one.grantedAt)}</span>
                {one.validUntil && <Tag>{t('platform.users.temporary', { time: wallTime(one.validUntil) })}</Tag>}
              </Flex>
            ),
          },
        ]}
      />
    </Drawer>
  );
}
