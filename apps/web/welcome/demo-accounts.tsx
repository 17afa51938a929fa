import { useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import type { DemoAccount } from '#modules/platform/contract/auth/demo-door.ts';
import { demoAccounts } from '../session/first-calls.ts';
import s from './demo-accounts.module.css';
import { chooseStory, demoStories, type StoryKey } from './demo-stories.ts';

interface Props {
  readonly portalId: string;
  readonly busy: boolean;
  onPick(account: DemoAccount): void;
}

/** The demo's accounts that this login page admits, one group at a time; one click logs in. */
export default function DemoAccounts({ portalId, busy, onPick }: Props) {
  const t = useT();
  const language = useLanguage();
  const [all, setAll] = useState<readonly DemoAccount[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    call(demoAccounts, { query: { portalId }, quiet: true }).then(
      (found) => isCurrent && setAll(found),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [portalId]);
  const groups = [...Map.groupBy(all, (one) => one.group.code)].map(([code, accounts]) => ({ code, accounts }));
  const shown = groups.find(({ code }) => code === chosen) ?? groups[0];
  if (!shown) return null;
  const told = (Object.keys(demoStories) as StoryKey[]).flatMap((key) => {
    const { username, steps } = demoStories[key];
    const account = shown.accounts.find((one) => one.username === username);
    return account || (username === null && shown === groups[0]) ? [{ key, account, path: steps[0] }] : [];
  });
  const listen = (key: StoryKey, account: DemoAccount) => {
    chooseStory(key);
    onPick(account);
  };
  return (
    <section className={s.box} aria-labelledby="demo-accounts">
      <header className={s.top}>
        <h3 id="demo-accounts">{t('welcome.demo.heading')}</h3>
        <p>{t('welcome.demo.note')}</p>
      </header>
      {groups.length > 1 && (
        <fieldset className={s.groups} aria-label={t('welcome.demo.groups')}>
          {groups.map(({ code, accounts }) => (
            <label key={code} className={s.group}>
              <input
                type="radio"
                name="demo-group"
                className={s.unseen}
                checked={code === shown.code}
                onChange={() => setChosen(code)}
              />
              {accounts[0]?.group[language]}
            </label>
          ))}
        </fieldset>
      )}
      {told.length > 0 && (
        <ul className={s.stories} aria-label={t('welcome.demo.stories')}>
          {told.map(({ key, account, path }) => (
            <li key={key}>
              {account ? (
                <button type="button" className={s.story} disabled={busy} onClick={() => listen(key, account)}>
                  {t.any(`welcome.story.${key}.title`)}
                </button>
              ) : (
                <a className={s.story} href={path}>
                  {t.any(`welcome.story.${key}.title`)}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <ul key={shown.code} className={s.list}>
        {shown.accounts.map((account) => (
          <li key={account.username}>
            <button
              type="button"
              className={s.account}
              title={account.unit}
              disabled={busy}
              onClick={() => onPick(account)}
            >
              <strong data-record>{account.person}</strong>
              <span>{account.roleName[language]}</span>
              <small data-record>{account.unit}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
