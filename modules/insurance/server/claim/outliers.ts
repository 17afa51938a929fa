import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { alarmScores, type InsuranceAlarm } from '#modules/insurance/contract/claim/alarm-kinds.ts';
import { openAlarm } from '#modules/platform/server/index.ts';
import type { Claim } from './ins-claim.moves.ts';

interface Signs {
  readonly retagged: boolean;
  readonly lateTag: boolean;
  readonly early: boolean;
  readonly sameDay: boolean;
  readonly sameSurveyor: boolean;
  readonly aliveAfter: boolean;
  readonly hasty: boolean;
  readonly farSurvey: boolean;
}
const aboutSurveyor = new Set<InsuranceAlarm>(['sameSurveyor', 'hasty', 'farSurvey']);
/** R55: what the records say of a claim by themselves, when it was surveyed; each is looked at once. */
export async function lookForOutliers(tx: Tx, claim: Claim, surveyorUserId: number | null): Promise<string[]> {
  return inTenant(tx, tx.scope.tenantNo, 'insurance.outliers', async (sys) => {
    const [signs] = await sys.query<Signs>(
      `select
         coalesce(bool_or(exists (select 1 from insurance.ins_endorsement e where e.tenant_no = a.tenant_no
           and e.policy_id = a.policy_id and e.kind = 'retag' and e.effective_on between c.lost_on - 30 and c.lost_on
           and e.items @> jsonb_build_array(jsonb_build_object('policyAnimalId', a.id)))), false) as retagged,
         coalesce(bool_or(s.tag_worn_on >= a.cover_from - 3), false) as "lateTag",
         coalesce(bool_or(c.lost_on - coalesce(a.waiting_until, a.cover_from) between 0 and 7), false) as early,
         (select count(*) >= 3 from insurance.ins_claim_animal o where o.tenant_no = kit.tenant()
           and o.principal_id = $2 and o.lost_on = min(c.lost_on) and o.status not in ('withdrawn', 'removed'))
           and $3::bigint is null as "sameDay",
         (select count(*) >= 3 from insurance.ins_claim o where o.tenant_no = kit.tenant() and o.principal_id = $2
           and o.surveyed_by = $4 and o.reported_at > now() - interval '90 days') as "sameSurveyor",
         coalesce(bool_or(exists (select 1 from insurance.event_seen e where e.tenant_no = c.tenant_no
           and e.animal_id = c.animal_id and e.happened_on > c.lost_on)), false) as "aliveAfter",
         exists (select 1 from insurance.ins_claim k where k.tenant_no = kit.tenant() and k.id = $1
           and 'hasty' = any (k.flags)) as hasty,
         exists (select 1 from insurance.ins_claim k where k.tenant_no = kit.tenant() and k.id = $1
           and 'farSurvey' = any (k.flags)) as "farSurvey"
       from insurance.ins_claim_animal c
         join insurance.ins_policy_animal a on a.tenant_no = c.tenant_no and a.id = c.policy_animal_id
         left join insurance.animal_seen s on s.id = c.animal_id
       where c.tenant_no = kit.tenant() and c.claim_id = $1 and c.status <> 'removed'`,
      [claim.id, claim.principalId, claim.catastropheId, surveyorUserId],
    );
    if (!signs) return [];
    const found: [InsuranceAlarm, boolean][] = [
      ['retagBeforeLoss', signs.retagged],
      ['tagAfterPolicy', signs.lateTag],
      ['earlyLoss', signs.early],
      ['sameDay', signs.sameDay],
      ['sameSurveyor', signs.sameSurveyor],
      ['aliveAfter', signs.aliveAfter],
      ['hasty', signs.hasty],
      ['farSurvey', signs.farSurvey],
    ];
    const kinds = found.flatMap(([kind, isSo]) => (isSo ? [kind] : []));
    for (const kind of kinds) await raise(sys, claim, kind, aboutSurveyor.has(kind) ? surveyorUserId : null);
    return kinds;
  });
}
export const raise = (
  tx: Tx,
  claim: Claim,
  kind: InsuranceAlarm,
  about: number | null = null,
  evidence: Readonly<Record<string, unknown>> = {},
) =>
  openAlarm(tx, {
    kind,
    dedupKey: `${kind}:${claim.id}`,
    subject: { entity: 'insurance.insClaim', id: claim.id, name: claim.docNo },
    regionCode: claim.regionCode,
    principalId: claim.insurerId,
    insurerId: claim.insurerId,
    ...(about && { aboutUserIds: [about] }),
    score: alarmScores[kind],
    args: { id: claim.id, docNo: claim.docNo, holder: claim.holderName },
    evidence,
  });
