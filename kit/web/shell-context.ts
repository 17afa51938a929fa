import { createContext, useContext } from 'react';

/** What a page knows of the tab it stands in. */
export interface Page {
  readonly tabKey: string;
  readonly path: string;
  readonly fullPath: string;
  readonly title: string;
  readonly search: URLSearchParams;
  setSearch(next: URLSearchParams, options?: { replace?: boolean }): void;
  /** A tab with unsaved input asks before it closes. */
  setDirty(dirty: boolean): void;
  openPage(path: string): void;
  closePage(): void;
}

/** Pages are kept alive behind other tabs, where the router's location is not theirs: their address comes from here. */
export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage() outside of a tab');
  return page;
}

/** What the tenant calls itself and shows of itself on pages without the shell's frame. */
export interface ScreenBrand {
  readonly screenTitle: string | null;
  readonly logo: string | null;
}
export const ScreenBrandContext = createContext<ScreenBrand>({ screenTitle: null, logo: null });
export const useScreenBrand = (): ScreenBrand => useContext(ScreenBrandContext);

/** The part of the logged-in user that the kit itself needs; the platform's UserInfo fits it. */
export interface SessionUser {
  readonly userId: number;
  readonly username: string;
  readonly nickname: string;
  readonly tenantNo: number;
  readonly principalId: number | null;
  readonly regionCode: number | null;
  readonly regionName?: string | null;
  readonly jurisdiction?: readonly { readonly regionName: string }[];
  readonly villageLatitude: number | null;
  readonly villageLongitude: number | null;
  /** Screens the user may open. */
  readonly pages?: readonly { readonly path: string | null }[];
}

export interface Session<U extends SessionUser = SessionUser> {
  readonly user: U;
  readonly actions: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession() outside of the shell');
  return session;
}
