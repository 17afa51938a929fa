import { notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Batch, fillBatch, holdProgramme, mustLieIn, programmeOf } from './compute.ts';

export interface BatchRow {
  readonly id: number;
  readonly docNo: string;
  readonly version: number;
  readonly status: string;
  readonly programmeId: number;
  readonly regionCode: number;
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly cutAt: string;
  readonly totalCents: number;
  readonly resultHash: string;
  readonly computedBy: number | null;
  readonly checkedBy: number | null;
  readonly publicTo: string | null;
  readonly payBatchId: number | null;
}
export async function batchOf(tx: Pick<Tx, 'query'>, id: number, lock = false): Promise<BatchRow> {
  const [row] = await tx.query<BatchRow>(
    `select id, doc_no as "docNo", version, status, programme_id as "programmeId", region_code as "regionCode",
       to_char(period_from, 'YYYY-MM-DD') as "periodFrom", to_char(period_to, 'YYYY-MM-DD') as "periodTo",
       cut_at as "cutAt", total_cents as "totalCents", result_hash as "resultHash", computed_by as "computedBy",
       checked_by as "checkedBy", to_char(public_to, 'YYYY-MM-DD') as "publicTo", pay_batch_id as "payBatchId"
     from breeding.subsidy_batch where id = $1 ${lock ? 'for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return { ...row, cutAt: new Date(row.cutAt).toISOString() };
}

type Filled = Awaited<ReturnType<typeof fillBatch>>;
const setSums = (tx: Tx, id: number, cutAt: string, sums: Filled) =>
  tx.query(
    `update breeding.subsidy_batch set rule_ids = $2, cut_at = $3, line_count = $4, basis_count = $5,
       excluded_count = $6, total_cents = $7, shares = $8, input_hash = $9, result_hash = $10, computed_by = $11,
       version = version + 1, updated_by = $11, updated_at = now() where id = $1`,
    [
      id,
      sums.ruleIds,
      cutAt,
      sums.lines,
      sums.basis,
      sums.excluded,
      sums.totalCents,
      JSON.stringify(sums.shares),
      sums.inputHash,
      sums.resultHash,
      tx.scope.userId,
    ],
  );

interface Asked {
  readonly programmeId: number;
  readonly regionCode: number;
  readonly periodFrom: string;
  readonly periodTo: string;
}
/** Computes a batch; what another holds at the same moment is waited for and then not counted again. */
export async function computeBatch(tx: Tx, asked: Asked) {
  await holdProgramme(tx, asked.programmeId);
  const programme = await programmeOf(tx, asked.programmeId);
  mustLieIn(programme, asked.regionCode);
  if (asked.periodTo < asked.periodFrom) throw refusal('dateRange', 'breeding.refusal.dateRange');
  const cutAt = new Date().toISOString();
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into breeding.subsidy_batch (tenant_no, region_code, doc_no, programme_id, kind, period_from, period_to,
       cut_at, computed_by, created_by, updated_by)
     values ($1, $2, kit.doc_no('BB'), $3, $4, $5, $6, $7, $8, $8, $8) returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      asked.regionCode,
      programme.id,
      programme.kind,
      asked.periodFrom,
      asked.periodTo,
      cutAt,
      tx.scope.userId,
    ],
  );
  const id = row?.id ?? 0;
  const sums = await fillBatch(tx, { id, programme, ...asked, cutAt } as Batch);
  await setSums(tx, id, cutAt, sums);
  return { batchId: id, docNo: row?.docNo ?? '', ...sums };
}

/** Before it is checked: everything anew, recorded up to now. */
export async function renewBatch(tx: Tx, id: number, version: number) {
  const row = await batchOf(tx, id, true);
  if (row.version !== version) throw staleVersion();
  if (row.status !== 'computed') throw refusal('frozen', 'breeding.refusal.frozen');
  await holdProgramme(tx, row.programmeId);
  const programme = await programmeOf(tx, row.programmeId);
  const cutAt = new Date().toISOString();
  const sums = await fillBatch(tx, {
    id,
    programme,
    regionCode: row.regionCode,
    periodFrom: row.periodFrom,
    periodTo: row.periodTo,
    cutAt,
  });
  await setSums(tx, id, cutAt, sums);
  return sums;
}

export const setPaying = (tx: Tx, id: number, payBatch: { id: number; batchNo: string }) =>
  tx.query(
    `update breeding.subsidy_batch set status = 'paying', pay_batch_id = $2, pay_batch_no = $3, version = version + 1,
       updated_by = $4, updated_at = now() where id = $1`,
    [id, payBatch.id, payBatch.batchNo, tx.scope.userId],
  );
/** Paid when no line is pending; what is held goes with the next batch. */
export const settleBatch = async (tx: Tx, id: number): Promise<string> => {
  const [row] = await tx.query<{ status: string }>(
    `update breeding.subsidy_batch b set status = case when exists (select 1 from breeding.subsidy_line l
         where l.tenant_no = b.tenant_no and l.batch_id = b.id and l.pay_status in ('pending', 'failed'))
         then 'paying' else 'paid' end, version = version + 1, updated_at = now()
     where b.id = $1 and b.status = 'paying' returning status`,
    [id],
  );
  return row?.status ?? 'paid';
};
