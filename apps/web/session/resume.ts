import { wipe } from '#kit/web/offline/vault.ts';
import { dropAllDrafts, hasDrafts } from '#kit/web/ui/draft.ts';

const pathKey = 'resumeAt';
const ownerKey = 'draftsOf';

/** The session ran out under somebody's hands: what they typed stays, and where they were is remembered. */
export function keepForReturn(path: string): void {
  if (hasDrafts()) sessionStorage.setItem(pathKey, path);
}

/** Whoever logs out leaves nothing behind. */
export function leaveNothing(): void {
  dropAllDrafts();
  wipe();
  sessionStorage.removeItem(pathKey);
  sessionStorage.removeItem(ownerKey);
}

/** A session has begun: the same user goes back to what they were typing, another one finds none of it. */
export function returnOf(userId: number): string | null {
  const owner = sessionStorage.getItem(ownerKey);
  const path = sessionStorage.getItem(pathKey);
  if (owner !== null && owner !== String(userId)) dropAllDrafts();
  sessionStorage.removeItem(pathKey);
  sessionStorage.setItem(ownerKey, String(userId));
  return owner === String(userId) ? path : null;
}
