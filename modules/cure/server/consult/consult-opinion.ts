import type { BodyOf } from '#kit/contract/endpoint.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { opine } from '#modules/cure/contract/consult/case.ts';

/** R23: never edited; an amendment is the next number and names the one it replaces. */
export async function insertOpinion(tx: Tx, expertId: number, said: BodyOf<typeof opine>): Promise<number> {
  const [row] = await tx.query<{ no: number }>(
    `insert into cure.consult_opinion (tenant_no, consult_id, no, expert_id, diagnosis_tag_id, certainty,
      suspect_answer, basis, advice, isolate,
       protect_people, sampling_advice, visit_needed, follow_days, replaces_no, created_by)
     select kit.tenant(), $1, coalesce(max(o.no), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
     from cure.consult_opinion o where o.tenant_no = kit.tenant() and o.consult_id = $1 returning no`,
    [
      said.consultId,
      expertId,
      said.diagnosisTagId,
      said.certainty,
      said.suspectAnswer ?? null,
      said.basis,
      said.advice,
      said.isolate,
      said.protectPeople,
      said.samplingAdvice ?? null,
      said.visitNeeded,
      said.followDays,
      said.replacesNo ?? null,
      tx.scope.userId,
    ],
  );
  return row?.no ?? 0;
}
