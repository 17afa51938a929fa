import { RightOutlined } from '@ant-design/icons';
import { Empty, Skeleton, Tag } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '#kit/web/api/client.ts';
import { type T, useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import type { Portal } from '#modules/platform/contract/session.ts';
import { LanguageRow } from '../brand/language-row.tsx';
import { LogoMark } from '../brand/logo.tsx';
import { portals } from '../session/first-calls.ts';
import { loginIdKey } from '../session/session-store.ts';
import s from './nav.module.css';

/** Every open login page as a card, grouped, the last used one marked. */
export default function NavPage() {
  const t = useT();
  const [found, setFound] = useState<Portal[] | null>(null);
  useEffect(() => {
    document.title = t('shell.nav.heading');
    void call(portals).then(setFound, () => setFound([]));
  }, [t]);
  return (
    <div className={s.page}>
      <header className={s.top}>
        <span className={s.brand}>
          <LogoMark size={32} />
          {t('shell.brand.title')}
        </span>
        <LanguageRow />
      </header>
      <main className={s.main}>
        <h1>{t('shell.nav.heading')}</h1>
        <p className={s.help}>{t('shell.nav.help')}</p>
        {found === null && <Skeleton active paragraph={{ rows: 6 }} />}
        {found?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('shell.nav.empty')} />}
        {groups(found ?? []).map(([group, list]) => (
          <section key={group} className={s.group}>
            {group && <h2>{groupName(t, group)}</h2>}
            <div className={s.cards}>
              {list.map((one) => (
                <Card key={one.portalId} portal={one} />
              ))}
            </div>
          </section>
        ))}
      </main>
    </div>
  );
}

function Card({ portal }: { portal: Portal }) {
  const t = useT();
  const language = useLanguage();
  const isLast = localStorage.getItem(loginIdKey) === portal.portalId;
  return (
    <Link to={portal.route} className={s.card}>
      <span className={s.dot} style={portal.color ? { background: portal.color } : undefined} />
      <span className={s.text}>
        <strong>{portal.title[language] || portal.title.zh_CN}</strong>
        {portal.subtitle && <span>{portal.subtitle[language] || portal.subtitle.zh_CN}</span>}
      </span>
      {isLast && <Tag color="success">{t('shell.nav.lastUsed')}</Tag>}
      <RightOutlined className={s.go ?? ''} />
    </Link>
  );
}

function groups(found: readonly Portal[]): [string, Portal[]][] {
  const enabled = found.filter((one) => one.status === 'enabled').toSorted((a, b) => a.orderNum - b.orderNum);
  return [...Map.groupBy(enabled, (one) => one.navGroup ?? '')];
}

/** Groups are plain words of the portal rows; those the product ships with are known in every language. */
function groupName(t: T, group: string): string {
  const key = `shell.nav.groups.${group}`;
  return t.has(key) ? t.any(key) : group;
}
