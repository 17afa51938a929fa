import { forbidden, invalid, staleVersion, wrongState } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import type { opine as contract } from '#modules/cure/contract/consult/case.ts';
import { addDays } from '../medicine/labels.ts';
import { expertOfUser } from '../people/expert.ts';
import { reportSuspect } from '../suspect/suspect-report.ts';
import { seen } from './case.ts';
import { consultOf, patchConsult } from './consult.ts';
import { sayIn, tellTalk } from './consult-message.ts';
import { insertOpinion } from './consult-opinion.ts';
import { addFollowUp } from './follow-up.ts';
import { tellHolder } from './offer-round.ts';

interface Tag {
  readonly diseaseCode: string | null;
  readonly noTreat: boolean;
  readonly reportClass: number | null;
}

/** R21 to R23. A suspicion is reported in the same transaction, whether the expert says so or the disease does. */
export async function giveOpinion(call: Call<typeof contract>) {
  const { body, actor } = call;
  await seen(call.tx, body.consultId);
  const me = await expertOfUser(call.tx, actor.userId);
  return inTenant(call.tx, actor.tenantNo, 'opine', async (all) => {
    const row = await consultOf(all, body.consultId, true);
    if (!row || row.expertId !== me.id) throw forbidden();
    if (row.version !== body.version) throw staleVersion();
    if (!['inProgress', 'answered', 'following'].includes(row.status))
      throw wrongState(`cure.consult._${row.status}`, 'cure.consult._opine');
    // R7: where a sign, the dead or the many say so, the question must be answered.
    if (row.redFlag && !body.suspectAnswer) throw invalid([{ field: 'suspectAnswer', key: 'error.field.required' }]);
    if (row.status !== 'inProgress' && !body.replacesNo)
      throw invalid([{ field: 'replacesNo', key: 'error.field.required' }]);
    const [tag] = await all.query<Tag>(
      `select t.disease_code as "diseaseCode", t.no_treat as "noTreat", d.report_class as "reportClass"
        from cure.cure_tag t
       left join cure.disease_seen d on d.tenant_no = t.tenant_no and d.code = t.disease_code
       where t.tenant_no = kit.tenant() and t.id = $1 and t.kind = 'disease' and t.status = 'enabled'`,
      [body.diagnosisTagId],
    );
    if (!tag) throw invalid([{ field: 'diagnosisTagId', key: 'error.field.ref' }]);
    const mustReport = body.suspectAnswer === 'yes' || tag.noTreat || tag.reportClass === 1;
    const disease = body.suspectDisease ?? tag.diseaseCode ?? (await firstSuspect(all, row.signTagIds));
    if (mustReport && !disease) throw invalid([{ field: 'suspectDisease', key: 'error.field.required' }]);
    const asMe = { ...all, scope: { ...all.scope, userId: actor.userId } };
    const no = await insertOpinion(asMe, me.id, body);
    const report = mustReport
      ? await reportSuspect(asMe, {
          principalId: row.principalId,
          diseaseCode: disease as string,
          animalIds: (
            await all.query<{ id: number }>('select animal_id as id from cure.consult_animal where consult_id = $1', [
              row.id,
            ])
          ).map((one) => one.id),
          headIll: row.headIll,
          headDead: row.headDead,
          signs: row.signs,
          consultId: row.id,
        })
      : null;
    const now = new Date().toISOString();
    await sayIn(all, row.id, { kind: 'opinion', body: String(no), refId: no, actor: actor.userId, role: 'expert' });
    await patchConsult(all, row.id, {
      status: row.status === 'inProgress' ? 'answered' : row.status,
      diagnosisTagId: body.diagnosisTagId,
      suspect: mustReport,
      ...(row.status === 'inProgress' && { answeredAt: now }),
      ...(row.firstReplyAt === null && { firstReplyAt: now }),
    });
    for (const days of body.followDays)
      await addFollowUp(all, {
        consultId: row.id,
        sourceNo: row.docNo,
        dueOn: addDays(today(), days),
        userId: actor.userId,
      });
    await tellHolder(all, row, body.replacesNo ? 'amended' : 'answered', { expert: me.name });
    await tellTalk(all, row.id, 'state');
    const saved = await consultOf(all, row.id);
    call.answer.msg = call.say('ok.saved');
    return { no, suspectReportId: report?.id ?? null, version: saved?.version ?? 0 };
  });
}

/** The disease the signs of the case speak for, where the expert named none. */
async function firstSuspect(
  tx: Parameters<typeof consultOf>[0],
  signTagIds: readonly number[],
): Promise<string | null> {
  const [row] = await tx.query<{ code: string }>(
    `select d.code from cure.cure_tag t cross join unnest(t.suspect_diseases) with ordinality d(code, n)
      where t.id = any ($1) order by d.n, t.id limit 1`,
    [signTagIds],
  );
  return row?.code ?? null;
}
