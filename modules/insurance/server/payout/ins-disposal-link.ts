import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insDisposalLink, linkDisposal } from '#modules/insurance/contract/payout/payout.ts';
import { disposalOf } from '#modules/traceability/server/index.ts';
import { type Claim, claimOf } from '../claim/ins-claim.moves.ts';
import { type ClaimAnimal, claimAnimalsOf } from '../claim/ins-claim-animal.ts';
import { catastropheAt } from '../claim/report-loss.ts';
import { isViolation, refuse } from '../refusals.ts';

type Body = Call<typeof linkDisposal>['body'];
interface Proof {
  readonly certNo: string | null;
  readonly disposalId: number | null;
  readonly isVerified: boolean;
}
const raised = (error: unknown, message: string): boolean => (error as { message?: string }).message === message;

async function insertLink(tx: Tx, claim: Claim, animal: ClaimAnimal, body: Body, proof: Proof): Promise<number> {
  try {
    const [row] = await inTenant(tx, tx.scope.tenantNo, 'insurance.proof', (sys) =>
      sys.query<{ id: number }>(
        `insert into insurance.ins_disposal_link (tenant_no, region_code, claim_id, claim_animal_id, animal_id,
         insurer_id, principal_id, ear_tag, source, cert_no, cert_head, disposal_id, way, disposed_on, weight_kg, files,
         exempt_reason, remark, verified_at, status, created_by, updated_by)
       values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
         case when $18 then now() end, case when $18 then 'verified' else 'pending' end, $19, $19) returning id`,
        [
          claim.regionCode,
          claim.id,
          animal.id,
          animal.animalId,
          claim.insurerId,
          claim.principalId,
          animal.earTag,
          body.source,
          proof.certNo,
          body.source === 'platform' ? 10_000 : body.certHead,
          proof.disposalId,
          body.way ?? null,
          body.disposedOn ?? null,
          body.weightKg ?? null,
          body.files.length > 0 ? body.files : null,
          body.source === 'exempt' ? body.exemptReason : null,
          body.remark ?? null,
          proof.isVerified,
          tx.scope.userId,
        ],
      ),
    );
    return row?.id ?? 0;
  } catch (error) {
    if (isViolation(error, 'one_carcass') || raised(error, 'certUsed')) throw refuse('certUsed');
    if (isViolation(error, 'one_proof')) throw refuse('alreadyLinked');
    throw error;
  }
}

/** R38: what the platform knows itself proves itself; paper waits for the station, an exemption for the manager. */
async function proofOf(tx: Tx, animal: ClaimAnimal, body: Body): Promise<Proof | null> {
  if (body.source !== 'platform') return { certNo: body.certNo ?? null, disposalId: null, isVerified: false };
  const record = await disposalOf(tx, animal.animalId);
  if (!record) return null;
  const isDone = record.status === 'confirmed' && record.certNo !== null;
  return { certNo: record.certNo ?? record.docNo, disposalId: record.id, isVerified: isDone };
}

async function link(call: Call<typeof linkDisposal>) {
  const { body, tx } = call;
  const claim = await claimOf(tx, body.claimId, true);
  const animals = (await claimAnimalsOf(tx, claim.id)).filter((one) => body.claimAnimalIds.includes(one.id));
  if (animals.length !== body.claimAnimalIds.length) throw refuse('animalsLeft');
  if (body.source === 'paper' && (!body.certNo || body.files.length === 0)) throw refuse('noDisposal');
  if (body.source === 'exempt') {
    if (!body.exemptReason || body.files.length < 2) throw refuse('twoProofs');
    if (body.exemptReason === 'washedAway' && !(await catastropheAt(tx, claim.regionCode, claim.occurredAt)))
      throw refuse('noDisaster');
  }
  const mismatches: string[] = [];
  let verified = 0;
  for (const animal of animals) {
    if (body.disposedOn && body.disposedOn < animal.lostOn) throw refuse('disposedBefore');
    const proof = await proofOf(tx, animal, body);
    if (!proof) {
      mismatches.push(animal.earTag);
      continue;
    }
    const id = await insertLink(tx, claim, animal, body, proof);
    if (body.files.length > 0) await linkFiles(tx, body.files, 'insurance.insDisposalLink', id);
    if (proof.isVerified) verified += 1;
  }
  if (mismatches.length === animals.length) throw refuse('noRecord');
  call.answer.msg = call.say('ok.saved');
  return { linked: animals.length - mismatches.length, verified, mismatches };
}

/** A carcass was confirmed as disposed of: the proof that waited for it stands. */
export const verifyByRecord = (tx: Tx, news: { recordId: number; certNo: string; animalIds: readonly number[] }) =>
  tx.query(
    `update insurance.ins_disposal_link set status = 'verified', verified_at = now(), cert_no = $2,
       version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and disposal_id = $1 and animal_id = any ($3) and status = 'pending'`,
    [news.recordId, news.certNo, news.animalIds],
  );
/** How many animals of a claim have no verified proof. */
export const unprovenOf = async (tx: Tx, claimId: number): Promise<number> => {
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::int as n from insurance.ins_claim_animal c where c.tenant_no = kit.tenant() and c.claim_id = $1
       and c.status not in ('rejected', 'withdrawn', 'removed') and not exists (
         select 1 from insurance.ins_disposal_link l where l.tenant_no = c.tenant_no and l.claim_animal_id = c.id
           and l.status = 'verified')`,
    [claimId],
  );
  return row?.n ?? 0;
};

export const disposalRoutes = (): Route[] => [
  serve('insurance', linkDisposal, link),
  ...serveResource(insDisposalLink)({
    can: (row, verb) => (verb === 'verify' ? row.source !== 'exempt' : verb !== 'exempt' || row.source === 'exempt'),
    before: {
      transition: async (call, move, row) => {
        const claim = await claimOf(call.tx, row.claimId);
        const isWrong =
          move.name === 'verify' ? row.source === 'exempt' : move.name === 'exempt' && row.source !== 'exempt';
        if (isWrong) throw refuse('otherProof');
        if ([claim.surveyedBy, claim.assessedBy].includes(call.actor.userId) && move.name !== 'refuse')
          throw refuse('samePerson');
        if (move.name === 'refuse') return { remark: move.remark ?? row.remark };
        return { verifiedBy: call.actor.userId, verifiedAt: new Date().toISOString() };
      },
    },
  }),
];
