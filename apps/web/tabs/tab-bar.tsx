import { CloseOutlined, DownOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useNavigate } from '#kit/web/router.tsx';
import { useTheme } from '../theme/theme-store.ts';
import s from './tab-bar.module.css';
import { useTabStore } from './tab-store.ts';
import type { Tab } from './tabs.ts';
import { useTabActions } from './use-tab-actions.ts';
import { useTabScroll } from './use-tab-scroll.ts';

export function TabBar() {
  const t = useT();
  const { tabStyle } = useTheme();
  const { tabs, dirty } = useTabStore();
  const navigate = useNavigate();
  const actions = useTabActions();
  const [pointedAt, setPointedAt] = useState<string | null>(null);
  const { strip, overflows, scroll } = useTabScroll(tabs.active);

  const go = (tab: Tab) => {
    if (tab.key !== tabs.active) void navigate(tab.fullPath);
  };
  const menuFor = (key: string): MenuProps => ({
    items: [
      { key: 'reload', label: t('shell.tabs.reload') },
      { key: 'close', label: t('shell.tabs.close') },
      { type: 'divider' },
      { key: 'left', label: t('shell.tabs.closeLeft') },
      { key: 'right', label: t('shell.tabs.closeRight') },
      { key: 'others', label: t('shell.tabs.closeOthers') },
      { key: 'all', label: t('shell.tabs.closeAll') },
    ],
    onClick: ({ key: what }) => {
      if (what === 'reload') actions.reload(key);
      else if (what === 'close') actions.close(key);
      else actions.closeSome(key, what as 'left' | 'right' | 'others' | 'all');
    },
  });
  const middleClick = (event: MouseEvent) => {
    const key = keyAt(event);
    if (event.button === 1 && key) actions.close(key);
  };
  const byKeys = (event: KeyboardEvent, at: number) => {
    if (event.key === 'Delete') actions.close(tabs.list[at]?.key ?? '');
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = (event.currentTarget as HTMLElement).parentElement?.parentElement?.children[at + step];
    next?.querySelector<HTMLElement>('[role="tab"]')?.focus();
  };

  return (
    <div className={s.bar} data-style={tabStyle}>
      {overflows && (
        <Button
          type="text"
          icon={<LeftOutlined />}
          aria-label={t('shell.tabs.scrollLeft')}
          onClick={() => scroll(-1)}
        />
      )}
      <Dropdown
        trigger={['contextMenu']}
        menu={menuFor(pointedAt ?? tabs.active)}
        onOpenChange={(open) => !open && setPointedAt(null)}
      >
        <div
          className={s.strip}
          ref={strip}
          role="tablist"
          aria-label={t('shell.tabs.bar')}
          onContextMenu={(event) => setPointedAt(keyAt(event))}
          // The middle button would start scrolling by itself.
          onMouseDown={(event) => event.button === 1 && event.preventDefault()}
          onAuxClick={middleClick}
        >
          {tabs.list.map((tab, at) => (
            <div
              key={tab.key}
              className={s.tab}
              role="presentation"
              data-key={tab.key}
              data-active={tab.key === tabs.active}
            >
              <button
                type="button"
                role="tab"
                className={s.title}
                aria-selected={tab.key === tabs.active}
                {...(tab.closable && { 'aria-keyshortcuts': 'Delete' })}
                tabIndex={tab.key === tabs.active ? 0 : -1}
                onClick={() => go(tab)}
                onKeyDown={(event) => byKeys(event, at)}
              >
                {tabStyle === 'dot' && <i className={s.dot} />}
                {dirty.has(tab.key) && <span aria-hidden="true">* </span>}
                {tab.title}
              </button>
              {tab.closable && (
                <button
                  type="button"
                  className={s.close}
                  tabIndex={-1}
                  // A tab list holds tabs only; by keyboard the tab itself closes with Delete.
                  aria-hidden="true"
                  title={t('shell.tabs.close')}
                  onClick={() => actions.close(tab.key)}
                >
                  <CloseOutlined />
                </button>
              )}
            </div>
          ))}
        </div>
      </Dropdown>
      {overflows && (
        <Button
          type="text"
          icon={<RightOutlined />}
          aria-label={t('shell.tabs.scrollRight')}
          onClick={() => scroll(1)}
        />
      )}
      <Dropdown trigger={['click']} placement="bottomRight" menu={menuFor(tabs.active)}>
        <Button type="text" icon={<DownOutlined />} aria-label={t('shell.tabs.menu')} />
      </Dropdown>
    </div>
  );
}

function keyAt(event: MouseEvent): string | null {
  const tab = (event.target as Element).closest<HTMLElement>('[data-key]');
  return tab?.dataset.key ?? null;
}
