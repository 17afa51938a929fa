import type { UserInfo } from '#modules/platform/contract/auth/session.ts';
import { useSessionStore } from './session-store.ts';

/** The logged-in user; only inside. */
export function useUser(): UserInfo {
  const user = useSessionStore((store) => store.user);
  if (!user) throw new Error('useUser() without a session');
  return user;
}
