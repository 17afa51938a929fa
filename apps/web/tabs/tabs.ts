/** The tab bar as plain data: every rule about opening and closing stands here, without React. */
export interface Tab {
  /** The path; for detail screens, which may be open several times, the full path. */
  readonly key: string;
  readonly fullPath: string;
  readonly path: string;
  readonly title: string;
  readonly closable: boolean;
  /** Paths of the page modules drawn in the tab. */
  readonly components: readonly string[];
  /** Names one life of the page in the tab: a new number drops the kept state, a new address alone does not. */
  readonly instance: number;
}

export interface Tabs {
  readonly list: readonly Tab[];
  readonly active: string;
  readonly lastInstance: number;
}

export type CloseScope = 'left' | 'right' | 'others' | 'all';
export type Refusal = 'unclosable' | 'noneLeft' | 'noneRight' | 'none';
export type Closing = { readonly tabs: Tabs; readonly closed: readonly Tab[]; readonly refused?: Refusal };

export const noTabs: Tabs = { list: [], active: '', lastInstance: 0 };

export type NewTab = Omit<Tab, 'instance'>;

/** Opens a tab or, where its key stands already, activates it, taking over a changed full path. */
export function openTab(tabs: Tabs, tab: NewTab, dropState = false): Tabs {
  const at = tabs.list.findIndex((one) => one.key === tab.key);
  const old = tabs.list[at];
  const next = tabs.lastInstance + 1;
  if (!old) {
    const fresh = { ...tab, instance: next };
    return {
      list: tab.closable ? [...tabs.list, fresh] : [fresh, ...tabs.list],
      active: tab.key,
      lastInstance: next,
    };
  }
  if (old.fullPath === tab.fullPath && old.title === tab.title && old.closable === tab.closable) {
    return tabs.active === tab.key ? tabs : { ...tabs, active: tab.key };
  }
  const drop = dropState && old.fullPath !== tab.fullPath;
  return {
    list: tabs.list.with(at, { ...tab, instance: drop ? next : old.instance }),
    active: tab.key,
    lastInstance: drop ? next : tabs.lastInstance,
  };
}

/** Forgets the page's kept state and leaves the tab in its place. */
export function renewTab(tabs: Tabs, key: string): Tabs {
  const next = tabs.lastInstance + 1;
  const list = tabs.list.map((one) => (one.key === key ? { ...one, instance: next } : one));
  return { ...tabs, list, lastInstance: next };
}

/** A page changed its own address; a tab that already stood at the new one gives way. */
export function readdressTab(tabs: Tabs, key: string, change: { key: string; fullPath: string }): Tabs {
  const list = tabs.list
    .filter((one) => one.key === key || one.key !== change.key)
    .map((one) => (one.key === key ? { ...one, ...change } : one));
  return { ...tabs, list, active: tabs.active === key ? change.key : tabs.active };
}

export function closeTab(tabs: Tabs, key: string): Closing {
  const at = tabs.list.findIndex((one) => one.key === key);
  const tab = tabs.list[at];
  if (!tab) return { tabs, closed: [] };
  if (!tab.closable) return { tabs, closed: [], refused: 'unclosable' };
  const list = tabs.list.toSpliced(at, 1);
  const before = tabs.list[at - 1] ?? list[0];
  const active = tabs.active === key ? (before?.key ?? '') : tabs.active;
  return { tabs: { ...tabs, list, active }, closed: [tab] };
}

const refusals: Record<CloseScope, Refusal> = { left: 'noneLeft', right: 'noneRight', others: 'none', all: 'none' };

/** Closes several around the tab acted on; those that cannot be closed stay. */
export function closeTabs(tabs: Tabs, key: string, scope: CloseScope): Closing {
  const at = tabs.list.findIndex((one) => one.key === key);
  const inScope = (index: number): boolean => {
    switch (scope) {
      case 'left':
        return index < at;
      case 'right':
        return index > at;
      case 'others':
        return index !== at;
      case 'all':
        return true;
    }
  };
  const closed = tabs.list.filter((one, index) => one.closable && inScope(index));
  if (closed.length === 0) return { tabs, closed, refused: refusals[scope] };
  const list = tabs.list.filter((one) => !closed.includes(one));
  const stays = (wanted: string) => list.some((one) => one.key === wanted);
  const active = [tabs.active, key].find(stays) ?? list[0]?.key ?? '';
  return { tabs: { ...tabs, list, active }, closed };
}

/** Home stands first and cannot be closed; a former home becomes a tab like any other. */
export function withHome(tabs: Tabs, home: NewTab): Tabs {
  const old = tabs.list.find((one) => one.key === home.key);
  const next = tabs.lastInstance + 1;
  const first: Tab = {
    ...home,
    fullPath: old?.fullPath ?? home.fullPath,
    closable: false,
    instance: old?.instance ?? next,
  };
  const others = tabs.list.filter((one) => one.key !== home.key).map((one) => ({ ...one, closable: true }));
  return { ...tabs, list: [first, ...others], lastInstance: old ? tabs.lastInstance : next };
}

export function readTabs(stored: string | null): Tabs {
  const list = parse(stored);
  return { list, active: '', lastInstance: Math.max(0, ...list.map((one) => one.instance)) };
}

function parse(stored: string | null): Tab[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isTab) : [];
  } catch {
    return [];
  }
}

function isTab(value: unknown): value is Tab {
  const tab = value as Partial<Tab> | null;
  return (
    typeof tab?.key === 'string' &&
    typeof tab.fullPath === 'string' &&
    typeof tab.path === 'string' &&
    typeof tab.title === 'string' &&
    typeof tab.closable === 'boolean' &&
    typeof tab.instance === 'number' &&
    Array.isArray(tab.components)
  );
}
