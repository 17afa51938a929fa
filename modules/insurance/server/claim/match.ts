import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { type ClaimMatch, claimMatch } from '#modules/insurance/contract/claim/claim-calls.ts';
import { levelsFor } from '#modules/insurance/contract/claim/claim-life.ts';
import { disposalOf } from '#modules/traceability/server/index.ts';
import { reviewBlockers } from '../payout/review.ts';
import { settingOf } from '../setting/ins-setting.ts';
import { claimOf } from './ins-claim.moves.ts';

interface Row {
  readonly claimAnimalId: number;
  readonly animalId: number;
  readonly earTag: string;
  readonly isLost: boolean;
  readonly surveyed: boolean;
  readonly link: string | null;
  readonly certNo: string | null;
}
/** 三方比对: what is missing between the death, the claim and the carcass, and whose turn it is. */
function gapOf(died: string, surveyed: boolean, disposed: string): string | null {
  if (surveyed && died !== 'confirmed') return 'deathOpen';
  if (died === 'confirmed' && disposed === 'none') return 'carcassOpen';
  if (disposed === 'record' || disposed === 'pending') return 'proofOpen';
  if (disposed === 'verified' && died === 'none') return 'notDead';
  return null;
}

async function match(call: Call<typeof claimMatch>): Promise<ClaimMatch> {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const claim = await claimOf(tx, call.query.claimId);
    const rows = await tx.query<Row>(
      `select c.id as "claimAnimalId", c.animal_id as "animalId", c.ear_tag as "earTag", a.lost_on is not null
         as "isLost", c.finding is not null as surveyed, l.status as link, l.cert_no as "certNo"
       from insurance.ins_claim_animal c
         join insurance.ins_policy_animal a on a.tenant_no = c.tenant_no and a.id = c.policy_animal_id
         left join insurance.ins_disposal_link l on l.tenant_no = c.tenant_no and l.claim_animal_id = c.id
           and l.status <> 'refused'
       where c.tenant_no = kit.tenant() and c.claim_id = $1 and c.status <> 'removed' order by c.id`,
      [claim.id],
    );
    const waiting = await inTenant(tx, tx.scope.tenantNo, 'insurance.match', (sys) =>
      sys.query<{ id: number }>(
        `select animal_id as id from insurance.death_seen where tenant_no = kit.tenant() and animal_id = any ($1)
           and change_type = 'death'`,
        [rows.map((one) => one.animalId)],
      ),
    );
    const pending = new Set(waiting.map((one) => one.id));
    const animals: ClaimMatch['animals'] = [];
    for (const one of rows) {
      const died = one.isLost ? 'confirmed' : pending.has(one.animalId) ? 'waiting' : 'none';
      const record = one.link ? null : await disposalOf(tx, one.animalId);
      const disposed = one.link === 'verified' ? 'verified' : one.link ? 'pending' : record ? 'record' : 'none';
      animals.push({
        claimAnimalId: one.claimAnimalId,
        earTag: one.earTag,
        died,
        surveyed: one.surveyed,
        disposed,
        certNo: one.certNo ?? record?.certNo ?? null,
        gap: gapOf(died, one.surveyed, disposed),
      });
    }
    const limits = (await settingOf(tx, 'review.limits', claim.regionCode, claim.insurerId)).split(',').map(Number);
    return {
      animals,
      blockers: await inTenant(tx, tx.scope.tenantNo, 'insurance.blockers', (sys) => reviewBlockers(sys, claim)),
      levels: levelsFor(claim.amount, limits),
      reviews: await tx.query<ClaimMatch['reviews'][number]>(
        `select level, round, reviewer_name as by, created_at as at, decision, opinion
         from insurance.ins_claim_review where tenant_no = kit.tenant() and claim_id = $1 order by id`,
        [claim.id],
      ),
      alarms: await tx.query<ClaimMatch['alarms'][number]>(
        `select id, kind, score, status <> 'closed' as "isOpen" from insurance.alarm_seen
         where tenant_no = kit.tenant() and subject_entity = 'insurance.insClaim' and subject_id = $1
         order by score desc, id`,
        [claim.id],
      ),
      surveys: await tx.query<ClaimMatch['surveys'][number]>(
        `select id, doc_no as "docNo", round, surveyor_name as by, started_at as "startedAt",
           (extract(epoch from ended_at - started_at) / 60)::int as minutes, conclusion, witness,
           second_opinion as "secondOpinion", photos
         from insurance.ins_survey where tenant_no = kit.tenant() and claim_id = $1 order by id`,
        [claim.id],
      ),
    };
  });
}

export const matchRoutes = (): Route[] => [serve('insurance', claimMatch, match)];
