import { create } from 'zustand';
import { type ApiError, beginSession, call } from '#kit/web/api/client.ts';
import { forgetEarly } from '#kit/web/api/early.ts';
import { notify } from '#kit/web/api/notify.ts';
import { clearToken, type Ending, readToken, storeToken } from '#kit/web/api/token.ts';
import { t } from '#kit/web/i18n/i18n.ts';
import { closeVault, keep, kept, openVault } from '#kit/web/offline/vault.ts';
import type { MenuItem, UserInfo } from '#modules/platform/contract/auth/session.ts';
import { type Dictionaries, fetchDictionaries, keepDictionaries } from './dictionaries.ts';
import { getUserInfo, getUserWebMenuByFirstMenuId } from './first-calls.ts';
import { returnOf } from './resume.ts';

export const loginIdKey = 'loginId';
const firstMenuKey = 'firstMenuId';
export const tabsKey = 'tabs';

type Phase = 'out' | 'loading' | 'ready' | 'failed';

interface SessionStore {
  phase: Phase;
  user: UserInfo | null;
  menus: readonly MenuItem[];
  firstMenuId: number | null;
  dictionaries: Dictionaries | null;
  failure: ApiError | null;
  /** Where the end of the session leads; null: wherever an unauthenticated visit is sent. */
  exitTo: string | null;
  /** Where the same user was typing when their last session ran out. */
  resumeTo: string | null;
  /** A login succeeded: keeps the token and begins to load. */
  begin(token: string, remember: boolean): void;
  /** User info and menus, once before the first page is drawn. */
  load(): Promise<void>;
  /** The same again without leaving the page, when rights or language changed. */
  refresh(): Promise<void>;
  chooseFirstMenu(id: number): Promise<readonly MenuItem[]>;
  /** The user changed something of their own account. */
  setUser(change: Partial<UserInfo>): void;
  end(exitTo: string | null, how: Ending): void;
}

const gone = { phase: 'out', user: null, menus: [], firstMenuId: null, dictionaries: null, failure: null } as const;

/** The system that was chosen last in this browser. */
export function storedFirstMenu(): number | undefined {
  const id = Number(localStorage.getItem(firstMenuKey));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

async function fetchAll(): Promise<Pick<SessionStore, 'user' | 'menus' | 'firstMenuId'>> {
  const menuId = storedFirstMenu();
  const [user, menus] = await Promise.all([
    call(getUserInfo, { quiet: true }),
    call(getUserWebMenuByFirstMenuId, { query: { menuId }, quiet: true }),
  ]);
  const chosen = user.firstMenus.find((one) => one.id === menuId) ?? user.firstMenus[0];
  return { user, menus, firstMenuId: chosen?.id ?? null };
}

type Loaded = Awaited<ReturnType<typeof fetchAll>>;
const keptAs = 'session';

/** What the server says of the user, or without a network what it said last. */
async function loadAll(): Promise<Loaded> {
  try {
    return await fetchAll();
  } catch (error) {
    const last = (error as ApiError).code === 0 ? await kept<Loaded>(keptAs) : null;
    if (!last?.user) throw error;
    return last;
  }
}

let fresh = false;

export const useSessionStore = create<SessionStore>()((set, get) => ({
  ...gone,
  exitTo: null,
  resumeTo: null,

  begin(token, remember) {
    sessionStorage.removeItem(tabsKey);
    closeVault();
    forgetEarly();
    storeToken(token, remember);
    beginSession();
    fresh = true;
    set({ ...gone, exitTo: null });
    void get().load();
  },

  async load() {
    if (get().phase === 'loading') return;
    set({ phase: 'loading', failure: null });
    try {
      const [loaded, dictionaries] = await Promise.all([loadAll(), fetchDictionaries()]);
      if (loaded.user) openVault(loaded.user.userId);
      const resumeTo = loaded.user ? returnOf(loaded.user.userId) : null;
      set({ ...loaded, dictionaries, phase: 'ready', exitTo: null, resumeTo });
      void keep(keptAs, loaded);
      void keepDictionaries(dictionaries);
      if (fresh && loaded.user && loaded.user.passwordDaysLeft <= loaded.user.passwordWarnDays) {
        notify('warning', t('auth.passwordExpiring', { d: loaded.user.passwordDaysLeft }));
      }
      fresh = false;
    } catch (error) {
      if (get().phase === 'loading') set({ phase: 'failed', failure: error as ApiError });
    }
  },

  async refresh() {
    if (get().phase !== 'ready') return;
    const [loaded, dictionaries] = await Promise.all([fetchAll().catch(() => null), fetchDictionaries()]);
    if (!loaded || get().phase !== 'ready') return;
    set({ ...loaded, dictionaries });
    void keep(keptAs, loaded);
    void keepDictionaries(dictionaries);
  },

  async chooseFirstMenu(id) {
    const menus = await call(getUserWebMenuByFirstMenuId, { query: { menuId: id } });
    localStorage.setItem(firstMenuKey, String(id));
    set({ menus, firstMenuId: id });
    return menus;
  },

  setUser(change) {
    const { user } = get();
    if (user) set({ user: { ...user, ...change } });
  },

  end(exitTo, how) {
    clearToken(how);
    forgetEarly();
    beginSession();
    sessionStorage.removeItem(tabsKey);
    set({ ...gone, exitTo });
  },
}));

export const hasToken = (): boolean => readToken() !== null;
