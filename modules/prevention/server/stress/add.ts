import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import type { Call } from '#kit/server/http/call.ts';
import { insertRow } from '#kit/server/resource/write.ts';
import type { addStress } from '#modules/prevention/contract/stress/stress.ts';
import { deathPhotos, stressCase } from '#modules/prevention/contract/stress/stress-case.ts';
import { writeEvent } from '#modules/registry/server/index.ts';
import { countyAuthority } from '../alert/authorities.ts';
import { watchLot } from './batch-deaths.ts';
import { type ShotRow, shotOf } from './shots.ts';
import { savePayee } from './stress-pay.ts';
import { passOn, tellHolder } from './tell.ts';

const china = (time: string) => new Date(Date.parse(time) + 8 * 3_600_000).toISOString().slice(0, 10);

export async function payerOf(call: Call, regionCode: number, holderId: number): Promise<number> {
  const authority = await inTenant(call.tx, call.actor.tenantNo, 'stressPayer', (all) =>
    countyAuthority(all, regionCode),
  );
  return authority ?? holderId;
}

/** R30: after the shot, and within the disease's hours; later only by whoever verifies, with a reason. */
function refuseLate(call: Call<typeof addStress>, shot: ShotRow): void {
  const { reactedAt, diedAt, lateReason } = call.body;
  const began = Date.parse(reactedAt);
  const fault = (field: string) => invalid([{ field, key: 'prevention.refusal.dateRange' }]);
  if (began < Date.parse(shot.immunisedAt) || began > Date.now() + 60_000) throw fault('reactedAt');
  if (diedAt && (Date.parse(diedAt) < began || Date.parse(diedAt) > Date.now() + 60_000)) throw fault('diedAt');
  if (began <= Date.parse(shot.immunisedAt) + shot.windowHours * 3_600_000) return;
  if (!call.actor.actions.has('ant:stress:verify'))
    throw refusal('dateRange', 'prevention.stressCase.tooLate', { hours: shot.windowHours });
  if (!lateReason) throw invalid([{ field: 'lateReason', key: 'error.field.required' }]);
}

/** R31: one open or paid death of an animal; no more of the untagged than were done. */
async function refuseTwice(call: Call<typeof addStress>): Promise<void> {
  const { animalId, visitId, lineNo, untagged, outcome } = call.body;
  const [found] = await inTenant(call.tx, call.actor.tenantNo, 'stressTwice', (all) =>
    all.query<{ docNo: string | null; n: number; most: number }>(
      `select (select c.doc_no from prevention.stress_case c where c.tenant_no = $1 and c.animal_id = $2 and c.status not in ('rejected', 'withdrawn', 'recovered')
           and (c.outcome = 'died' or $5 = 'observing') limit 1) as "docNo",
         (select count(*)::int from prevention.stress_case c where c.tenant_no = $1 and c.visit_id = $3 and c.animal_id is null and c.species = $6 and c.status not in ('rejected', 'withdrawn')) as n,
         coalesce((select sum(e.value::int) from prevention.immunisation_line l, jsonb_each(l.untagged) s, jsonb_each_text(s.value) e
           where l.tenant_no = $1 and l.visit_id = $3 and l.line_no = $4 and s.key = $6), 0)::int as most`,
      [call.actor.tenantNo, animalId ?? null, visitId, lineNo, outcome, untagged?.species ?? ''],
    ),
  );
  if (animalId && found?.docNo) throw refusal('caseExists', 'prevention.stressCase.caseExists', { docNo: found.docNo });
  if (!animalId && found && found.n >= found.most)
    throw refusal('tooMany', 'prevention.stressCase.tooMany', { n: found.most });
}

export async function addCase(call: Call<typeof addStress>) {
  const { body, tx } = call;
  const plain = call as unknown as Call;
  const isDead = body.outcome === 'died';
  if ((body.animalId ?? null) === null && !body.untagged)
    throw invalid([{ field: 'animalId', key: 'error.field.required' }]);
  if (body.animalId && body.untagged) throw invalid([{ field: 'untagged', key: 'prevention.stressCase.oneOfBoth' }]);
  const shot = await shotOf(tx, {
    visitId: body.visitId,
    lineNo: body.lineNo,
    animalId: body.animalId ?? null,
    ...(body.untagged && { species: body.untagged.species, stage: body.untagged.stage }),
  });
  if (!shot) throw notFound();
  refuseLate(call, shot);
  if (isDead && !body.diedAt) throw invalid([{ field: 'diedAt', key: 'error.field.required' }]);
  if (isDead && body.photos.length < deathPhotos)
    throw invalid([{ field: 'photos', key: 'prevention.stressCase.threePhotos' }]);
  if (isDead && !body.payeeName) throw invalid([{ field: 'payeeName', key: 'error.field.required' }]);
  await refuseTwice(call);
  const [number] = await tx.query<{ no: string }>("select kit.doc_no('SD') as no");
  const docNo = number?.no ?? '';
  const status = isDead ? 'reported' : 'observing';
  const saved = await insertRow(
    plain,
    stressCase,
    { symptoms: body.symptoms },
    {
      docNo,
      principalId: shot.principalId,
      regionCode: shot.regionCode,
      animalId: body.animalId ?? null,
      earTag: shot.earTag,
      untaggedDesc: body.untagged ?? null,
      species: shot.species,
      stage: body.untagged?.stage ?? shot.stage,
      visitId: shot.visitId,
      lineNo: shot.lineNo,
      seasonId: shot.seasonId,
      staffId: shot.staffId,
      diseaseCodes: shot.diseaseCodes,
      vaccineName: shot.vaccineName,
      lotId: shot.lotId,
      lotNo: shot.lotNo,
      immunisedAt: shot.immunisedAt,
      reactedAt: body.reactedAt,
      outcome: body.outcome,
      diedAt: isDead ? body.diedAt : null,
      rescue: body.rescue ?? null,
      weight: body.weight ?? body.untagged?.weight ?? null,
      pregnant: body.pregnant ?? null,
      photos: body.photos,
      lateReason: body.lateReason ?? null,
      reporterId: call.actor.userId,
      status,
    },
  );
  const told = { id: saved.id, docNo, principalId: shot.principalId, regionCode: shot.regionCode };
  await linkFiles(tx, body.photos, 'prevention.stressCase', saved.id);
  if (body.payeeName)
    await savePayee(tx, {
      caseId: saved.id,
      principalId: shot.principalId,
      payerId: await payerOf(plain, shot.regionCode, shot.principalId),
      name: body.payeeName,
      account: body.payeeAccount,
    });
  if (body.animalId)
    await writeEvent(tx, {
      animalId: body.animalId,
      kind: 'immuneReaction',
      happenedOn: china(body.reactedAt),
      principalId: shot.principalId,
      regionCode: shot.regionCode,
      source: { entity: 'prevention.stressCase', id: saved.id, docNo },
      summary: { vaccine: shot.vaccineName, lotNo: shot.lotNo, symptoms: body.symptoms, docNo },
    });
  if (isDead) {
    await passOn(tx, told, 'verify');
    await watchLot(tx, shot);
  }
  await tellHolder(tx, told, isDead ? 'reported' : 'observing');
  call.answer.msg = call.say('ok.saved');
  return { ...saved, docNo, status };
}
