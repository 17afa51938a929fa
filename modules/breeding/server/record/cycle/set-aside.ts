import { notFound, refusal } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { setAside } from '#modules/breeding/contract/record/breeding-cycle.ts';
import { femalesOf } from '../females.ts';
import { refold } from './refold.ts';

/** Not to be bred any more, or again. */
async function put(call: Call<typeof setAside>) {
  const { animalId, on, reason } = call.body;
  const [female] = await femalesOf(call.tx, [animalId]);
  if (!female) throw notFound();
  const [open] = await call.tx.query<{ id: number }>(
    'select id from breeding.set_aside where tenant_no = kit.tenant() and animal_id = $1 and to_on is null',
    [animalId],
  );
  if (on === Boolean(open)) throw refusal('setAside', on ? 'breeding.refusal.isAside' : 'breeding.refusal.notAside');
  if (on)
    await call.tx.query(
      `insert into breeding.set_aside (tenant_no, region_code, principal_id, animal_id, from_on, reason, created_by)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [call.actor.tenantNo, female.regionCode, female.principalId, animalId, today(), reason, call.actor.userId],
    );
  else await call.tx.query('update breeding.set_aside set to_on = $2 where id = $1', [open?.id, today()]);
  const folded = await refold(call.tx, [animalId]);
  await audit(call.tx, call as unknown as Call, {
    module: 'breeding',
    entity: 'breedingCycle',
    entityId: animalId,
    entityName: female.earTag,
    action: 'edit',
    after: { setAside: on, reason },
  });
  call.answer.msg = call.say('ok.saved');
  return { status: folded.get(animalId)?.cycles.at(-1)?.status ?? 'open' };
}

export const setAsideRoutes = (): Route[] => [serve('breeding', setAside, put)];
