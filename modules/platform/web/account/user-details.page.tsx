import { Button, Card, Descriptions, Empty, Flex, Space, Tabs, Tag, Typography } from 'antd';
import { useState } from 'react';
import { Cell } from '#kit/web/cells/cell.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { HistoryView } from '#kit/web/history/history-view.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Reveal } from '#kit/web/ui/reveal.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type SysUser, sysUser } from '#modules/platform/contract/account/sys-user.ts';
import { WhyDrawer } from '../role/why-drawer.tsx';
import { UserJurisdiction, UserRights } from './rights/user-rights.tsx';
import { useUserActions } from './use-user-actions.tsx';
import { type RoleTagRow, RoleTags, UserFace, UserMarks } from './user-face.tsx';
import { UserLogins, UserOperations, UserSessions } from './user-traces.tsx';

/** One account: who it is, what it may do and why, where it was used. */
export default function UserDetailsPage() {
  const t = useT();
  const { search } = usePage();
  const id = Number(search.get('id')) || null;
  const { row, loading, error, refresh } = useResourceDetail(sysUser, id);
  if (id === null) return <Empty description={t('platform.userDetail.noUser')} />;
  if (error) return <Failed error={error} onRetry={refresh} />;
  if (loading || !row) return <Waiting />;
  return <Details row={row as unknown as SysUser} asked={search.get('ask') ?? undefined} />;
}

const basic = [
  'username',
  'realName',
  'sex',
  'email',
  'organizationName',
  'deptName',
  'createTime',
  'createdByName',
  'lastLoginTime',
];

function Details({ row, asked }: { readonly row: SysUser; readonly asked: string | undefined }) {
  const t = useT();
  const transition = useResourceTransition(sysUser);
  const { actionsOf, dialogs } = useUserActions((name, one) => transition.ask(name, [one as unknown as Row]));
  const [isWhy, setWhy] = useState(asked !== undefined);
  const seesSessions = useCan('sys:session:list');
  const seesLogins = useCan('sys:loginLog:list');
  const seesOperations = useCan('sys:operLog:list');
  const say = useTexts('platform.userDetail');
  const cell = (name: string) => (
    <Cell name={name} field={sysUser.fields[name as 'username']} row={row as unknown as Row} />
  );
  const tabs = [
    {
      key: 'basic',
      label: say('basic'),
      children: (
        <Descriptions
          column={{ xs: 1, md: 2, xl: 3 }}
          bordered
          size="small"
          items={[
            ...basic.map((name) => ({ key: name, label: t.any(`platform.sysUser.${name}`), children: cell(name) })),
            {
              key: 'phone',
              label: t('platform.sysUser.phone'),
              children: (
                <Reveal
                  entity="platform.sysUser"
                  id={row.id}
                  field="phone"
                  mask={(row.phone as string | null) ?? null}
                />
              ),
            },
            {
              key: 'remark',
              label: t('platform.sysUser.remark'),
              children: cell('remark'),
              span: 'filled' as const,
            },
          ]}
        />
      ),
    },
    { key: 'rights', label: say('rights'), children: <UserRights id={row.id} /> },
    { key: 'jurisdiction', label: say('jurisdiction'), children: <UserJurisdiction id={row.id} /> },
    ...(seesSessions ? [{ key: 'sessions', label: say('sessions'), children: <UserSessions id={row.id} /> }] : []),
    ...(seesLogins ? [{ key: 'logins', label: say('logins'), children: <UserLogins id={row.id} /> }] : []),
    ...(seesOperations
      ? [{ key: 'operations', label: say('operations'), children: <UserOperations id={row.id} /> }]
      : []),
    { key: 'history', label: say('history'), children: <HistoryView resource={sysUser} id={row.id} /> },
  ];
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={16} align="center" justify="space-between" wrap>
          <Flex gap={16} align="center">
            <UserFace row={row} size={56} />
            <div>
              <Space size={8} wrap>
                <Typography.Title level={4} style={{ margin: 0 }} data-record>
                  {row.nickname}
                </Typography.Title>
                <Typography.Text type="secondary">{row.username}</Typography.Text>
                {cell('status')}
                <UserMarks row={row} />
                {row.unused && <Tag color="purple">{t('platform.users.unused')}</Tag>}
              </Space>
              <Flex gap={8} align="center" wrap style={{ marginTop: 6 }}>
                <Typography.Text type="secondary" data-record>
                  {row.organizationName}
                </Typography.Text>
                <RoleTags roles={row.roles as RoleTagRow[] | null} />
              </Flex>
            </div>
          </Flex>
          <Space wrap>
            {actionsOf(row)
              .filter(({ key }) => key !== 'details')
              .map(({ key, label, danger = false, run }) => (
                <Button key={key} danger={danger} type={key === 'authorise' ? 'primary' : 'default'} onClick={run}>
                  {label}
                </Button>
              ))}
          </Space>
        </Flex>
      </Card>
      <Card size="small">
        <Tabs items={tabs} destroyOnHidden />
      </Card>
      {dialogs}
      {isWhy && <WhyDrawer user={row} path={asked} onClose={() => setWhy(false)} />}
      <TransitionDialog transition={transition} />
    </Flex>
  );
}
