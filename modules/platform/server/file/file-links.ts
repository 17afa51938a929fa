import type { Actor } from '#kit/server/auth/actor.ts';
import { signLink } from '#kit/server/files/links.ts';

/** A link for this caller's session; the right to the file was checked, or the caller has just sent it. */
export function linkTo({ sessionId }: Pick<Actor, 'sessionId'>, fileId: number, thumb = false): string {
  return `/api/sys/file/raw/${fileId}?${signLink({ fileId, sessionId, thumb })}`;
}

/** Where anybody finds a logo or an icon. */
export const publicUrl = (fileId: number): string => `/api/sys/file/public/${fileId}`;
