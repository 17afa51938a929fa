import { RightOutlined } from '@ant-design/icons';
import { Empty, Skeleton, Tag } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { type T, useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { Link } from '#kit/web/router.tsx';
import type { Portal } from '#modules/platform/contract/auth/session.ts';
import { LanguageRow } from '../brand/language-row.tsx';
import { LogoMark } from '../brand/logo.tsx';
import { RecordNumbers } from '../brand/record-numbers.tsx';
import { configList, portals } from '../session/first-calls.ts';
import { loginIdKey } from '../session/session-store.ts';
import s from './nav.module.css';

/** Every open login page as a card, grouped, the last used one marked. */
export default function NavPage() {
  const t = useT();
  const [found, setFound] = useState<Portal[] | null>(null);
  const language = useLanguage();
  const [config, setConfig] = useState<Awaited<ReturnType<typeof call<typeof configList>>>>([]);
  useEffect(() => {
    document.title = t('shell.nav.heading');
    void call(portals).then(setFound, () => setFound([]));
    // The operator's; without it the product's own title stands.
    void call(configList, { query: { tenantNo: 0 }, quiet: true }).then(setConfig, () => {});
  }, [t]);
  const value = (code: string) => {
    const said = config.find((one) => one.configCode === code);
    return said?.names?.[language] || said?.configValue || null;
  };
  return (
    <div className={s.page}>
      <header className={s.top}>
        <span className={s.brand}>
          <LogoMark size={32} />
          <span data-record>{value('sys_title') ?? t('shell.brand.title')}</span>
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
      <footer className={s.records}>
        <RecordNumbers icpNo={value('icp_no')} policeNo={value('police_no')} />
      </footer>
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
