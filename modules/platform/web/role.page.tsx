import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Flex, Form, Input, Modal, Space, Table, Tag } from 'antd';
import { useState } from 'react';
import { ApiError, call, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { resourcePage } from '#kit/web/resource/resource-page.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { copyRole, roleUsers, type SysRole, sysRole } from '#modules/platform/contract/sys-role.ts';
import { PermissionDrawer } from './roles/permission-drawer.tsx';

export default resourcePage(sysRole, {
  cells: {
    roleName: (row) => <RoleName row={row} />,
    userCount: (row) => <UsersCell row={row} />,
    actionCount: (row) => <PermissionsCell row={row} />,
  },
});

function useName(row: SysRole): string {
  const language = useLanguage();
  return { zh_CN: row.roleName, zh_TW: row.roleNameTw, en: row.roleNameEn }[language] || row.roleName;
}

function RoleName({ row }: { readonly row: SysRole }) {
  return <span>{useName(row)}</span>;
}

const cell = { padding: 0, height: 'auto' } as const;

function PermissionsCell({ row }: { readonly row: SysRole }) {
  const t = useT();
  const [open, setOpen] = useState<'permissions' | 'copy' | null>(null);
  const mayCopy = useCan('sys:role:add');
  const name = useName(row);
  return (
    <Space size={8}>
      <Button type="link" size="small" style={cell} onClick={() => setOpen('permissions')}>
        {row.actionCount} {t.any('platform.roles.permissions')}
      </Button>
      {mayCopy && (
        <Button type="link" size="small" style={cell} onClick={() => setOpen('copy')}>
          {t.any('platform.roles.copy')}
        </Button>
      )}
      {open === 'permissions' && <PermissionDrawer roleId={row.id} onClose={() => setOpen(null)} />}
      {open === 'copy' && <CopyDialog row={row} name={name} onClose={() => setOpen(null)} />}
    </Space>
  );
}

function CopyDialog({ row, name, onClose }: { readonly row: SysRole; readonly name: string; onClose(): void }) {
  const t = useT();
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

function UsersCell({ row }: { readonly row: SysRole }) {
  const [isOpen, setOpen] = useState(false);
  const name = useName(row);
  if (row.userCount === 0) return <span>0</span>;
  return (
    <>
      <Button type="link" size="small" style={cell} onClick={() => setOpen(true)}>
        {row.userCount}
      </Button>
      {isOpen && <UsersDrawer row={row} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function UsersDrawer({ row, name, onClose }: { readonly row: SysRole; readonly name: string; onClose(): void }) {
  const t = useT();
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
