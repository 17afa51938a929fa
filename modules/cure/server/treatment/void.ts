import { forbidden, notFound, refusal, staleVersion, wrongState } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import type { Call } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import type { voidTreatment } from '#modules/cure/contract/treatment/treatment.ts';
import { restore } from '#modules/depot/server/index.ts';
import { lockAnimals, writeEvents } from '#modules/registry/server/index.ts';
import { takeBackUnder } from '../prescription/prescription.ts';
import { moveBlock } from '../withdrawal/animal-withdrawal.ts';
import { treatmentSource } from './record.ts';
import { lockTreatment, markVoided } from './treatment.ts';

/** R57, R58: deleting a dose must not be the way out of a blocked sale. */
export async function voidRecord(call: Call<typeof voidTreatment>) {
  const { id, version, reason, files } = call.body;
  const { tx, actor } = call;
  const row = await lockTreatment(tx, id);
  if (!row) throw notFound();
  if (row.version !== version) throw staleVersion();
  if (row.status !== 'done') throw wrongState('cure.treatment._voided', 'cure.treatment._void');
  const isOwn = row.createdBy === actor.userId || row.staffUserId === actor.userId;
  const mayVoid = actor.actions.has('cure:treatment:void');
  if (!mayVoid && (!isOwn || row.ageHours > 72)) throw forbidden();
  const shortens = row.meatUntil !== null && row.meatUntil >= today();
  if (shortens && (isOwn || !actor.actions.has('cure:withdrawal:lift')))
    throw refusal('needSecond', 'cure.refusal.needSecond');
  await inTenant(tx, actor.tenantNo, 'voidTreatment', async (all) => {
    const treated = await all.query<{ animalId: number; seq: number; principalId: number; regionCode: number }>(
      `select x.animal_id as "animalId", x.event_seq as seq, a.principal_id as "principalId",
        a.region_code as "regionCode"
       from cure.treatment_animal x join cure.animal_seen a on a.id = x.animal_id where x.treatment_id = $1
         and x.event_seq is not null order by x.animal_id`,
      [id],
    );
    await lockAnimals(
      all,
      treated.map((one) => one.animalId),
    );
    await moveBlock(all, { type: 'treatment', id }, null);
    if (row.prescriptionId) await takeBackUnder(all, row.prescriptionId, id);
    await writeEvents(
      all,
      treated.map((one) => ({
        animalId: one.animalId,
        kind: 'treated',
        happenedOn: row.treatedOn,
        principalId: one.principalId,
        regionCode: one.regionCode,
        source: { entity: treatmentSource, id, docNo: row.docNo },
        summary: { voided: true, docNo: row.docNo },
        voidOf: one.seq,
      })),
      actor.userId,
    );
  });
  await restore(tx, { type: treatmentSource, id });
  await linkFiles(tx, files, 'cure.treatment', id);
  await markVoided(tx, id, reason);
  call.answer.msg = call.say('ok.done');
  return { status: 'voided', version: version + 1 };
}
