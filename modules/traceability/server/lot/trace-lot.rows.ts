import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { appendLotEvent, type LotStep } from './trace-lot-event.ts';
import { insertInput } from './trace-lot-input.ts';

export interface LotRow {
  readonly id: number;
  readonly docNo: string;
  readonly uid: string;
  readonly kind: string;
  readonly status: string;
  readonly principalId: number;
  readonly nextPrincipalId: number | null;
  readonly regionCode: number;
  readonly subjectId: number;
  readonly processDefId: number;
  readonly productName: string;
  readonly madeOn: string;
  readonly kg: number;
  readonly kgIn: number;
  readonly shelfDays: number | null;
  readonly storeTemp: string | null;
  readonly seq: number;
  readonly hash: Buffer | null;
}
const lotSql = `select id, doc_no as "docNo", lot_uid as uid, kind, status, principal_id as "principalId",
  next_principal_id as "nextPrincipalId", region_code as "regionCode", subject_id as "subjectId",
  process_def_id as "processDefId", product_name as "productName", to_char(made_on, 'YYYY-MM-DD') as "madeOn", kg,
  kg_in as "kgIn", shelf_days as "shelfDays", store_temp as "storeTemp", chain_seq as seq, chain_hash as hash
  from traceability.trace_lot`;

export async function lockLot(tx: Tx, id: number): Promise<LotRow> {
  const [row] = await tx.query<LotRow>(`${lotSql} where id = $1 for update`, [id]);
  if (!row) throw notFound();
  return { ...row, kg: Number(row.kg), kgIn: Number(row.kgIn) };
}
export const readLot = async (tx: Tx, id: number): Promise<LotRow | null> => {
  const [row] = await tx.query<LotRow>(`${lotSql} where id = $1`, [id]);
  return row ? { ...row, kg: Number(row.kg), kgIn: Number(row.kgIn) } : null;
};

/** The step, the new head, and which required steps are still to come. */
export async function addStep(
  tx: Tx,
  lotId: number,
  step: Pick<LotStep, 'kind' | 'at' | 'note'>,
  actor: number | null,
): Promise<{ seq: number; missing: string[] }> {
  const lot = await lockLot(tx, lotId);
  const [unit] = await tx.query<{ name: string }>('select registry.principal_name($1) as name', [lot.principalId]);
  const { seq, hash } = await appendLotEvent(
    tx,
    lotId,
    lot,
    { ...step, regionCode: lot.regionCode, unit: unit?.name ?? '' },
    actor,
  );
  const [row] = await tx.query<{ missing: string[] }>(
    `update traceability.trace_lot t set chain_seq = $2, chain_hash = $3, missing = coalesce((
       select array_agg(n.code order by n.line_no) from traceability.trace_process_def_node n
       where n.parent_id = t.process_def_id and n.required and not exists (
         select 1 from traceability.trace_lot_event e where e.lot_id = t.id and e.kind = n.code)), '{}')
     where t.id = $1 returning missing`,
    [lotId, seq, hash],
  );
  return { seq, missing: row?.missing ?? [] };
}

export const noteAnimals = (tx: Tx, id: number, animals: number): Promise<unknown> =>
  tx.query('update traceability.trace_lot set animals = $2 where id = $1', [id, animals]);

/** What others took of it, after lines were saved. */
export const renewOut = (tx: Tx, lotIds: readonly number[]): Promise<unknown> =>
  tx.query(
    `update traceability.trace_lot t set kg_out = coalesce((select sum(i.kg) from traceability.trace_lot_input i
       where i.tenant_no = t.tenant_no and i.from_lot_id = t.id), 0) where t.tenant_no = kit.tenant() and
         t.id = any ($1)`,
    [lotIds],
  );

export async function insertSplit(
  tx: Tx,
  from: LotRow,
  one: { readonly productName: string; readonly kind: string; readonly kg: number; readonly units: number | null },
  actor: number,
): Promise<{ id: number; docNo: string }> {
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into traceability.trace_lot (tenant_no, region_code, doc_no, kind, subject_id, principal_id, process_def_id,
       product_name, made_on, kg, units, shelf_days, store_temp, kg_in, status, created_by, updated_by)
     values (kit.tenant(), $1, kit.doc_no('TL'), $2, $3, $4, $5, $6, current_date, $7, $8, $9, $10, $7,
       'closed', $11, $11)
     returning id, doc_no as "docNo"`,
    [
      from.regionCode,
      one.kind,
      from.subjectId,
      from.principalId,
      from.processDefId,
      one.productName,
      one.kg,
      one.units,
      from.shelfDays,
      from.storeTemp,
      actor,
    ],
  );
  if (!row) throw new Error('the lot was not written');
  await insertInput(tx, row.id, from.docNo, one.kg);
  return row;
}

/** R42: a hold or a recall reaches everything made of it. */
export const moveBelow = (
  tx: Tx,
  ids: readonly number[],
  status: 'held' | 'recalled',
  reason: string,
  ms: number | null,
): Promise<unknown> =>
  tx.query(
    `update traceability.trace_lot set status = $2, reason = $3, recalled_at = case when $2 = 'recalled' then now() end,
       recall_ms = $4, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = any ($1) and status not in ('open', 'recalled', $2)`,
    [ids, status, reason, ms],
  );
export const noteRecallTime = (tx: Tx, id: number, ms: number): Promise<unknown> =>
  tx.query('update traceability.trace_lot set recall_ms = $2, recalled_at = now() where id = $1', [id, ms]);

export const reassignLots = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update traceability.trace_lot set principal_id = case when principal_id = $1 then $2 else principal_id end,
       next_principal_id = case when next_principal_id = $1 then $2 else next_principal_id end,
       version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and $1 in (principal_id, next_principal_id)`,
    [from, to],
  );
