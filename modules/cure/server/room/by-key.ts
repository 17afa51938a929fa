import { AppError, tooOften } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import type { Call } from '#kit/server/http/call.ts';
import { countVisit } from '#kit/server/http/visitors.ts';
import { type Invite, inviteOfKey, tenantOfKey } from './cure-invite.ts';

/** Whoever follows a link, known or not. */
export type Anybody = Pick<Call, 'database' | 'ip' | 'language'>;

/** R29: one answer for every key that opens nothing. */
export const invalidInvite = () => new AppError(404, 'cure.refusal.inviteInvalid', { bizCode: 'inviteInvalid' });

/** Opens what a key leads to; tries are counted by address. */
export async function byKey<T>(call: Anybody, k: string, work: (tx: Tx, invite: Invite) => Promise<T>): Promise<T> {
  const visit = await countVisit(call.database, 'cure.invite', call.ip);
  if (visit.unknown >= 20) throw tooOften(10);
  const tenantNo = tenantOfKey(k);
  const found = await (tenantNo < 0
    ? null
    : call.database.transaction(systemScope(tenantNo, 'invite'), async (tx) => {
        const invite = await inviteOfKey(tx, k);
        return invite && { made: await work(tx, invite) };
      }));
  if (found) return found.made;
  await visit.miss();
  throw invalidInvite();
}
