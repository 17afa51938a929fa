import { type ReactNode, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import {
  cancelUser,
  changeStatus,
  resetPassword,
  type SysUser,
  sysUser,
  unlockUser,
} from '#modules/platform/contract/account/sys-user.ts';
import { resetMfa } from '#modules/platform/contract/auth/second-factor.ts';
import { WhyDrawer } from '../role/why-drawer.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { AuthoriseDialog } from './rights/authorise-dialog.tsx';

type Asked = 'authorise' | 'disable' | 'enable' | 'cancel' | 'reset' | 'resetMfa' | 'unlock' | 'why';
interface Shown {
  readonly username: string;
  readonly password: string;
  readonly validUntil: string;
}

/** Everything that can be done with an account, and the dialogs it takes; the same in the list and on the details page. */
export function useUserActions(also?: (name: string, row: SysUser) => void): {
  actionsOf(row: SysUser): Action[];
  dialogs: ReactNode;
} {
  const t = useT();
  const { openPage } = usePage();
  const changed = useChanged(sysUser);
  const mayReset = useCan('sys:user:resetPassword');
  const mayUnlock = useCan('sys:user:unlock');
  const mayResetMfa = useCan('sys:user:resetMfa');
  const [asked, setAsked] = useState<{ what: Asked; row: SysUser } | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setAsked(null);
  const say = (key: string, args?: Record<string, string | number>) => t.any(key, args);
  const ask = (what: Asked, row: SysUser) => () => setAsked({ what, row });

  const actionsOf = (row: SysUser): Action[] => {
    const can = (verb: string) => row._can.includes(verb);
    const offered: (Action | false)[] = [
      {
        key: 'details',
        label: say('platform.users.details'),
        run: () => openPage(`/system/user/details?id=${row.id}`),
      },
      can('authorise') && { key: 'authorise', label: say('platform.sysUser._authorise'), run: ask('authorise', row) },
      can('edit') && { key: 'edit', label: t('kit.edit'), run: () => openPage(`/system/user/edit?id=${row.id}`) },
      can('reject') &&
        also !== undefined && {
          key: 'reject',
          label: say('platform.sysUser._reject'),
          danger: true,
          run: () => also('reject', row),
        },
      can('resubmit') &&
        also !== undefined && {
          key: 'resubmit',
          label: say('platform.sysUser._resubmit'),
          run: () => also('resubmit', row),
        },
      mayReset &&
        row.status === 'active' &&
        can('edit') && { key: 'reset', label: say('platform.users.resetPassword'), run: ask('reset', row) },
      mayUnlock &&
        row.locked === true && { key: 'unlock', label: say('platform.users.unlock'), run: ask('unlock', row) },
      mayResetMfa &&
        row.mfaEnabled === true && {
          key: 'resetMfa',
          label: say('platform.users.resetMfa'),
          run: ask('resetMfa', row),
        },
      can('enable') && { key: 'enable', label: say('platform.sysUser._enable'), run: ask('enable', row) },
      can('disable') && {
        key: 'disable',
        label: say('platform.sysUser._disable'),
        danger: true,
        run: ask('disable', row),
      },
      { key: 'why', label: say('platform.users.why'), run: ask('why', row) },
      can('cancel') && { key: 'cancel', label: say('platform.users.cancel'), danger: true, run: ask('cancel', row) },
    ];
    return offered.filter((one): one is Action => one !== false);
  };

  const done = (msg = t('ok.done')) => {
    notify('success', msg);
    void changed();
  };
  const dialogOf = ({ what, row }: { what: Asked; row: SysUser }): ReactNode => {
    const title = (label: string) => `${label} · ${row.username} ${row.nickname}`;
    switch (what) {
      case 'authorise':
        return <AuthoriseDialog rows={[row]} onClose={close} />;
      case 'why':
        return <WhyDrawer user={row} onClose={close} />;
      case 'enable':
      case 'disable':
        return (
          <ReasonDialog
            title={title(say(`platform.sysUser._${what}`))}
            danger={what === 'disable'}
            onClose={close}
            run={async (reason) => {
              const status = what === 'enable' ? 'active' : 'disabled';
              await call(changeStatus, { body: { id: row.id, status, version: row.version, reason } });
              done();
            }}
          />
        );
      case 'unlock':
        return (
          <ReasonDialog
            title={title(say('platform.users.unlock'))}
            onClose={close}
            run={async (reason) => {
              await call(unlockUser, { body: { id: row.id, reason } });
              done();
            }}
          />
        );
      case 'resetMfa':
        return (
          <ReasonDialog
            title={title(say('platform.users.resetMfa'))}
            onClose={close}
            run={async (reason) => {
              const answer = await call(resetMfa, { body: { id: row.id, reason } });
              if (answer) notify('info', say('platform.sysApproval.asked'));
              else done();
            }}
          />
        );
      case 'cancel':
        return (
          <ReasonDialog
            title={title(say('platform.users.cancelTitle'))}
            hint={say('platform.users.cancelHint', { name: row.username })}
            confirmBy={row.username}
            withReason={false}
            danger
            onClose={close}
            run={async () => {
              await call(cancelUser, { params: { id: row.id } });
              done();
            }}
          />
        );
      case 'reset':
        return (
          <ReasonDialog
            title={title(say('platform.users.resetPassword'))}
            danger
            onClose={close}
            run={async (reason) => {
              const answer = await call(resetPassword, { body: { id: row.id, reason } });
              void changed();
              if ('approvalId' in answer) notify('info', say('platform.sysApproval.asked'));
              else
                setShown({ username: row.username, password: answer.initialPassword, validUntil: answer.validUntil });
            }}
          />
        );
    }
  };
  return {
    actionsOf,
    dialogs: (
      <>
        {asked && dialogOf(asked)}
        {shown && <PasswordDialog made={[shown]} validUntil={shown.validUntil} onClose={() => setShown(null)} />}
      </>
    ),
  };
}
