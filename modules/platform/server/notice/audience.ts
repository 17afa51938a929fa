import type { Actor } from '#kit/server/auth/actor.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { directory } from '../account/directory.ts';

/** Kinds are joined by "and", what stands inside one by "or". */
export interface NoticeAudience {
  readonly all?: boolean | undefined;
  readonly userIds?: readonly number[] | undefined;
  readonly principalIds?: readonly number[] | undefined;
  readonly roleCodes?: readonly string[] | undefined;
  readonly regionCodes?: readonly number[] | undefined;
  readonly principalTypes?: readonly string[] | undefined;
}

/** How far somebody's words carry: to the organisations the transaction's scope shows, unless one of these says otherwise. */
export interface Carry {
  /** The whole tenant. */
  readonly whole?: boolean;
  /** These organisations at most. */
  readonly within?: readonly number[];
}

export interface Receiver {
  readonly id: number;
  readonly principalId: number;
  readonly regionCode: number;
}

/** Own audience only: the tenant's administrator speaks to all of it, an organisation's to the own and those below, others to their jurisdiction. */
export function carryOf({ roles, scope }: Actor): Carry {
  if (roles.includes('tenant_admin')) return { whole: true };
  return roles.includes('principal_admin') ? { within: scope.principals } : {};
}

const atOnce = 5_000;

/**
 * People of an audience in the order of their ids, from the one after `after`: as many as wanted, fewer when there are no more.
 * Batches of it miss and repeat nobody, however long somebody takes to go through them.
 */
export async function receiversAfter(
  tx: Tx,
  audience: NoticeAudience,
  carry: Carry,
  { after = 0, limit }: { after?: number; limit: number },
): Promise<Receiver[]> {
  const { all, userIds, roleCodes, principalIds, regionCodes, principalTypes } = audience;
  if (!all && !userIds && !roleCodes && !principalIds && !regionCodes && !principalTypes) return [];
  const found: Receiver[] = [];
  for (let at = after; found.length < limit; ) {
    const users = await tx.query<{ id: number; principalId: number }>(
      `select u.id, u.principal_id as "principalId" from platform.sys_user u where u.status = 'active' and u.id > $1
         and ($2::bigint[] is null or u.id = any ($2))
         and ($3::bigint[] is null or u.principal_id = any ($3))
         and ($4::bigint[] is null or u.principal_id = any ($4))
         and ($5::text[] is null or exists (
           select 1 from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
           where ur.tenant_no = u.tenant_no and ur.user_id = u.id and r.role_code = any ($5) and r.status = 'enabled'
             and (ur.valid_until is null or ur.valid_until > now())))
       order by u.id limit ${atOnce}`,
      [at, userIds ?? null, principalIds ?? null, carry.within ?? null, roleCodes ?? null],
    );
    if (users.length === 0) break;
    const ids = [...new Set(users.map((one) => one.principalId))];
    const places = await directory().places(tx, { ids, regionCodes, principalTypes, whole: carry.whole ?? false });
    const regionOf = new Map(places.map((place) => [place.id, place.regionCode]));
    for (const { id, principalId } of users) {
      const regionCode = regionOf.get(principalId);
      if (regionCode !== undefined && found.length < limit) found.push({ id, principalId, regionCode });
    }
    if (users.length < atOnce) break;
    at = users.at(-1)?.id ?? at;
  }
  return found;
}
