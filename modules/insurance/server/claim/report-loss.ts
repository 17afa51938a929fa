import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { type LossCover, lossCover, type Reported, reportLoss } from '#modules/insurance/contract/claim/claim-calls.ts';
import { clockOf } from '#modules/insurance/contract/claim/claim-life.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { changeAnimals } from '#modules/registry/server/index.ts';
import { tellClaim } from '../extension-points.ts';
import { push } from '../push/ins-push.ts';
import { refuse } from '../refusals.ts';
import { numberOf } from '../setting/ins-setting.ts';
import { setArrivalClock, setDispatchClock } from './claim-clock.ts';
import { offerBest } from './dispatching.ts';
import { claimOf } from './ins-claim.moves.ts';
import { claimOfRequest, insertClaim } from './ins-claim.report.ts';
import { claimAnimalsOf, insertClaimAnimals, setDeath } from './ins-claim-animal.ts';

interface Cover {
  readonly id: number;
  readonly earTag: string;
  readonly formerTags: readonly string[];
  readonly animalId: number;
  readonly policyId: number;
  readonly policyKind: string;
  readonly versionId: number;
  readonly productId: number;
  readonly coverCode: string;
  readonly insurerId: number;
  readonly principalId: number;
  readonly presentHolderId: number | null;
  readonly holderName: string;
  readonly regionCode: number;
  readonly bankId: number | null;
  readonly coverFrom: string;
  readonly coverTo: string;
  readonly waitingUntil: string | null;
  readonly status: string;
  readonly isClaimed: boolean;
}
const columns = `a.id, a.ear_tag as "earTag", a.former_tags as "formerTags", a.animal_id as "animalId",
  a.policy_id as "policyId", p.kind as "policyKind", p.version_id as "versionId", a.product_id as "productId",
  a.cover_code as "coverCode", a.insurer_id as "insurerId", a.principal_id as "principalId",
  c.holder_name as "holderName", a.region_code as "regionCode", a.bank_id as "bankId",
  to_char(a.cover_from, 'YYYY-MM-DD') as "coverFrom", to_char(a.cover_to, 'YYYY-MM-DD') as "coverTo",
  to_char(a.waiting_until, 'YYYY-MM-DD') as "waitingUntil", a.status,
  exists (select 1 from insurance.ins_claim_animal o where o.tenant_no = a.tenant_no and o.policy_animal_id = a.id
    and o.status not in ('rejected', 'withdrawn', 'removed')) as "isClaimed"`;
const from = `from insurance.ins_policy_animal a
  join insurance.ins_policy p on p.tenant_no = a.tenant_no and p.id = a.policy_id
  join insurance.ins_policy_party c on c.tenant_no = a.tenant_no and c.id = a.party_id`;
/** R29: under cover that day, and not ended by anything but the loss itself. */
const alive = `a.status in ('live', 'transferPending', 'loss', 'claimed')`;

/** Covers under these numbers that the caller sees, and those of animals it holds by now (R50). */
async function coversOf(tx: Tx, tags: readonly string[], holders: readonly number[]): Promise<Cover[]> {
  const seen = await tx.query<Cover>(
    `select ${columns}, null::bigint as "presentHolderId" ${from}
     where a.tenant_no = kit.tenant() and (a.ear_tag = any ($1) or a.former_tags && $1::text[]) and ${alive}
     order by a.cover_from desc`,
    [tags],
  );
  const missing = tags.filter((tag) => !seen.some((one) => one.earTag === tag || one.formerTags.includes(tag)));
  if (missing.length === 0 || holders.length === 0) return seen;
  const own = await inTenant(tx, tx.scope.tenantNo, 'insurance.report', (sys) =>
    sys.query<Cover>(
      `select ${columns}, h.principal_id as "presentHolderId" ${from}
         join insurance.animal_seen h on h.id = a.animal_id
       where a.tenant_no = kit.tenant() and a.ear_tag = any ($1) and a.status = 'transferPending'
         and h.principal_id = any ($2)`,
      [missing, holders],
    ),
  );
  return [...seen, ...own];
}
const isCovered = (one: Cover, day: string) =>
  one.status !== 'claimed' && one.coverFrom <= day && day <= one.coverTo && !one.isClaimed;
const whyNot = (one: Cover | undefined, day: string): string => {
  if (!one || one.coverTo < day) return 'outOfCover';
  if (one.isClaimed || one.status === 'claimed') return 'alreadyClaimed';
  return 'outOfCover';
};

/** The disaster at this place and time, the nearest region first. */
export const catastropheAt = async (tx: Tx, regionCode: number, at: string) => {
  const [row] = await tx.query<{ id: number; arriveHours: number }>(
    `select id, arrive_hours as "arriveHours" from insurance.ins_catastrophe where tenant_no = kit.tenant()
       and $1::bigint >= region_code and $1::bigint < region_code + (case when region_code % 10000000000 = 0
         then 10000000000 when region_code % 100000000 = 0 then 100000000 when region_code % 1000000 = 0 then 1000000
         when region_code % 1000 = 0 then 1000 else 1 end)
       and from_at <= $2 and (to_at is null or to_at >= $2) and status = 'active'
     order by region_code desc, id limit 1`,
    [regionCode, at],
  );
  return row ?? null;
};

/** R31: the registry's document of the death; the claim hangs on it, or makes it. */
export async function tellDeath(
  tx: Tx,
  claimId: number,
  about: { lostOn: string; cause: string; photos: readonly number[]; unitId: number | null },
): Promise<void> {
  const animals = await claimAnimalsOf(tx, claimId);
  await inTenant(tx, tx.scope.tenantNo, 'insurance.death', async (sys) => {
    const known = await sys.query<{ animalId: number; status: string; changeId: number | null; type: string | null }>(
      `select animal_id as "animalId", animal_status as status, change_id as "changeId", change_type as type
       from insurance.death_seen where tenant_no = kit.tenant() and animal_id = any ($1)`,
      [animals.map((one) => one.animalId)],
    );
    const facts = new Map(known.map((one) => [one.animalId, one]));
    const isFree = (animalId: number) => {
      const fact = facts.get(animalId);
      return fact?.status === 'inStock' && fact.changeId === null;
    };
    for (const one of animals) {
      const fact = facts.get(one.animalId);
      if (fact?.changeId && fact.type === 'death') await setDeath(tx, [one.id], fact.changeId);
    }
    const free = animals.filter((one) => isFree(one.animalId));
    if (free.length === 0) return;
    const made = await changeAnimals(sys, {
      changeType: 'death',
      animalIds: free.map((one) => one.animalId),
      happenedOn: about.lostOn,
      cause: about.cause,
      photoIds: about.photos,
      source: 'insurance',
      mayCorrect: true,
      actor: tx.scope.userId,
      byPrincipalId: about.unitId,
    });
    await setDeath(
      tx,
      free.map((one) => one.id),
      made.changeId,
    );
  });
}

const dayOf = (at: string): string => new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 10);
const answerOf = async (tx: Tx, id: number, left: Reported['left']): Promise<Reported> => {
  const claim = await claimOf(tx, id);
  const [offer] = await inTenant(tx, tx.scope.tenantNo, 'insurance.offered', (sys) =>
    sys.query<{ name: string; distanceKm: number | null }>(
      `select surveyor_name as name, distance_km::float8 as "distanceKm" from insurance.ins_dispatch
       where tenant_no = kit.tenant() and claim_id = $1 and status in ('offered', 'accepted', 'arrived')`,
      [id],
    ),
  );
  return {
    claimId: id,
    docNo: claim.docNo,
    status: claim.status,
    arriveDueAt: new Date(claim.arriveDueAt).toISOString(),
    surveyor: offer ?? null,
    head: (await claimAnimalsOf(tx, id)).length,
    left,
    flags: [...claim.flags],
  };
};

async function report(call: Call<typeof reportLoss>): Promise<Reported> {
  const { body, tx, actor } = call;
  const before = await claimOfRequest(tx, body.requestKey);
  if (before) return answerOf(tx, before.id, []);
  const reportedAt = new Date();
  const lostOn = dayOf(body.occurredAt);
  if (Date.parse(body.occurredAt) > reportedAt.getTime() + 300_000) throw refuse('notYetHappened');
  if (addDays(lostOn, 730) < dayOf(reportedAt.toISOString())) throw refuse('tooLate');
  const tags = [...new Set(body.earTags)];
  const covers = await coversOf(tx, tags, actor.scope.principals);
  const found = tags.map((tag) => {
    const own = covers.filter((one) => one.earTag === tag || one.formerTags.includes(tag));
    return { tag, cover: own.find((one) => isCovered(one, lostOn)), any: own[0] };
  });
  const covered = found.flatMap(({ cover }) => (cover ? [cover] : []));
  const left = found.flatMap(({ tag, cover, any }) => (cover ? [] : [{ earTag: tag, why: whyNot(any, lostOn) }]));
  if (covered.length === 0 && left.some((one) => one.why === 'alreadyClaimed')) throw refuse('alreadyClaimed');
  const first = covered[0] ?? found.find((one) => one.any)?.any;
  const isMixed = covered.some((one) => one.policyId !== first?.policyId || one.principalId !== first?.principalId);
  if (isMixed) throw refuse('oneHolder');
  const unit = first ?? (await strangerOf(tx, tags, actor.principalId, actor.scope.principals));
  if (!unit) throw notFound();
  const { regionCode, insurerId } = unit;
  const disaster = await catastropheAt(tx, regionCode, body.occurredAt);
  const hours = disaster?.arriveHours ?? (await numberOf(tx, 'claim.arriveHours', regionCode, insurerId));
  const clock = clockOf(reportedAt, await numberOf(tx, 'claim.dispatchMinutes', regionCode, insurerId), hours);
  const late = (await numberOf(tx, 'claim.lateReportHours', regionCode, insurerId)) * 3_600_000;
  const isInquiry = covered.length === 0;
  const isWaiting = covered.some((one) => one.waitingUntil !== null && lostOn < one.waitingUntil);
  const made = await insertClaim(tx, {
    ...body,
    requestKey: body.requestKey,
    regionCode,
    insurerId,
    principalId: first?.presentHolderId ?? unit.principalId,
    bankId: covered.find((one) => one.bankId)?.bankId ?? null,
    holderName: unit.holderName,
    policyId: isInquiry ? null : (first?.policyId ?? null),
    productId: first?.productId ?? null,
    versionId: first?.versionId ?? null,
    coverCode: first?.coverCode ?? 'death',
    kind: first?.policyKind ?? 'individual',
    reportedAt,
    relation: body.relation ?? null,
    causeText: body.causeText ?? null,
    place: body.place ?? null,
    longitude: body.location?.longitude ?? null,
    latitude: body.location?.latitude ?? null,
    tags,
    catastropheId: disaster?.id ?? null,
    ...clock,
    rejectCode: isInquiry ? 'outOfCover' : isWaiting ? 'waiting' : null,
    flags: [
      ...(reportedAt.getTime() - Date.parse(body.occurredAt) > late ? ['lateReport'] : []),
      ...(covered.some((one) => one.status === 'transferPending') ? ['transferPending'] : []),
    ],
    status: isInquiry ? 'rejected' : 'reported',
  });
  if (body.photos.length > 0) await linkFiles(tx, body.photos, 'insurance.insClaim', made.id);
  if (!isInquiry) {
    await insertClaimAnimals(
      tx,
      made.id,
      covered.map((one) => one.id),
      lostOn,
    );
    await tellClaim(tx, made.id);
    await tellDeath(tx, made.id, { lostOn, cause: body.cause, photos: body.photos, unitId: actor.principalId });
    await setArrivalClock(tx, made.id, reportedAt, clock.arriveDueAt);
    await setDispatchClock(tx, made.id, clock.dispatchDueAt);
    const claim = await claimOf(tx, made.id, true);
    await offerBest(tx, claim, actor.nickname);
    await push(tx, {
      insurerId: claim.insurerId,
      kind: 'claim.reported',
      aggregate: `claim:${claim.id}`,
      docNo: claim.docNo,
      content: { reportedAt: claim.reportedAt, cause: claim.cause, head: covered.length },
    });
  }
  call.answer.msg = call.say('ok.saved');
  return answerOf(tx, made.id, left);
}

/** Of an animal nobody insured: its holder, and the insurer who was asked; whoever calls is given a number. */
async function strangerOf(tx: Tx, tags: readonly string[], unitId: number | null, units: readonly number[]) {
  const [row] = await inTenant(tx, tx.scope.tenantNo, 'insurance.inquiry', (sys) =>
    sys.query<{ principalId: number; holderName: string; regionCode: number }>(
      `select h.id as "principalId", h.name as "holderName", h.region_code as "regionCode"
       from insurance.tag_seen t join insurance.animal_seen a on a.id = t.animal_id
         join insurance.holder_seen h on h.id = a.principal_id
       where t.tenant_no = kit.tenant() and t.tag_no = any ($1) and (h.id = any ($2) or not exists (
         select 1 from insurance.holder_seen own where own.id = any ($2) and own.type <> 'insurer')) limit 1`,
      [tags, units],
    ),
  );
  return row && unitId ? { ...row, insurerId: unitId } : null;
}

async function cover(call: Call<typeof lossCover>): Promise<LossCover> {
  const { words, day } = call.query;
  const [rows] = await call.database.read<[Omit<LossCover[number], 'why' | 'village'> & Cover]>(call.actor.scope, {
    text: `select ${columns}, null::bigint as "presentHolderId", a.id as "policyAnimalId", c.holder_name as holder,
        d.name as product, coalesce(p.policy_no, p.doc_no) as policy, a.sum_insured as "sumInsuredCents"
      ${from} join insurance.ins_product d on d.tenant_no = a.tenant_no and d.id = a.product_id
      where a.tenant_no = kit.tenant() and a.cover_to >= $2::date - 60 and (case when $1 ~ '^[0-9]{4,15}$'
        then a.ear_tag like '%' || $1 or $1 = any (a.former_tags) else c.holder_name like $1 || '%' end)
      order by c.holder_name, a.ear_tag, a.cover_from desc limit 60`,
    values: [words.replace(/[%_\\]/g, ''), day],
  });
  return rows.map((one) => ({
    policyAnimalId: one.policyAnimalId,
    earTag: one.earTag,
    holder: one.holder,
    village: shortRegionName(one.regionCode, call.language),
    product: one.product,
    policy: one.policy,
    coverTo: one.coverTo,
    sumInsuredCents: one.sumInsuredCents,
    why: whyCovered(one, day),
  }));
}
function whyCovered(one: Cover, day: string): LossCover[number]['why'] {
  if (one.isClaimed || one.status === 'claimed') return 'claimed';
  if (one.status === 'ended' || day > one.coverTo) return 'ended';
  if (day < one.coverFrom) return 'notYet';
  return one.waitingUntil !== null && day < one.waitingUntil ? 'waiting' : 'covered';
}

export const reportRoutes = (): Route[] => [
  serve('insurance', reportLoss, report),
  serve('insurance', lossCover, cover),
];
