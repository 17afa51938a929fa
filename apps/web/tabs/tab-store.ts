import { create } from 'zustand';
import { tabsKey } from '../session/session-store.ts';
import { noTabs, readTabs, type Tabs } from './tabs.ts';

interface TabStore {
  tabs: Tabs;
  /** Keys of tabs with unsaved input. */
  dirty: ReadonlySet<string>;
  update(change: (tabs: Tabs) => Tabs): void;
  setDirty(key: string, dirty: boolean): void;
  clear(): void;
}

/** Tabs survive a reload of the browser; the session's end takes them away. */
export const useTabStore = create<TabStore>()((set, get) => ({
  tabs: readTabs(sessionStorage.getItem(tabsKey)),
  dirty: new Set(),
  update(change) {
    const tabs = change(get().tabs);
    if (tabs === get().tabs) return;
    sessionStorage.setItem(tabsKey, JSON.stringify(tabs.list));
    const keys = new Set(tabs.list.map((one) => one.key));
    const dirty = get().dirty;
    set({
      tabs,
      dirty: [...dirty].every((key) => keys.has(key)) ? dirty : new Set([...dirty].filter((key) => keys.has(key))),
    });
  },
  setDirty(key, isDirty) {
    const { dirty } = get();
    if (dirty.has(key) === isDirty) return;
    set({ dirty: isDirty ? new Set([...dirty, key]) : new Set([...dirty].filter((one) => one !== key)) });
  },
  clear() {
    sessionStorage.removeItem(tabsKey);
    set({ tabs: noTabs, dirty: new Set() });
  },
}));
