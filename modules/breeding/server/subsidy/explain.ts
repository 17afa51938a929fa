import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { conditionsOf, recordKindOf, unitOf } from '#modules/breeding/contract/subsidy/conditions.ts';
import type { SubsidyKind } from '#modules/breeding/contract/subsidy/rule-params.ts';
import type { Explained } from '#modules/breeding/contract/subsidy/subsidy.ts';
import { type Programme, programmeOf } from './compute.ts';
import { type Candidate, candidatesOf } from './facts.ts';
import { rulesOf } from './subsidy-rule.ts';

interface Counted {
  batchNo: string;
  lineId: number;
  payeeName: string;
  cents: number;
  payStatus: string;
}

/** "Why is this calf paid, and why not that one": every condition in order, as the record stands to it today. */
export async function explain(
  tx: Tx,
  asked: { recordKind: string; recordId: number; programmeId?: number | undefined },
): Promise<Explained> {
  const kind = (Object.keys(recordKindOf) as SubsidyKind[]).find((one) => recordKindOf[one] === asked.recordKind);
  const ids = await tx.query<{ id: number }>(
    `select id from breeding.subsidy_programme where tenant_no = kit.tenant() and kind = $1 and status <> 'draft'
       and ($2::bigint is null or id = $2) order by year desc, id limit 10`,
    [kind, asked.programmeId ?? null],
  );
  let seen: Candidate | null = null;
  const programmes: Explained['programmes'] = [];
  for (const { id } of ids) {
    const programme = await programmeOf(tx, id);
    const found = await oneOf(tx, programme, asked.recordId);
    const [counted] = await tx.query<Counted>(
      `select b.doc_no as "batchNo", l.id as "lineId", l.payee_name as "payeeName", s.amount_cents as cents,
         l.pay_status as "payStatus"
       from breeding.subsidy_basis s join breeding.subsidy_line l on l.id = s.line_id
         join breeding.subsidy_batch b on b.id = s.batch_id
       where s.tenant_no = kit.tenant() and s.programme_id = $1 and s.record_kind = $2 and s.record_id = $3
         and s.is_live and s.adjust_of is null limit 1`,
      [id, asked.recordKind, asked.recordId],
    );
    if (!found && !counted) continue;
    if (found) seen = found.candidate;
    // What is counted stands in its own way: that is no reason against it.
    const conditions = (found?.conditions ?? []).filter((one) => !(counted && one.code === 'otherBatch'));
    const failed = conditions.find((one) => !one.met);
    programmes.push({
      programmeId: id,
      programme: programme.name,
      ruleVersion: found?.ruleVersion ?? null,
      verdict: counted ? 'counted' : failed ? 'excluded' : 'open',
      reason: counted ? null : (failed?.code ?? null),
      batchNo: counted?.batchNo ?? null,
      lineId: counted?.lineId ?? null,
      payeeName: counted?.payeeName ?? found?.candidate.payeeName ?? null,
      amountCents: counted?.cents ?? (failed ? 0 : (found?.cents ?? null)),
      payStatus: counted?.payStatus ?? null,
      conditions,
    });
  }
  if (!seen && programmes.length === 0 && ids.length === 0) throw notFound();
  return {
    label: seen?.label ?? '',
    holder: seen?.payeeName ?? null,
    happenedOn: seen?.on ?? null,
    programmes,
  };
}

async function oneOf(tx: Tx, programme: Programme, recordId: number) {
  for (const rule of (await rulesOf(tx, programme.id)).toReversed()) {
    const [candidate] = await candidatesOf(tx, {
      programmeId: programme.id,
      kind: programme.kind,
      year: programme.year,
      params: rule.params,
      range: [0, 999_999_999_999],
      from: rule.validFrom,
      to: rule.validTo ?? '2099-12-31',
      recordId,
    });
    if (!candidate) continue;
    const now = new Date().toISOString();
    return {
      candidate,
      ruleVersion: rule.ruleVersion,
      cents: unitOf(programme.kind, candidate.facts, rule.params),
      conditions: conditionsOf(programme.kind, candidate.facts, rule.params, now),
    };
  }
  return null;
}
