import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insSurvey, type SurveyedAnimal, type SurveyPhoto } from '#modules/insurance/contract/claim/claim.ts';
import type { Claim } from './ins-claim.moves.ts';

export interface KnownSurvey {
  readonly id: number;
  readonly docNo: string;
  readonly flags: string[];
}
/** What was sent before under the same key. */
export const surveyOfKey = async (tx: Tx, clientKey: string): Promise<KnownSurvey | null> => {
  const [row] = await tx.query<KnownSurvey>(
    `select id, doc_no as "docNo", flags from insurance.ins_survey where tenant_no = kit.tenant() and client_key = $1`,
    [clientKey],
  );
  return row ?? null;
};
export interface NewSurvey {
  readonly clientKey: string;
  readonly dispatchId: number | null;
  readonly surveyor: string;
  readonly witness: string | null;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly place: { longitude: number; latitude: number } | null;
  readonly remote: boolean;
  readonly items: readonly SurveyedAnimal[];
  readonly photos: readonly SurveyPhoto[];
  readonly headOnSite: number;
  readonly insuredOnSite: number;
  readonly conclusion: string;
  readonly signFile: number;
  readonly flags: readonly string[];
  readonly isSecond: boolean;
}
export async function insertSurvey(tx: Tx, claim: Claim, one: NewSurvey): Promise<KnownSurvey> {
  const [row] = await tx.query<KnownSurvey>(
    `insert into insurance.ins_survey (tenant_no, region_code, doc_no, claim_id, dispatch_id, insurer_id, principal_id,
       client_key, round, surveyor_user_id, surveyor_name, witness, started_at, ended_at, longitude, latitude, remote,
       items, photos, head_on_site, insured_on_site, conclusion, sign_file, flags, second_opinion, created_by,
       updated_by)
     values (kit.tenant(), $1, kit.doc_no('IS'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
       $17, $18, $19, $20, $21, $22, $23, $8, $8) returning id, doc_no as "docNo", flags`,
    [
      claim.regionCode,
      claim.id,
      one.dispatchId,
      claim.insurerId,
      claim.principalId,
      one.clientKey,
      claim.round,
      tx.scope.userId,
      one.surveyor,
      one.witness,
      one.startedAt,
      one.endedAt,
      one.place?.longitude ?? null,
      one.place?.latitude ?? null,
      one.remote,
      JSON.stringify(one.items),
      JSON.stringify(one.photos),
      one.headOnSite,
      one.insuredOnSite,
      one.conclusion,
      [one.signFile],
      one.flags,
      one.isSecond,
    ],
  );
  if (!row) throw notFound();
  return row;
}

export const surveyResourceRoutes = (): Route[] =>
  serveResource(insSurvey)({ expressions: { signFile: `nullif(t.sign_file, '{}')` } });
