import { forbidden, notFound, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { photoLike, photoUsed } from '#kit/server/files/prints.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { type SurveySheet, submitSurvey, surveySheet } from '#modules/insurance/contract/claim/claim-calls.ts';
import { acceptChange, cancelChange, changeAnimals } from '#modules/registry/server/index.ts';
import { animalPhotos, type Version, versionOf } from '../product/version-of.ts';
import { refuse } from '../refusals.ts';
import { numberOf, settingOf } from '../setting/ins-setting.ts';
import { dropOfferClock } from './claim-clock.ts';
import { arriveOnSite } from './dispatching.ts';
import { addFlags, type Claim, claimOf, stepClaim } from './ins-claim.moves.ts';
import { type ClaimAnimal, claimAnimalsOf, setDeath, setFindings } from './ins-claim-animal.ts';
import { type Offer, openOffer, setOffer } from './ins-dispatch.ts';
import { insertSurvey, surveyOfKey } from './ins-survey.ts';
import { lookForOutliers, raise } from './outliers.ts';

/** R35: the version's own frames and the four of every carcass; the inside where it was ill. */
export async function anglesOf(tx: Pick<Tx, 'query'>, version: Version | null, cause: string): Promise<string[]> {
  const own = version
    ? await tx.query<{ angle: string }>(
        `select coalesce(angle, 'other') as angle from insurance.ins_ingredient where tenant_no = kit.tenant()
           and kind = 'photo' and code = any ($1) order by order_num`,
        [version.photos],
      )
    : [];
  const all = ['tag', 'whole', 'left', 'front', ...own.map((one) => one.angle)];
  return [...new Set(cause === 'disease' ? [...all, 'postMortem'] : all)];
}

type Body = Call<typeof submitSurvey>['body'];
/** R36: a carcass without its tag is still known by a safe tag or two pictures of its check, before a vet. */
const knownOtherwise = async (tx: Tx, claimId: number): Promise<Set<number>> =>
  new Set(
    (
      await tx.query<{ id: number }>(
        `select c.id from insurance.ins_claim_animal c
           join insurance.ins_policy_animal a on a.tenant_no = c.tenant_no and a.id = c.policy_animal_id
         where c.tenant_no = kit.tenant() and c.claim_id = $1 and (a.safe_tag_no is not null
           or 2 <= (select sum(jsonb_array_length(s.photos)) from insurance.ins_check_scan s
             where s.tenant_no = a.tenant_no and s.line_id = a.line_id and s.result = 'match'))`,
        [claimId],
      )
    ).map((one) => one.id),
  );
/** Every frame of every carcass that was seen, none of them used before, of any claim or check. */
async function mustShow(tx: Tx, claim: Claim, body: Body, angles: readonly string[], version: Version | null) {
  const seen = body.animals.filter((one) => one.finding === 'deadSeen');
  const known = body.witness ? await knownOtherwise(tx, claim.id) : new Set<number>();
  const missing = new Set(
    seen.flatMap((one) =>
      angles.filter(
        (angle) =>
          !one.photos.some((photo) => photo.angle === angle) && !(angle === 'tag' && known.has(one.claimAnimalId)),
      ),
    ),
  );
  if (missing.size > 0) throw refuse('photoMissing', { angles: [...missing].join(', ') });
  const isWeighed = version?.payout.kind === 'weightBand';
  if (isWeighed && seen.some((one) => !one.weightKg && !one.lengthCm)) throw refuse('weightMissing');
  const files = body.animals.flatMap((one) => one.photos.map((photo) => photo.fileId));
  if (new Set(files).size !== files.length) throw refuse('photoUsed');
  const about = { use: animalPhotos, exceptRef: null } as const;
  const own = await tx.query<{ id: number }>(
    `select unnest(photos) as id from insurance.ins_claim where tenant_no = kit.tenant() and id = $1`,
    [claim.id],
  );
  const ours = new Set(own.map((one) => one.id));
  const used = (await photoUsed(tx, files, about)).filter((id) => !ours.has(id));
  if (used.length > 0) throw refuse('photoUsed');
  return files;
}

/** R31: who saw it dead confirms the registry's document; what lives comes off it. */
async function settleDeaths(tx: Tx, claim: Claim, animals: readonly ClaimAnimal[], body: Body): Promise<void> {
  const finding = new Map(body.animals.map((one) => [one.claimAnimalId, one.finding]));
  const by = (wanted: string) => animals.filter((one) => finding.get(one.id) === wanted);
  const actor = tx.scope.userId;
  await inTenant(tx, tx.scope.tenantNo, 'insurance.survey', async (sys) => {
    const facts = await sys.query<{
      animalId: number;
      status: string;
      changeId: number | null;
      type: string | null;
      by: number | null;
    }>(
      `select animal_id as "animalId", animal_status as status, change_id as "changeId", change_type as type,
         created_by as by from insurance.death_seen where tenant_no = kit.tenant() and animal_id = any ($1)`,
      [animals.map((one) => one.animalId)],
    );
    const open = facts.filter((one) => one.type === 'death' && one.changeId !== null);
    for (const [changeId, own] of Map.groupBy(open, (one) => one.changeId as number)) {
      const ids = own.map((one) => one.animalId);
      const alive = by('alive').filter((one) => ids.includes(one.animalId));
      const dead = by('deadSeen').filter((one) => ids.includes(one.animalId));
      if (alive.length > 0) {
        const animalIds = alive.map((one) => one.animalId);
        await cancelChange(sys, changeId, { animalIds, reason: claim.docNo, actor });
      }
      // Whoever wrote the document does not confirm it: it stays the station's to look at.
      if (dead.length > 0 && own[0]?.by !== actor) {
        await acceptChange(sys, changeId, { animalIds: dead.map((one) => one.animalId), actor });
        const absent = by('carcassAbsent').filter((one) => ids.includes(one.animalId));
        // Those nobody saw come off the document; the station confirms them by one of their own.
        if (absent.length > 0) await tellAgain(tx, sys, claim, absent);
      }
    }
    const bare = by('deadSeen').filter((one) =>
      facts.some((fact) => fact.animalId === one.animalId && fact.status === 'inStock' && fact.changeId === null),
    );
    const [first] = bare;
    if (!first) return;
    const made = await changeAnimals(sys, {
      changeType: 'death',
      animalIds: bare.map((one) => one.animalId),
      happenedOn: first.lostOn,
      cause: claim.cause,
      confirmedBy: claim.insurerId,
      source: 'insurance',
      mayCorrect: true,
      actor,
      byPrincipalId: claim.insurerId,
    });
    await setDeath(
      tx,
      bare.map((one) => one.id),
      made.changeId,
    );
  });
}

async function tellAgain(tx: Tx, sys: Tx, claim: Claim, animals: readonly ClaimAnimal[]): Promise<void> {
  const made = await changeAnimals(sys, {
    changeType: 'death',
    animalIds: animals.map((one) => one.animalId),
    happenedOn: animals[0]?.lostOn,
    cause: claim.cause,
    source: 'insurance',
    mayCorrect: true,
    actor: tx.scope.userId,
    byPrincipalId: claim.insurerId,
  });
  await setDeath(
    tx,
    animals.map((one) => one.id),
    made.changeId,
  );
}

async function flagsOf(tx: Tx, claim: Claim, body: Body): Promise<string[]> {
  const least = await numberOf(tx, 'claim.minMinutes', claim.regionCode, claim.insurerId);
  const minutes = (Date.parse(body.endedAt) - Date.parse(body.startedAt)) / 60_000;
  return minutes < least ? ['hasty'] : [];
}
/** R32: by video only where the species or a disaster allows it. */
async function mayBeRemote(tx: Tx, claim: Claim, version: Version | null): Promise<void> {
  const species = (await settingOf(tx, 'claim.remoteSpecies', claim.regionCode, claim.insurerId)).split(',');
  if (!claim.catastropheId && !species.includes(version?.species ?? '')) throw refuse('notRemote');
}

async function submit(call: Call<typeof submitSurvey>) {
  const { body, tx, actor } = call;
  const before = await surveyOfKey(tx, body.clientKey);
  if (before) return { surveyId: before.id, docNo: before.docNo, status: 'submitted', flags: before.flags };
  if (Date.parse(body.endedAt) < Date.parse(body.startedAt)) throw refuse('wrongDays');
  let claim = await claimOf(tx, body.claimId, true);
  const offer = await openOffer(tx, claim.id);
  const isMine = offer !== null && offer.userId === actor.userId;
  const isSecond = !isMine && (await wasMine(tx, claim.id, actor.userId));
  if (!isMine && !isSecond) throw forbidden();
  const version = claim.versionId ? await versionOf(tx, claim.versionId) : null;
  const animals = await claimAnimalsOf(tx, claim.id);
  const known = new Map(animals.map((one) => [one.id, one]));
  if (body.animals.some((one) => !known.has(one.claimAnimalId))) throw notFound();
  if (!isSecond && body.animals.length !== animals.length) throw refuse('animalsLeft');
  if (body.remote) await mayBeRemote(tx, claim, version);
  const files = await mustShow(tx, claim, body, await anglesOf(tx, version, claim.cause), version);
  const flags = await flagsOf(tx, claim, body);
  if (isMine && claim.status === 'dispatched') claim = await lateArrival(tx, claim, offer, body, actor.nickname);
  if (isMine && claim.status !== 'surveying') throw wrongState(claim.status, 'insurance.claimStep.submitSurvey');
  const made = await insertSurvey(tx, claim, {
    ...body,
    dispatchId: isMine ? offer.id : null,
    surveyor: actor.nickname ?? '',
    witness: body.witness ?? null,
    place: body.location ?? null,
    items: body.animals.map((one) => ({
      claimAnimalId: one.claimAnimalId,
      earTag: known.get(one.claimAnimalId)?.earTag ?? '',
      finding: one.finding,
      weightKg: one.weightKg ?? null,
      lengthCm: one.lengthCm ?? null,
      note: one.note ?? null,
    })),
    photos: body.animals.flatMap((one) => one.photos.map((photo) => ({ ...photo, claimAnimalId: one.claimAnimalId }))),
    flags,
    isSecond,
  });
  await linkFiles(tx, files, 'insurance.insClaim', claim.id);
  await linkFiles(tx, [body.signFile], 'insurance.insSurvey', made.id);
  if (isSecond) return { surveyId: made.id, docNo: made.docNo, status: 'secondOpinion', flags };
  await finish(tx, claim, offer as Offer, animals, body, files, flags, actor.nickname);
  call.answer.msg = call.say('ok.saved');
  return { surveyId: made.id, docNo: made.docNo, status: 'submitted', flags };
}

/** R37: arrival and report come together when there was no network. */
async function lateArrival(tx: Tx, claim: Claim, offer: Offer, body: Body, by: string | null): Promise<Claim> {
  await dropOfferClock(tx, offer.id);
  const at = { time: body.startedAt, place: body.location ?? null, reason: body.farReason ?? null, by };
  await arriveOnSite(tx, claim, offer.id, offer.surveyorId, at);
  return claimOf(tx, claim.id, true);
}

async function finish(
  tx: Tx,
  claim: Claim,
  offer: Offer,
  animals: readonly ClaimAnimal[],
  body: Body,
  files: readonly number[],
  flags: readonly string[],
  by: string | null,
): Promise<void> {
  await settleDeaths(tx, claim, animals, body);
  await setFindings(
    tx,
    body.animals.map((one) => ({
      id: one.claimAnimalId,
      finding: one.finding,
      liabilityCode: one.liabilityCode ?? null,
      exclusionCode: one.exclusionCode ?? null,
      weightKg: one.weightKg ?? null,
      lengthCm: one.lengthCm ?? null,
      note: one.note ?? null,
    })),
  );
  await setOffer(tx, offer.id, 'done');
  if (flags.length > 0) await addFlags(tx, claim.id, flags);
  await stepClaim(tx, claim, 'submitSurvey', by, { surveyed_by: tx.scope.userId });
  const about = { use: 'insurance.insClaim', exceptRef: claim.id };
  const like = await inTenant(tx, tx.scope.tenantNo, 'insurance.likeness', (sys) => photoLike(sys, files, about));
  if (like.length > 0) await raise(tx, claim, 'photoLike', offer.userId, { files: like.map((one) => one.fileId) });
  await lookForOutliers(tx, claim, offer.userId);
}
const wasMine = async (tx: Tx, claimId: number, userId: number | null): Promise<boolean> => {
  const rows = await tx.query(
    `select 1 from insurance.ins_dispatch where tenant_no = kit.tenant() and claim_id = $1 and user_id = $2
       and status in ('replaced', 'timedOut') limit 1`,
    [claimId, userId],
  );
  return rows.length > 0;
};

async function sheet(call: Call<typeof surveySheet>): Promise<SurveySheet> {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const claim = await claimOf(tx, call.query.claimId);
    const version = claim.versionId ? await versionOf(tx, claim.versionId) : null;
    const [offer] = await tx.query<{ status: string }>(
      `select status from insurance.ins_dispatch where tenant_no = kit.tenant() and claim_id = $1 and user_id = $2
         order by id desc limit 1`,
      [claim.id, call.actor.userId],
    );
    const names = await tx.query<{ kind: string; code: string; name: string }>(
      `select kind, code, name from insurance.ins_ingredient where tenant_no = kit.tenant() and status = 'enabled'
         and kind in ('liability', 'exclusion') and code = any ($1) order by order_num`,
      [[...(version?.liabilities.map((one) => one.code) ?? []), ...(version?.exclusions ?? [])]],
    );
    const phrases = await tx.query<{ wording: string }>(
      `select wording from insurance.ins_phrase where tenant_no = kit.tenant() and scene = 'survey'
         and status = 'enabled' and (owner = 'tenant' or (owner = 'insurer' and principal_id = $1)
           or (owner = 'self' and user_id = $2))
       order by owner <> 'self', owner <> 'insurer', order_num, id limit 30`,
      [call.actor.principalId, call.actor.userId],
    );
    const of = (kind: string) => names.filter((one) => one.kind === kind).map(({ code, name }) => ({ code, name }));
    return {
      claimId: claim.id,
      docNo: claim.docNo,
      status: claim.status,
      offer: offer?.status ?? null,
      holder: claim.holderName,
      phoneMask: claim.phoneMask,
      place: claim.place,
      village: shortRegionName(claim.regionCode, call.language),
      product: version?.product ?? '',
      cause: claim.cause,
      occurredAt: new Date(claim.occurredAt).toISOString(),
      arriveDueAt: new Date(claim.arriveDueAt).toISOString(),
      angles: await anglesOf(tx, version, claim.cause),
      wantsWeight: version?.payout.kind === 'weightBand',
      liabilities: of('liability'),
      exclusions: of('exclusion'),
      phrases: phrases.map((one) => one.wording),
      animals: await tx.query<SurveySheet['animals'][number]>(
        `select c.id, c.ear_tag as "earTag", null::text as "electronicTag", c.safe_tag_no as "safeTagNo",
           to_char(c.birth_date, 'YYYY-MM-DD') as "birthDate",
           coalesce((select jsonb_agg(jsonb_build_object('fileId', (p.photo ->> 'fileId')::bigint,
               'angle', p.photo ->> 'angle')) from insurance.ins_policy_animal a
             join insurance.ins_check_scan s on s.tenant_no = a.tenant_no and s.line_id = a.line_id
               and s.result = 'match', jsonb_array_elements(s.photos) p(photo)
             where a.tenant_no = c.tenant_no and a.id = c.policy_animal_id), '[]') as photos
         from insurance.ins_claim_animal c where c.tenant_no = kit.tenant() and c.claim_id = $1
           and c.status not in ('rejected', 'withdrawn', 'removed') order by c.id`,
        [claim.id],
      ),
    };
  });
}

export const surveyRoutes = (): Route[] => [
  serve('insurance', submitSurvey, submit),
  serve('insurance', surveySheet, sheet),
];
