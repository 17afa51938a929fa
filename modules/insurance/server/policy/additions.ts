import { notFound, wrongState } from '#kit/contract/errors.ts';
import { sumCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { registerDue, setDue } from '#kit/server/due/due.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { photoUsed } from '#kit/server/files/prints.ts';
import { today } from '#kit/server/today.ts';
import type { EndorsedAnimal } from '#modules/insurance/contract/policy/policy.ts';
import { farmerPart, premiumOf, proRataOf, splitOf } from '#modules/insurance/contract/product/arithmetic.ts';
import { addDays, coverDays, daysBetween, waitingUntil } from '#modules/insurance/contract/product/days.ts';
import { enrolExtract } from '#modules/registry/server/index.ts';
import { type Judged, judge } from '../enrolment/eligibility.ts';
import { listOf } from '../enrolment/ins-enrolment.moves.ts';
import { endExtras, insertExtra, isPaid } from '../enrolment/ins-order.changes.ts';
import { anglesOf, animalPhotos, premiumInputs, type Version, versionOf } from '../product/version-of.ts';
import { refuse } from '../refusals.ts';
import { numberOf } from '../setting/ins-setting.ts';
import { begin, type Head, midnight } from './cover-clock.ts';
import { lapseEndorsement, type Priced, setEffective, setItems } from './ins-endorsement.ts';
import { policyHead } from './ins-policy.status.ts';
import { insertAdded } from './ins-policy-animal.ts';

/** R50: animals that come under a running policy: eligible, seen, paid for, and covered from the day after. */
const starts = 'insurance.addedStarts';

export interface Seen {
  readonly earTag: string;
  readonly photos: readonly { readonly fileId: number; readonly angle: string }[];
  readonly takenAt?: string | null | undefined;
}
interface Holder {
  readonly partyId: number;
  readonly enrolmentPartyId: number;
}
interface Found {
  readonly animal: Judged;
  readonly holder: Holder;
}
interface Running {
  readonly status: string;
  readonly enrolmentId: number;
  readonly insurerId: number;
  readonly months: number;
  readonly coverFrom: string;
  readonly coverTo: string;
}
const runningOf = async (tx: Tx, policyId: number): Promise<Running> => {
  const [row] = await tx.query<Running>(
    `select status, enrolment_id as "enrolmentId", insurer_id as "insurerId", months,
       to_char(cover_from, 'YYYY-MM-DD') as "coverFrom", to_char(cover_to, 'YYYY-MM-DD') as "coverTo"
     from insurance.ins_policy where tenant_no = kit.tenant() and id = $1`,
    [policyId],
  );
  if (!row) throw notFound();
  return row;
};

/** R11–R13, by the rules of every list: of holders under this policy, each eligible on its first day. */
async function find(tx: Tx, policyId: number, version: Version, tags: readonly string[], on: string): Promise<Found[]> {
  const policy = await runningOf(tx, policyId);
  // It may have ended while the money was on its way.
  if (policy.status !== 'effective') throw wrongState(policy.status, 'insurance.endorse.title');
  const list = await listOf(tx, policy.enrolmentId);
  const coverFrom = addDays(on, 1);
  if (on < today()) throw refuse('coverTooEarly');
  if (coverFrom > policy.coverTo) throw refuse('policyEnding', { date: policy.coverTo });
  const holders = await tx.query<Holder & { principalId: number }>(
    `select id as "partyId", principal_id as "principalId", enrolment_party_id as "enrolmentPartyId"
     from insurance.ins_policy_party where tenant_no = kit.tenant() and policy_id = $1
       and enrolment_party_id is not null`,
    [policyId],
  );
  const byHolder = new Map(holders.map((one) => [one.principalId, one]));
  const herd = await enrolExtract(tx, {
    ground: `insurance.insArea:${list.areaId}`,
    principalIds: [...byHolder.keys()],
    day: today(),
  });
  const wanted = new Set(tags);
  const judged = await judge(
    tx,
    herd.filter((one) => wanted.has(one.tag)),
    {
      version,
      insurerId: policy.insurerId,
      coverFrom,
      coverTo: policy.coverTo,
      renewBeforeDays: await numberOf(tx, 'enrol.renewBeforeDays', list.regionCode, policy.insurerId),
    },
  );
  if (judged.length < wanted.size) throw refuse('notOfAHolder');
  return judged.map((animal) => {
    const { row, why, until } = animal;
    if (until) throw refuse('alreadyInsured', { tag: row.tag, date: until });
    if (why.includes('inOtherList')) throw refuse('inOtherEnrolment');
    if (why.length > 0) throw refuse('notEligible', { reasons: `${row.tag} ${why.join(', ')}` });
    return { animal, holder: byHolder.get(row.principalId) as Holder };
  });
}

/** Every animal from each side the version asks for, in pictures that show no other. */
async function mustBeSeen(tx: Tx, seen: readonly Seen[], angles: readonly string[]): Promise<number[]> {
  for (const { earTag, photos } of seen) {
    const lacking = angles.filter((angle) => !photos.some((one) => one.angle === angle));
    if (lacking.length > 0) throw refuse('photoMissing', { angles: `${earTag} ${lacking.join(', ')}` });
  }
  const files = seen.flatMap((one) => one.photos.map((photo) => photo.fileId));
  const used = await photoUsed(tx, files, { use: animalPhotos });
  if (used.length > 0 || new Set(files).size < files.length) throw refuse('photoUsed');
  return files;
}

export interface Addition {
  readonly animals: (Priced & { readonly before: null; readonly after: string })[];
  readonly angles: string[];
  readonly files: number[];
}
export async function priceAdded(
  tx: Tx,
  policy: { readonly id: number; readonly versionId: number; readonly docNo: string },
  seen: readonly Seen[],
  on: string,
  isPreview: boolean,
): Promise<Addition> {
  const version = await versionOf(tx, policy.versionId);
  const found = await find(
    tx,
    policy.id,
    version,
    seen.map((one) => one.earTag),
    on,
  );
  const angles = await anglesOf(tx, version.photos);
  const files = isPreview ? [] : await mustBeSeen(tx, seen, angles);
  const { months, insurerId, coverFrom, coverTo } = await runningOf(tx, policy.id);
  const { cents: premiumCents } = premiumOf(premiumInputs(version, months));
  const days = { daysLeft: daysBetween(on, coverTo), days: coverDays(coverFrom, coverTo) };
  const inputs = { premiumCents, ...days, shares: version.payers };
  const { cents, steps } = proRataOf(inputs);
  const animals = found.map(({ animal: { row }, holder }) => {
    const own = seen.find((one) => one.earTag === row.tag);
    return {
      covered: {
        id: 0,
        policyId: policy.id,
        partyId: holder.partyId,
        animalId: row.animalId,
        earTag: row.tag,
        insurerId,
        principalId: row.principalId,
        regionCode: row.regionCode,
        versionId: policy.versionId,
        policyStatus: 'effective',
        docNo: policy.docNo,
        coverFrom: addDays(on, 1),
        coverTo,
        premium: cents,
        paid: 0,
        status: 'live',
        endReason: null,
        changeId: null,
      },
      cents,
      split: splitOf(cents, version.payers),
      how: steps[0]?.how ?? '',
      inputs: { earTag: row.tag, ...inputs },
      before: null,
      after: addDays(on, 1),
      more: { photos: own?.photos ?? [], takenAt: own?.takenAt ?? null },
    };
  });
  return { animals, angles, files };
}
export const keepPhotos = (tx: Tx, id: number, files: readonly number[]) =>
  linkFiles(tx, files, 'insurance.insEndorsement', id);

interface Stored {
  readonly policyId: number;
  readonly status: string;
  readonly on: string;
  readonly versionId: number;
  readonly items: readonly EndorsedAnimal[];
}
async function storedOf(tx: Tx, id: number): Promise<Stored | null> {
  const [row] = await tx.query<Stored>(
    `select e.policy_id as "policyId", e.status, to_char(e.effective_on, 'YYYY-MM-DD') as on, e.items,
       p.version_id as "versionId"
     from insurance.ins_endorsement e join insurance.ins_policy p on p.tenant_no = e.tenant_no and p.id = e.policy_id
     where e.tenant_no = kit.tenant() and e.id = $1 and e.kind = 'add' for update of e`,
    [id],
  );
  return row ?? null;
}

/** Once approved, every holder owes its part; until it is paid nothing is covered. */
export async function askExtra(tx: Tx, id: number): Promise<void> {
  const one = await storedOf(tx, id);
  if (!one) return;
  const tags = one.items.map((item) => item.earTag);
  const found = await find(tx, one.policyId, await versionOf(tx, one.versionId), tags, one.on);
  const owed = found.map(({ animal, holder }) => ({
    partyId: holder.enrolmentPartyId,
    cents: farmerPart(one.items.find((item) => item.animalId === animal.row.animalId)?.split ?? []),
  }));
  for (const [partyId, own] of Map.groupBy(owed, (line) => line.partyId)) {
    const cents = sumCents(own.map((line) => line.cents));
    if (cents > 0) await insertExtra(tx, id, { partyId, cents, head: own.length, dueOn: one.on });
  }
  await setDue(tx, starts, String(id), midnight(addDays(one.on, 1)));
  await coverAdded(tx, id);
}

/** With the last extra premium confirmed: the covers, unless the day has passed or somebody else's came first. */
export const coverAdded = (caller: Tx, id: number): Promise<void> =>
  inTenant(caller, caller.scope.tenantNo, 'insurance.add', async (tx) => {
    const one = await storedOf(tx, id);
    if (one?.status !== 'approved' || !(await isPaid(tx, id))) return;
    if (one.on < today()) throw refuse('coverPassed', { date: addDays(one.on, 1) });
    const version = await versionOf(tx, one.versionId);
    const found = await find(
      tx,
      one.policyId,
      version,
      one.items.map((item) => item.earTag),
      one.on,
    );
    const coverFrom = addDays(one.on, 1);
    const made = await insertAdded(
      tx,
      one.policyId,
      {
        coverFrom,
        waitingUntil: waitingUntil(coverFrom, version.waitingDays, null),
        sumInsured: version.sumInsured,
      },
      found.map(({ animal: { row }, holder }) => {
        const item = one.items.find((own) => own.animalId === row.animalId);
        return { ...row, partyId: holder.partyId, earTag: row.tag, cents: item?.cents ?? 0, split: item?.split ?? [] };
      }),
    );
    const ids = new Map(made.map((cover) => [cover.animalId, cover.id]));
    await setItems(
      tx,
      id,
      one.items.map((item) => ({ ...item, policyAnimalId: ids.get(item.animalId) ?? 0 })),
    );
    await setEffective(tx, id);
  });

/** The midnight after its day: those paid for are insured, what nobody paid for has come to nothing. */
async function start(tx: Tx, id: number): Promise<void> {
  const one = await storedOf(tx, id);
  if (one?.status === 'approved') {
    await endExtras(tx, id);
    await lapseEndorsement(tx, id);
  }
  if (one?.status !== 'effective') return;
  const policy = await policyHead(tx, one.policyId);
  const animals = await tx.query<Head>(
    `select animal_id as "animalId", principal_id as "principalId", region_code as "regionCode",
       sum_insured as "sumInsured"
     from insurance.ins_policy_animal where tenant_no = kit.tenant() and id = any ($1)
       and status in ('live', 'transferPending') order by animal_id`,
    [one.items.map((item) => item.policyAnimalId)],
  );
  if (policy?.was === 'effective') await begin(tx, policy, animals, addDays(one.on, 1));
}
export const registerAddition = (): void => registerDue(starts, (tx, { ref }) => start(tx, Number(ref)));
