import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Popconfirm, Table, Tag } from 'antd';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { kickSessions, mySessions, type OpenSession } from '#modules/platform/contract/auth/sys-session.ts';
import { type Device, myDevices, revokeDevice } from '#modules/platform/contract/auth/sys-user-device.ts';
import s from './profile.module.css';

const key = ['profile', 'sessions'];
const devicesKey = ['profile', 'devices'];

/** Where one is logged in, and the devices that are registered. */
export function DevicesTab() {
  const t = useT();
  return (
    <Flex vertical gap={16}>
      <h3 className={s.part}>{t('shell.profile.openSessions')}</h3>
      <Sessions />
      <h3 className={s.part}>{t('shell.profile.knownDevices')}</h3>
      <p className={s.help}>{t('shell.profile.knownDevicesHelp')}</p>
      <Devices />
    </Flex>
  );
}

/** A device that is removed is logged out, and is unknown until it logs in with the password again. */
function Devices() {
  const t = useT();
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: devicesKey,
    queryFn: () => call(myDevices, { quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  const revoke = async ({ deviceId }: Device) => {
    const { msg } = await callEnvelope(revokeDevice, { body: { id: deviceId } });
    notify('success', msg);
    await Promise.all([devicesKey, key].map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return (
    <Table<Device>
      rowKey="deviceId"
      loading={isPending}
      dataSource={data ?? []}
      pagination={false}
      scroll={{ x: 720 }}
      columns={[
        {
          title: t('shell.profile.device'),
          key: 'device',
          render: (_, row) => (
            <>
              {row.browser} · {row.os} {row.isCurrent && <Tag color="processing">{t('shell.profile.thisDevice')}</Tag>}
            </>
          ),
        },
        { title: t('shell.profile.address'), dataIndex: 'ip', width: 140 },
        { title: t('shell.profile.registeredAt'), dataIndex: 'createdAt', width: 170, render: wallTime },
        { title: t('shell.profile.lastUsed'), dataIndex: 'lastUsedAt', width: 170, render: wallTime },
        {
          key: 'act',
          width: 90,
          render: (_, row) => (
            <Popconfirm title={t('shell.profile.revokeConfirm')} onConfirm={() => revoke(row).catch(() => {})}>
              <Button type="link" danger size="small">
                {t('shell.profile.revoke')}
              </Button>
            </Popconfirm>
          ),
        },
      ]}
    />
  );
}

/** Any session but the one in use can be ended. */
function Sessions() {
  const t = useT();
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(mySessions, { quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  const end = async ({ sessionId }: OpenSession) => {
    const { msg } = await callEnvelope(kickSessions, { body: { idArr: [sessionId] } });
    notify('success', msg);
    void client.invalidateQueries({ queryKey: key });
  };
  return (
    <Table<OpenSession>
      rowKey="sessionId"
      loading={isPending}
      dataSource={data ?? []}
      pagination={false}
      scroll={{ x: 720 }}
      columns={[
        {
          title: t('shell.profile.device'),
          key: 'device',
          render: (_, row) => (
            <>
              {row.browser} · {row.os} {row.isCurrent && <Tag color="processing">{t('shell.profile.thisDevice')}</Tag>}
            </>
          ),
        },
        { title: t('shell.profile.address'), dataIndex: 'ip', width: 140 },
        { title: t('shell.profile.since'), dataIndex: 'createdAt', width: 170, render: wallTime },
        { title: t('shell.profile.lastActive'), dataIndex: 'lastActiveAt', width: 170, render: wallTime },
        {
          key: 'act',
          width: 90,
          render: (_, row) =>
            !row.isCurrent && (
              <Popconfirm title={t('shell.profile.endConfirm')} onConfirm={() => end(row).catch(() => {})}>
                <Button type="link" danger size="small">
                  {t('shell.profile.end')}
                </Button>
              </Popconfirm>
            ),
        },
      ]}
    />
  );
}
