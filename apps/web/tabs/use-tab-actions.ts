import { App } from 'antd';
import { notify } from '#kit/web/api/notify.ts';
import { type T, useT } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { useNavigate } from '#kit/web/router.tsx';
import { dropDraftsOf } from '#kit/web/ui/draft.ts';
import { useTabStore } from './tab-store.ts';
import { type CloseScope, type Closing, closeTab, closeTabs, type Refusal, renewTab, type Tab } from './tabs.ts';

// The form's draft survives navigation while its flag stands; closing the tab is what ends it.
const keepFlags: Readonly<Record<string, string>> = { '/pri/principal/add': 'principalAddKeep' };

const refusal = (t: T, why: Refusal): string =>
  ({
    unclosable: t('shell.tabs.unclosable'),
    noneLeft: t('shell.tabs.noneLeft'),
    noneRight: t('shell.tabs.noneRight'),
    none: t('shell.tabs.none'),
  })[why];

/** What was typed in a tab goes with it. */
const giveUp = ({ key, path }: Tab): void => {
  dropDraftsOf(key);
  if (keepFlags[path]) sessionStorage.removeItem(keepFlags[path]);
};

export interface TabActions {
  reload(key: string): void;
  close(key: string): void;
  closeSome(key: string, scope: CloseScope): void;
}

export function useTabActions(): TabActions {
  const t = useT();
  const joined = useJoined();
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const { update } = useTabStore.getState();

  const carryOut = ({ tabs, closed }: Closing) => {
    const before = useTabStore.getState().tabs.active;
    update(() => tabs);
    for (const tab of closed) giveUp(tab);
    const next = tabs.list.find((one) => one.key === tabs.active);
    if (next && tabs.active !== before) void navigate(next.fullPath);
  };

  const attempt = (closing: Closing) => {
    if (closing.refused) return notify('error', refusal(t, closing.refused));
    const unsaved = closing.closed.filter((one) => useTabStore.getState().dirty.has(one.key));
    if (unsaved.length === 0) return carryOut(closing);
    modal.confirm({
      title: t('shell.tabs.unsavedTitle'),
      content: t('shell.tabs.unsaved', { titles: joined(unsaved.map((one) => one.title)) }),
      okText: t('shell.tabs.closeAnyway'),
      okButtonProps: { danger: true },
      onOk: () => carryOut(closing),
    });
  };

  const renew = ({ key, fullPath }: Tab) => {
    update((tabs) => renewTab(tabs, key));
    void navigate(`/redirect${fullPath}`, { replace: true });
  };

  const giveUpAndRenew = (tab: Tab) => {
    useTabStore.getState().setDirty(tab.key, false);
    giveUp(tab);
    renew(tab);
  };

  return {
    reload(key) {
      const { tabs, dirty } = useTabStore.getState();
      const tab = tabs.list.find((one) => one.key === key);
      if (!tab) return;
      if (!dirty.has(key)) return renew(tab);
      modal.confirm({
        title: t('kit.unsaved'),
        okText: t('shell.tabs.reload'),
        okButtonProps: { danger: true },
        onOk: () => giveUpAndRenew(tab),
      });
    },
    close: (key) => attempt(closeTab(useTabStore.getState().tabs, key)),
    closeSome: (key, scope) => attempt(closeTabs(useTabStore.getState().tabs, key, scope)),
  };
}
