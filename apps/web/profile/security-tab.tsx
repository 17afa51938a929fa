import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, List, Skeleton, Tag } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { mySecurity } from '#modules/platform/contract/account/profile.ts';
import ChangePasswordDialog from '../password/change-password-dialog.tsx';
import type { FactorWork } from './factor-dialog.tsx';

const FactorDialog = lazy(() => import('./factor-dialog.tsx'));
const key = ['profile', 'security'];

/** Password and second factor. */
export function SecurityTab() {
  const t = useT();
  const client = useQueryClient();
  const [open, setOpen] = useState<FactorWork | 'password' | null>(null);
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: () => call(mySecurity, { quiet: true }) });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const isOn = data.mfaEnabledAt !== null;
  const act = (work: FactorWork | 'password', label: string, danger = false) => (
    <Button key={work} type="link" danger={danger} onClick={() => setOpen(work)}>
      {label}
    </Button>
  );
  const rows = [
    {
      key: 'password',
      title: t('shell.profile.passwordRow'),
      note: data.passwordChangedAt
        ? t('shell.profile.passwordAge', { time: wallTime(data.passwordChangedAt), n: data.passwordDaysLeft })
        : t('shell.profile.daysLeft', { n: data.passwordDaysLeft }),
      tag: null,
      actions: [act('password', t('shell.user.changePassword'))],
    },
    {
      key: 'mfa',
      title: t('shell.profile.mfaRow'),
      note:
        data.mfaEnabledAt !== null
          ? t('shell.profile.mfaSince', { time: wallTime(data.mfaEnabledAt) })
          : t(data.mfaRequired ? 'shell.profile.mfaWanted' : 'shell.profile.mfaHelp'),
      tag: <Tag color={isOn ? 'success' : 'default'}>{t(isOn ? 'shell.profile.on' : 'shell.profile.off')}</Tag>,
      actions: isOn ? [act('disable', t('shell.profile.turnOff'), true)] : [act('enrol', t('shell.profile.turnOn'))],
    },
    ...(isOn
      ? [
          {
            key: 'codes',
            title: t('shell.mfa.codes'),
            note: t('shell.profile.codesLeft', { n: data.recoveryCodesLeft }),
            tag: data.recoveryCodesLeft < 3 ? <Tag color="warning">{t('shell.profile.codesFew')}</Tag> : null,
            actions: [act('codes', t('shell.profile.newCodes'))],
          },
        ]
      : []),
  ];
  const close = () => {
    setOpen(null);
    void client.invalidateQueries({ queryKey: key });
  };
  return (
    <>
      <List
        dataSource={rows}
        renderItem={({ title, note, tag, actions }) => (
          <List.Item actions={actions}>
            <List.Item.Meta
              title={
                <>
                  {title} {tag}
                </>
              }
              description={note}
            />
          </List.Item>
        )}
      />
      {open === 'password' && <ChangePasswordDialog onClose={close} />}
      {open && open !== 'password' && (
        <Suspense fallback={null}>
          <FactorDialog work={open} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
