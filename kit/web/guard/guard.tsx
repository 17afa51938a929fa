import type { ReactNode } from 'react';
import { holdsAll, holdsAny } from '#kit/contract/permission.ts';
import { useSession } from '#kit/web/shell-context.ts';

type Wanted = string | readonly string[];

/** Every one of the permissions is held; an empty list is true. */
export const useCan = (permission: Wanted): boolean => holdsAll(useSession().actions, permission);
/** At least one is held; an empty list is false. */
export const useCanAny = (permission: Wanted): boolean => holdsAny(useSession().actions, permission);
export const useIs = (role: Wanted): boolean => holdsAll(useSession().roles, role);
export const useIsAny = (role: Wanted): boolean => holdsAny(useSession().roles, role);

/** Is there such a screen, and may the user open it? The session names them all, with or without a menu entry. */
export function useMayOpen(): (path: string) => boolean {
  const { pages } = useSession().user;
  return (path) => pages?.some((page) => page.path === path.split('?')[0]) ?? false;
}

interface GuardProps {
  readonly permission?: Wanted;
  readonly anyPermission?: Wanted;
  readonly role?: Wanted;
  readonly anyRole?: Wanted;
  readonly children: ReactNode;
}

/** Draws its children for those who pass every check given. It only hides: the server checks each call again. */
export function Guard({ permission, anyPermission, role, anyRole, children }: GuardProps) {
  const { actions, roles } = useSession();
  const passes =
    (permission === undefined || holdsAll(actions, permission)) &&
    (anyPermission === undefined || holdsAny(actions, anyPermission)) &&
    (role === undefined || holdsAll(roles, role)) &&
    (anyRole === undefined || holdsAny(roles, anyRole));
  return passes ? children : null;
}
