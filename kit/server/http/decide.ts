import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { AppError, forbidden } from '#kit/contract/errors.ts';
import { mayEnter } from '#kit/contract/permission.ts';
import type { Actor, Authenticator } from '../auth/actor.ts';

/** What a tenant may still do whose service has run out. */
const readingActions = ['config', 'export', 'download', 'print'];

export interface Decision {
  /** Null where there is no session, or none is needed. */
  readonly actor: Actor | null;
  /** A newer token of the same session. */
  readonly renewed?: string | undefined;
  /** Why the call is not made; null where it is. */
  readonly refused: AppError | null;
}

/** May this visitor make this call? Session, permission and tenant, in this order; a public endpoint asks for none of them. */
export async function decide(
  authenticator: Authenticator,
  { access, action }: AnyEndpoint,
  { token, background, page }: { token: string | null; background: boolean; page: string | null },
): Promise<Decision> {
  if (access === 'public') return { actor: null, refused: null };
  if (!token) return { actor: null, refused: new AppError(401, 'error.sessionNeeded') };
  const entry = await authenticator.enter(token, background, page);
  if ('ended' in entry)
    return {
      actor: null,
      refused: new AppError(401, entry.ended ? `sessionEnd.${entry.ended}` : 'error.sessionNeeded'),
    };
  const { actor, renewed } = entry;
  if (!mayEnter(actor.actions, access)) return { actor, renewed, refused: forbidden() };
  if (actor.readOnly && action && !readingActions.includes(action))
    return { actor, renewed, refused: new AppError(403, 'auth.tenantExpired') };
  return { actor, renewed, refused: null };
}
