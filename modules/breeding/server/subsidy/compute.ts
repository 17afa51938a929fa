import { notFound, refusal } from '#kit/contract/errors.ts';
import { splitCents, sumCents } from '#kit/contract/money.ts';
import { rangeOf, within } from '#kit/contract/region.ts';
import { recordCalc, ruleHash } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { addDays } from '#modules/breeding/contract/record/days.ts';
import { conditionsOf, recordKindOf, unitOf } from '#modules/breeding/contract/subsidy/conditions.ts';
import type { SubsidyKind } from '#modules/breeding/contract/subsidy/rule-params.ts';
import { adjustmentsOf } from './adjust.ts';
import { lineInputs, subsidyCalc } from './calc.ts';
import { type Candidate, candidatesOf } from './facts.ts';
import { dropBases, insertBases, type NewBasis } from './subsidy-basis.ts';
import { dropExclusions, insertExclusions, type NewExclusion } from './subsidy-exclusion.ts';
import { dropLines, insertLines, type NewLine } from './subsidy-line.ts';
import { type Rule, rulesOf } from './subsidy-rule.ts';

export interface Programme {
  readonly id: number;
  readonly name: string;
  readonly kind: SubsidyKind;
  readonly year: number;
  readonly regionCode: number;
  readonly budget: number;
  readonly publicityDays: number;
  readonly status: string;
  readonly shares: readonly { source: string; pct: number }[];
}
export async function programmeOf(tx: Pick<Tx, 'query'>, id: number): Promise<Programme> {
  const [row] = await tx.query<Programme>(
    `select id, name, kind, year, region_code as "regionCode", budget, publicity_days as "publicityDays", status,
       jsonb_build_array(jsonb_build_object('source', 'central', 'pct', central_pct),
         jsonb_build_object('source', 'province', 'pct', province_pct),
         jsonb_build_object('source', 'prefecture', 'pct', prefecture_pct),
         jsonb_build_object('source', 'county', 'pct', county_pct)) as shares
     from breeding.subsidy_programme where tenant_no = kit.tenant() and id = $1`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

/** Parts of a period, each with the version of the rule that holds on all its days. */
export function periodsOf(rules: readonly Rule[], from: string, to: string) {
  return rules.flatMap((rule, at) => {
    const next = rules[at + 1];
    const until = [to, rule.validTo, next && addDays(next.validFrom, -1)].flatMap((one) => one ?? []).sort()[0] ?? to;
    const since = rule.validFrom > from ? rule.validFrom : from;
    return since <= until ? [{ rule, from: since, to: until }] : [];
  });
}

export interface Judged {
  readonly candidate: Candidate;
  readonly rule: Rule;
  readonly cents: number;
  readonly reason: string | null;
  readonly detail: { wanted: string | null; found: string | null };
}
interface Scope {
  readonly programme: Programme;
  readonly regionCode: number;
  readonly from: string;
  readonly to: string;
  readonly cutAt: string;
  readonly exceptBatch?: number;
}
/** R43: each record by the version that held on its own day; the first condition it fails is its reason. */
export async function judgeAll(tx: Tx, scope: Scope, rules?: readonly Rule[]): Promise<Judged[]> {
  const { programme } = scope;
  const judged: Judged[] = [];
  for (const { rule, from, to } of periodsOf(rules ?? (await rulesOf(tx, programme.id)), scope.from, scope.to)) {
    const candidates = await candidatesOf(tx, {
      programmeId: programme.id,
      kind: programme.kind,
      year: programme.year,
      params: rule.params,
      range: rangeOf(scope.regionCode),
      from,
      to,
      ...(scope.exceptBatch !== undefined && { exceptBatch: scope.exceptBatch }),
    });
    for (const candidate of candidates) {
      const failed = conditionsOf(programme.kind, candidate.facts, rule.params, scope.cutAt).find((one) => !one.met);
      const isOutside = !within(candidate.regionCode, programme.regionCode);
      judged.push({
        candidate,
        rule,
        cents: unitOf(programme.kind, candidate.facts, rule.params),
        reason: isOutside ? 'outOfRegion' : (failed?.code ?? null),
        detail: { wanted: failed?.wanted ?? null, found: failed?.found ?? null },
      });
    }
  }
  return judged;
}

const keyOf = (one: { payeeKind: string; payeeId: number }) => `${one.payeeKind}:${one.payeeId}`;
const sharesOf = (programme: Programme, cents: number) => {
  const parts = splitCents(
    cents,
    programme.shares.map((one) => Math.round(one.pct * 100)),
  );
  return programme.shares.map(({ source }, at) => ({ source, cents: parts[at] ?? 0 }));
};

export interface Batch {
  readonly id: number;
  readonly programme: Programme;
  readonly regionCode: number;
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly cutAt: string;
}

/** Two computations of one programme wait for each other; the database refuses a record twice besides. */
export const holdProgramme = (tx: Tx, programmeId: number) =>
  tx.query("select pg_advisory_xact_lock(hashtextextended('breeding.subsidy', $1))", [programmeId]);

/** Lines, their bases and what was left out; R45: a line is the sum of its bases, its shares add up to it. */
export async function fillBatch(tx: Tx, batch: Batch) {
  const { programme } = batch;
  await dropExclusions(tx, batch.id);
  await dropBases(tx, batch.id);
  await dropLines(tx, batch.id);
  const judged = await judgeAll(tx, {
    programme,
    regionCode: batch.regionCode,
    from: batch.periodFrom,
    to: batch.periodTo,
    cutAt: batch.cutAt,
    exceptBatch: batch.id,
  });
  const counted = judged.filter((one) => one.reason === null);
  const excluded = judged.filter((one) => one.reason !== null);
  const back = await adjustmentsOf(tx, programme, rangeOf(batch.regionCode));
  const lines: NewLine[] = [];
  for (const own of Map.groupBy(counted, (one) => keyOf(one.candidate)).values()) {
    const { candidate } = own[0] as Judged;
    const cents = sumCents(own.map((one) => one.cents));
    const { regionCode, payeeKind, payeeId, principalId, payeeName } = candidate;
    const shares = sharesOf(programme, cents);
    const key = keyOf(candidate);
    lines.push({
      key,
      regionCode,
      payeeKind,
      payeeId,
      principalId,
      payeeName,
      count: own.length,
      cents,
      shares,
      adjustOf: null,
    });
  }
  for (const own of Map.groupBy(back, keyOf).values()) {
    const [first] = own;
    if (!first) continue;
    const cents = sumCents(own.map((one) => one.cents));
    const { regionCode, payeeKind, payeeId, principalId, payeeName } = first;
    const of = { regionCode, payeeKind, payeeId, principalId, payeeName, count: -own.length, cents };
    lines.push({ ...of, key: `${keyOf(first)}:-`, shares: sharesOf(programme, cents), adjustOf: first.lineId });
  }
  const ids = await insertLines(tx, { id: batch.id, programmeId: programme.id, year: programme.year }, lines);
  const recordKind = recordKindOf[programme.kind];
  const bases: NewBasis[] = [
    ...counted.map(({ candidate, rule, cents }) => ({
      lineId: ids.get(keyOf(candidate)) as number,
      ruleId: rule.id,
      recordKind,
      recordId: candidate.recordId,
      slot: candidate.slot,
      adjustOf: null,
      label: candidate.label,
      on: candidate.on,
      inputs: { ...candidate.facts, unitCents: cents },
      cents,
    })),
    ...back.map((one) => ({
      lineId: ids.get(`${keyOf(one)}:-`) as number,
      ruleId: one.ruleId,
      recordKind,
      recordId: one.recordId,
      slot: one.slot,
      adjustOf: one.basisId,
      label: one.label,
      on: one.on,
      inputs: { reason: one.reason, ofBatch: one.batchNo, unitCents: one.cents },
      cents: one.cents,
    })),
  ];
  await insertBases(tx, { id: batch.id, programmeId: programme.id }, bases);
  const left: NewExclusion[] = excluded.map(({ candidate, reason, detail }) => ({
    regionCode: candidate.regionCode,
    principalId: candidate.principalId,
    recordKind,
    recordId: candidate.recordId,
    slot: candidate.slot,
    label: candidate.label,
    on: candidate.on,
    reason: reason as string,
    detail,
  }));
  await insertExclusions(tx, { id: batch.id, programmeId: programme.id }, left);
  const ofLine = Map.groupBy(bases, (one) => one.lineId);
  for (const line of lines) {
    const own = ofLine.get(ids.get(line.key) as number) ?? [];
    await recordCalc(tx, {
      kind: subsidyCalc,
      id: ids.get(line.key) as number,
      rule: {
        ref: `breeding.subsidyRule:${[...new Set(own.map((one) => one.ruleId))].join()}`,
        content: [...new Set(own.map((one) => one.ruleId))],
      },
      inputs: lineInputs(own.map((one) => one.cents)),
    });
  }
  const total = sumCents(lines.map((one) => one.cents));
  return {
    lines: lines.length,
    basis: bases.length,
    excluded: left.length,
    totalCents: total,
    ruleIds: [...new Set(bases.map((one) => one.ruleId))].sort((a, b) => a - b),
    shares: programme.shares.map(({ source }, at) => ({
      source,
      cents: sumCents(lines.map((line) => line.shares[at]?.cents ?? 0)),
    })),
    inputHash: ruleHash(bases.map((one) => [one.recordKind, one.recordId, one.slot, one.ruleId, one.cents]) as never),
    resultHash: resultHash(lines.map((line) => [line.key, line.cents] as const)),
  };
}
export const resultHash = (lines: readonly (readonly [string, number])[]): string =>
  ruleHash([...lines].sort(([a], [b]) => (a < b ? -1 : 1)) as never);

export function mustLieIn(programme: Programme, regionCode: number): void {
  if (programme.status !== 'active') throw refusal('programmeClosed', 'breeding.refusal.programmeClosed');
  if (!within(regionCode, programme.regionCode)) throw refusal('outOfRegion', 'breeding.refusal.outOfRegion');
}
