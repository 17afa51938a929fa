import { createHash } from 'node:crypto';
import { ratio, times } from '#kit/contract/money.ts';
import { within } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import type { RefusedAnimal } from '#modules/insurance/contract/enrolment/enrolment.ts';
import { mostLines } from '#modules/insurance/contract/enrolment/list-building.ts';
import { farmerPart, premiumOf, splitOf } from '#modules/insurance/contract/product/arithmetic.ts';
import { addDays, coverEnds } from '#modules/insurance/contract/product/days.ts';
import { enrolExtract } from '#modules/registry/server/index.ts';
import { premiumInputs, type Version, versionOf } from '../product/version-of.ts';
import { refuse } from '../refusals.ts';
import { type Area, areaFor } from '../setting/ins-area.ts';
import { numberOf } from '../setting/ins-setting.ts';
import { type Judged, judge } from './eligibility.ts';

export interface ListAsk {
  readonly kind: 'collective' | 'individual';
  readonly regionCode: number;
  readonly versionId: number;
  readonly months: number;
  readonly coverFrom: string;
  /** For whom the caller works. */
  readonly insurers: readonly number[];
  readonly holders?: readonly string[] | null | undefined;
  /** Only these animals: those of a policy that ends. */
  readonly animalIds?: readonly number[] | undefined;
  readonly coordinatorId?: number | null | undefined;
  readonly enrolmentId?: number | null | undefined;
  readonly renewalOfId?: number | null | undefined;
  /** A list of former days (R61): whatever is sold now, from the herd as it was before its cover began. */
  readonly isPast?: boolean | undefined;
}
export interface Candidates {
  readonly area: Area;
  readonly version: Version;
  readonly coverTo: string;
  readonly premium: number;
  readonly farmer: number;
  readonly judged: readonly Judged[];
  readonly eligible: readonly Judged[];
}

/** Nobody insures further ahead than a year. */
export const latestStart = (): string => addDays(today(), 366);

/** A holder as a preview names it: the number itself stays on the server. */
export const holderKey = (tenantNo: number, areaId: number, principalId: number): string =>
  createHash('sha256').update(`holder:${tenantNo}:${areaId}:${principalId}`).digest('hex').slice(0, 20);

/** R10, R11: nothing of the register is read before the area is proved. */
export async function candidatesFor(tx: Tx, ask: ListAsk): Promise<Candidates> {
  const version = await versionOf(tx, ask.versionId);
  const area = await areaFor(tx, ask.insurers, ask.regionCode, version.productId, ask.isPast ? ask.coverFrom : today());
  const isSold =
    version.status === 'published' &&
    version.isOn &&
    version.saleFrom <= today() &&
    (version.saleTo === null || version.saleTo >= today()) &&
    within(ask.regionCode, version.regionCode) &&
    (version.ownerInsurerId === null || version.ownerInsurerId === area.insurerId);
  if (!isSold && !ask.isPast) throw refuse('notSold');
  const { cents } = premiumOf(premiumInputs(version, ask.months));
  if (ask.coverFrom <= today() && !ask.isPast) throw refuse('coverTooEarly');
  if (ask.coverFrom > latestStart()) throw refuse('coverTooLate');
  const coverTo = coverEnds(ask.coverFrom, ask.months);
  const herd = await enrolExtract(tx, {
    ground: `insurance.insArea:${area.id}`,
    regionCode: ask.regionCode,
    day: ask.isPast ? addDays(ask.coverFrom, -1) : today(),
  });
  const keys = ask.holders ? new Set(ask.holders) : null;
  const animals = ask.animalIds ? new Set(ask.animalIds) : null;
  const asked = herd.filter(
    (one) =>
      (!keys || keys.has(holderKey(tx.scope.tenantNo, area.id, one.principalId))) &&
      (!animals || animals.has(one.animalId)),
  );
  const judged = await judge(tx, asked, {
    version,
    insurerId: area.insurerId,
    coverFrom: ask.coverFrom,
    coverTo,
    renewBeforeDays: await numberOf(tx, 'enrol.renewBeforeDays', ask.regionCode, area.insurerId),
    exceptId: ask.enrolmentId ?? null,
  });
  return {
    area,
    version,
    coverTo,
    premium: cents,
    farmer: farmerPart(splitOf(cents, version.payers)),
    judged,
    eligible: judged.filter((one) => one.why.length === 0),
  };
}

/** R20: as few lists as will do, of about equal length, each holder on one where it fits. */
export function partsOf(eligible: readonly Judged[]): Judged[][] {
  const count = Math.max(1, Math.ceil(eligible.length / mostLines));
  const size = Math.ceil(eligible.length / count);
  const parts: Judged[][] = [[]];
  for (const own of Map.groupBy(eligible, (one) => one.row.principalId).values())
    for (let at = 0; at < own.length; at += mostLines) {
      const piece = own.slice(at, at + mostLines);
      const last = parts.at(-1) as Judged[];
      const isFull = last.length > 0 && (last.length + piece.length > mostLines || last.length >= size);
      if (isFull) parts.push([...piece]);
      else last.push(...piece);
    }
  return parts;
}

const mostTold = 500;
export const refusedOf = (judged: readonly Judged[]): RefusedAnimal[] =>
  judged
    .filter((one) => one.why.length > 0)
    .slice(0, mostTold)
    .map(({ row, why, until }) => ({
      earTag: row.tag,
      holder: row.holderName,
      why: [...why],
      ...(until && { until }),
    }));
export function reasonsOf(judged: readonly Judged[]): { code: string; n: number }[] {
  const counts = new Map<string, number>();
  for (const one of judged) for (const code of one.why) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, n]) => ({ code, n })).sort((a, b) => b.n - a.n);
}

/** What the wizard shows before anything is stored; what a build answers afterwards. */
export async function tell(tx: Tx, { area, version, judged, eligible, coverTo, premium, farmer }: Candidates) {
  const holders = [...Map.groupBy(judged, (one) => one.row.principalId)];
  const results = await tx.query<{ id: number; result: string }>(
    `select distinct on (principal_id) principal_id as id, result from insurance.ins_collation
     where tenant_no = kit.tenant() and insurer_id = $1 and principal_id = any ($2) order by principal_id, year desc`,
    [area.insurerId, holders.map(([id]) => id)],
  );
  const collation = new Map(results.map((one) => [one.id, one.result]));
  const head = eligible.length;
  return {
    parts: partsOf(eligible).length,
    parties: new Set(eligible.map((one) => one.row.principalId)).size,
    head,
    sumInsuredCents: times(version.sumInsured, ratio(head, 1)),
    premiumCents: times(premium, ratio(head, 1)),
    farmerCents: times(farmer, ratio(head, 1)),
    coverTo,
    holders: holders.map(([id, own]) => ({
      key: holderKey(tx.scope.tenantNo, area.id, id),
      name: own[0]?.row.holderName ?? '',
      village: own[0]?.row.village ?? null,
      head: own.filter((one) => one.why.length === 0).length,
      refused: own.filter((one) => one.why.length > 0).length,
      collation: collation.get(id) ?? null,
    })),
    refusedHead: judged.length - head,
    reasons: reasonsOf(judged),
    refused: refusedOf(judged),
  };
}
export const mustHave = (eligible: readonly Judged[]): void => {
  if (eligible.length === 0) throw refuse('nothingEligible');
};
