import { refusal } from '#kit/contract/errors.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Settings } from '#modules/cure/contract/setting/settings.ts';
import { secondsTogether } from '../room/cure-room-participant.ts';

/** R24: three minutes in which the animal could be looked at. */
const leastSeconds = 180;

/**
 * R24: whoever prescribes out of a consultation has seen the animal: by video with the holder's side, or somebody on the spot has.
 * A county may allow it without, or leave it to those on the spot.
 */
export async function refuseUnseen(
  tx: Tx,
  consultId: number,
  actor: Pick<Actor, 'userId' | 'tenantNo'>,
  remote: Settings['remotePrescription'],
): Promise<void> {
  if (remote === 'allowed') return;
  const isSeen = await inTenant(tx, actor.tenantNo, 'seenAnimal', async (all) => {
    const [local] = await all.query(
      `select 1 from cure.consult_party x where x.tenant_no = kit.tenant() and x.consult_id = $1 and x.to_on is null
         and ($2::bigint is null or x.user_id = $2) and (x.role = 'localVet' or x.role = 'asker' and exists (select 1
           from cure.staff_seen s join cure.practitioner p on p.staff_id = s.id and p.status = 'active'
           where s.tenant_no = kit.tenant() and s.user_id = x.user_id))`,
      [consultId, remote === 'off' ? actor.userId : null],
    );
    if (local) return true;
    return remote === 'afterVideo' && (await secondsTogether(all, consultId, actor.userId)) >= leastSeconds;
  });
  if (!isSeen) throw refusal('needVideo', 'cure.refusal.needVideo');
}
