import type { Scope } from '../db/scope.ts';

/** Who is calling: read once per session, kept for at most five seconds. */
export interface Actor {
  readonly userId: number;
  readonly username: string;
  readonly nickname: string;
  readonly tenantNo: number;
  readonly principalId: number;
  readonly sessionId: number;
  readonly portalId: string | null;
  readonly roles: readonly string[];
  readonly actions: ReadonlySet<string>;
  readonly permVersion: number;
  readonly scope: Scope;
  /** The tenant's service has run out: reading and export only. */
  readonly readOnly: boolean;
}

export type Entry =
  | { readonly actor: Actor; readonly renewed?: string }
  /** Why the session is over: a key below `sessionEnd`, or null when the token was never known. */
  | { readonly ended: string | null };

/** Knows sessions; the platform module is the one that does. */
export interface Authenticator {
  /** `background` requests neither keep a session alive nor renew its token; `page` is the screen a request comes from. */
  enter(token: string, background: boolean, page?: string | null): Promise<Entry>;
  /** The rights of a user as they are now, whatever session; null when the account is no longer in use. */
  actorOf(userId: number): Promise<Actor | null>;
  /** Those of these sessions that still stand, each with the version of its user's rights. */
  living(sessionIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Drops what this process remembers of a user, so that the next request asks the database. */
  forget(userId: number): void;
}
