import type { Actor, Authenticator, Entry } from '#kit/server/auth/actor.ts';
import { hashToken, newToken } from '#kit/server/auth/token.ts';
import type { Database } from '#kit/server/db/database.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { hasPassed } from '#kit/server/has-passed.ts';
import { directory, type Reach } from '../account/directory.ts';
import { clipTo } from '../reference/region/region-sets.ts';

/** What a user is and may, whoever asks. */
interface RightsRow {
  user_id: number;
  tenant_no: number;
  username: string;
  nickname: string;
  principal_id: number;
  user_status: string;
  perm_version: number;
  tenant_status: string;
  tenant_expire_on: string;
  grace_days: number;
  role_codes: string[];
  data_scopes: string[];
  actions: string[];
  regions: number[];
}

interface SessionRow extends RightsRow {
  session_id: number;
  issued_at: string;
  last_active_at: string;
  idle_seconds: number;
  absolute_end_at: string;
  ended_at: string | null;
  end_reason: string | null;
  portal_id: string | null;
  /** By the database's clock, as the other times are. */
  now: string;
}

interface Kept {
  at: number;
  entry: Entry;
  issuedAt: number;
  idleSeconds: number;
  touchedAt: number;
  page: string | null;
}

/** Before anybody is known there is nothing to see; the doors' functions need no scope. */
export const nobody = makeScope({ tenantNo: -1, userId: null });

const cacheFor = 5_000;
const touchEvery = 30_000;

/** Sessions live in the database; each process remembers one for at most five seconds. */
export class SessionAuthenticator implements Authenticator {
  readonly #database: Database;
  readonly #kept = new Map<string, Kept>();

  constructor(database: Database) {
    this.#database = database;
  }

  async enter(token: string, background: boolean, page: string | null = null): Promise<Entry> {
    const hash = hashToken(token);
    let kept = this.#kept.get(hash);
    if (!kept || hasPassed(kept.at, cacheFor)) {
      kept = await this.#load(hash, kept);
      this.#remember(hash, kept);
    }
    if ('ended' in kept.entry || background) return kept.entry;
    await this.#touch(kept, kept.entry.actor, page);
    // A third of the idle limit old: hand out a new one; this one stays good until its own limit.
    if (!hasPassed(kept.issuedAt, (kept.idleSeconds * 1000) / 3)) return kept.entry;
    const renewed = newToken();
    await this.#query('select platform.door_renew($1, $2)', [kept.entry.actor.sessionId, hashToken(renewed)]);
    kept.issuedAt = Date.now();
    return { actor: kept.entry.actor, renewed };
  }

  /** The rights of a user without a session, for a job of theirs; null when the account is no longer in use. */
  async actorOf(userId: number): Promise<Actor | null> {
    const [row] = await this.#query<RightsRow>('select * from platform.door_actor($1)', [userId]);
    return row && row.user_status === 'active' && tenantState(row) !== 'closed' ? this.#actor(row) : null;
  }

  async living(sessionIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#query<{ session_id: number; perm_version: number }>(
      'select * from platform.door_living($1)',
      [sessionIds],
    );
    return new Map(rows.map((row) => [row.session_id, row.perm_version]));
  }

  /** Drops what this process remembers of a user, so that the next request asks the database. */
  forget(userId: number): void {
    for (const [hash, { entry }] of this.#kept) {
      if ('actor' in entry && entry.actor.userId === userId) this.#kept.delete(hash);
    }
  }

  async #query<Row>(text: string, values: unknown[]): Promise<Row[]> {
    const [rows] = await this.#database.read<[Row]>(nobody, { text, values });
    return rows;
  }

  async #load(hash: string, before: Kept | undefined): Promise<Kept> {
    const [row] = await this.#query<SessionRow>('select s.*, now() as now from platform.door_session($1) s', [hash]);
    const kept = {
      at: Date.now(),
      issuedAt: 0,
      idleSeconds: 0,
      touchedAt: before?.touchedAt ?? 0,
      page: before?.page ?? null,
    };
    if (!row) return { ...kept, entry: { ended: null } };
    if (await this.#isReplaced(hash, row)) return { ...kept, entry: { ended: 'idle' } };
    const reach = await directory().reach(this.#database, row.tenant_no, row.principal_id);
    const reason = this.#endReason(row) ?? (isStopped(reach) ? 'unitStopped' : null);
    if (reason) {
      if (!row.ended_at) await this.#query('select platform.door_end($1, $2)', [row.session_id, reason]);
      return { ...kept, entry: { ended: reason } };
    }
    const actor = await this.#actor(row, reach);
    // By this process's clock, which may show another time than the database's.
    const issuedAt = kept.at - (Date.parse(row.now) - Date.parse(row.issued_at));
    return { ...kept, issuedAt, idleSeconds: row.idle_seconds, entry: { actor } };
  }

  /** The session goes on under a newer token; whoever still shows this one is out, and nobody else. */
  async #isReplaced(hash: string, { issued_at, idle_seconds, ended_at, now }: SessionRow): Promise<boolean> {
    if (ended_at || Date.parse(issued_at) + idle_seconds * 1000 > Date.parse(now)) return false;
    const [row] = await this.#query<{ over: boolean }>('select platform.door_token_over($1) as over', [hash]);
    return row?.over ?? false;
  }

  #endReason(row: SessionRow): string | null {
    if (row.ended_at) return row.end_reason === 'logout' ? 'idle' : (row.end_reason ?? 'idle');
    if (row.user_status !== 'active') return 'accountDisabled';
    if (tenantState(row) === 'closed') return 'tenantClosed';
    const now = Date.parse(row.now);
    if (Date.parse(row.absolute_end_at) < now) return 'absolute';
    if (Date.parse(row.last_active_at) + row.idle_seconds * 1000 < now) return 'idle';
    return null;
  }

  async #actor(
    row: RightsRow & Partial<Pick<SessionRow, 'session_id' | 'portal_id'>>,
    known?: Reach | null,
  ): Promise<Actor> {
    const reach = known ?? (await directory().reach(this.#database, row.tenant_no, row.principal_id));
    const scopes = new Set(row.data_scopes);
    const byRegion = scopes.has('jurisdiction');
    // Regions ticked for somebody would be worth nothing if the units in all the others were theirs to look after.
    const isTicked = scopes.has('ticked');
    const withSubordinates = !isTicked && (byRegion || scopes.has('principalAndSubordinates'));
    const asParty = isTicked || withSubordinates || scopes.has('principalOnly');
    return {
      userId: row.user_id,
      username: row.username,
      nickname: row.nickname,
      tenantNo: row.tenant_no,
      principalId: row.principal_id,
      sessionId: row.session_id ?? 0,
      portalId: row.portal_id ?? null,
      roles: row.role_codes,
      actions: new Set(row.actions),
      permVersion: row.perm_version,
      readOnly: tenantState(row) === 'readOnly',
      scope: makeScope({
        tenantNo: row.tenant_no,
        userId: row.user_id,
        // What the organisation lost its people lost with it, whatever still stands beside their name.
        regions: !byRegion
          ? []
          : row.regions.length > 0
            ? clipTo(row.regions, reach?.regions ?? [])
            : (reach?.regions ?? []),
        principals: asParty ? [row.principal_id, ...(withSubordinates ? (reach?.subordinates ?? []) : [])] : [],
        selfOnly: !asParty,
        roles: row.role_codes,
      }),
    };
  }

  async #touch(kept: Kept, actor: Actor, page: string | null): Promise<void> {
    // Somebody who turned to another page is written down sooner, for whoever watches the online list.
    const every = page !== null && page !== kept.page ? cacheFor : touchEvery;
    if (!hasPassed(kept.touchedAt, every)) return;
    kept.touchedAt = Date.now();
    kept.page = page ?? kept.page;
    await this.#query('select platform.door_touch_at($1, $2)', [actor.sessionId, page]);
  }

  #remember(hash: string, kept: Kept): void {
    if (this.#kept.size > 20_000) this.#kept.clear();
    this.#kept.set(hash, kept);
  }
}

/** Tokens and tickets that open nothing any more. */
export async function forgetEntries(database: Database): Promise<void> {
  await database.read(nobody, { text: 'select platform.door_sweep()', values: [] });
}

/** Nobody works for a unit that was stopped, closed, or merged into another. */
export const isStopped = (unit: Reach | null): boolean =>
  unit !== null && ['suspended', 'closed', 'merged'].includes(unit.status);

/** A tenant whose service ran out may read during its days of grace, then nothing. */
export function tenantState(row: {
  tenant_status: string;
  tenant_expire_on: string;
  grace_days: number;
}): 'open' | 'readOnly' | 'closed' {
  if (row.tenant_status === 'suspended' || row.tenant_status === 'closed') return 'closed';
  const today = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10);
  if (row.tenant_status !== 'expired' && row.tenant_expire_on >= today) return 'open';
  const graceEnd = new Date(Date.parse(row.tenant_expire_on) + row.grace_days * 86_400_000).toISOString().slice(0, 10);
  return graceEnd >= today ? 'readOnly' : 'closed';
}
