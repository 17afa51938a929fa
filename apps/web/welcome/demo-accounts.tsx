import { useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { DemoAccount } from '#modules/platform/contract/demo-door.ts';
import { demoAccounts } from '../session/first-calls.ts';
import s from './demo-accounts.module.css';

/** Roles worth entering as, in the order of a first visit; one account each. */
const shown = [
  'leader',
  'ant_worker',
  'ant_township',
  'ant_county',
  'ant_lab',
  'household_head',
  'farm_admin',
  'depot_keeper',
  'region_manager',
  'tenant_admin',
  'platform_admin',
] as const;

interface Props {
  readonly busy: boolean;
  onPick(account: DemoAccount): void;
}

/** A demo world's accounts with what each is for; one click logs in. */
export default function DemoAccounts({ busy, onPick }: Props) {
  const t = useT();
  const [all, setAll] = useState<readonly DemoAccount[]>([]);
  useEffect(() => {
    call(demoAccounts, { quiet: true }).then(setAll, () => {});
  }, []);
  const rows = shown.flatMap((role) => {
    const account = all.find((one) => one.roles.includes(role));
    return account ? [{ role, account }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <section className={s.box} aria-labelledby="demo-accounts">
      <h3 id="demo-accounts" className={s.heading}>
        {t('welcome.demo.heading')}
      </h3>
      <p className={s.note}>{t('welcome.demo.note')}</p>
      <ul className={s.list}>
        {rows.map(({ role, account }) => (
          <li key={role}>
            <button type="button" className={s.account} disabled={busy} onClick={() => onPick(account)}>
              <strong>{t(`welcome.demo.${role}.name`)}</strong>
              <code>{account.username}</code>
              <span>{t(`welcome.demo.${role}.does`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
