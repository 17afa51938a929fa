import type { Tx } from '#kit/server/db/database.ts';
import type { Folded } from '#modules/breeding/contract/record/cycle-fold.ts';
import { dayOf } from '#modules/breeding/contract/record/days.ts';
import type { ServiceRow } from '#modules/breeding/contract/record/service.ts';
import type { Female } from '../females.ts';

export interface NewService {
  readonly row: ServiceRow;
  readonly female: Female;
  readonly clientKey: string;
  readonly sireBreed: string;
  readonly materialId: number | null;
  readonly lotNo: string | null;
  readonly depotId: number | null;
  readonly technicianId: number | null;
  readonly kinPct: number;
  readonly pedigreeKnown: string;
  readonly flags: readonly string[];
  readonly heatReportId: number | null;
}

export async function insertService(tx: Tx, one: NewService): Promise<{ id: number; docNo: string }> {
  const { row, female } = one;
  const [made] = await tx.query<{ id: number; docNo: string }>(
    `insert into breeding.insemination (tenant_no, region_code, principal_id, doc_no, client_key, animal_id, ear_tag,
       species, parity, served_at, served_on, served_until, method, sire_code, sire_breed, material_id, lot_id, lot_no,
       depot_id, straws, wasted, waste_reason, motility_thaw_pct, technician_id, heat_report_id, kin_f, pedigree_known,
       heat_seen_at, interval_reason, second_sire_reason, longitude, latitude, photo_ids, sign_ids, flags, remark,
       created_by, updated_by)
     values ($1, $2, $3, kit.doc_no('BS'), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
       $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $36)
     returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      female.regionCode,
      female.principalId,
      one.clientKey,
      female.id,
      row.earTag,
      female.species,
      female.parity,
      row.servedAt,
      dayOf(row.servedAt),
      row.servedUntil ?? null,
      row.method,
      row.sireCode,
      one.sireBreed,
      one.materialId,
      row.method === 'frozenAi' ? (row.lotId ?? null) : null,
      one.lotNo,
      one.depotId,
      row.straws,
      row.wasted,
      row.wasteReason ?? null,
      row.motilityThawPct ?? null,
      one.technicianId,
      one.heatReportId,
      one.kinPct,
      one.pedigreeKnown,
      row.heatSeenAt ?? null,
      row.intervalReason ?? null,
      row.secondSireReason ?? null,
      row.point?.longitude ?? null,
      row.point?.latitude ?? null,
      row.photoIds,
      row.signIds,
      one.flags,
      row.remark ?? null,
      tx.scope.userId,
    ],
  );
  return made as { id: number; docNo: string };
}

export const setEvent = (tx: Tx, id: number, seq: number) =>
  tx.query('update breeding.insemination set event_seq = $2 where id = $1', [id, seq]);

export const markVoided = (tx: Tx, id: number, reason: string) =>
  tx.query(
    `update breeding.insemination set status = 'voided', void_reason = $2, outcome = 'unknown', version = version + 1,
       updated_by = $3, updated_at = now() where id = $1`,
    [id, reason, tx.scope.userId],
  );

export const addFlag = (tx: Tx, ids: readonly number[], flag: string) =>
  tx.query(
    `update breeding.insemination set flags = array_append(flags, $2) where id = any ($1) and not $2 = any (flags)`,
    [ids, flag],
  );

/** What the fold says of each service: heat, shot and what became of it. */
export async function setServices(
  tx: Tx,
  folded: ReadonlyMap<number, Folded>,
  cycleId: (animalId: number, cycleNo: number) => number | null,
): Promise<void> {
  const rows = [...folded].flatMap(([animalId, { services }]) =>
    [...services].map(([id, { cycleNo, ...state }]) => ({ id, cycle: cycleId(animalId, cycleNo), ...state })),
  );
  if (rows.length === 0) return;
  await tx.query(
    `update breeding.insemination t set cycle_id = r.cycle, heat_no = r."heatNo", shot_no = r."shotNo",
       interval_days = r."intervalDays", parity = r.parity, outcome = r.outcome, outcome_on = r."outcomeOn"
     from jsonb_to_recordset($1::jsonb) r(id bigint, cycle bigint, "heatNo" int, "shotNo" int, "intervalDays" int,
       parity int, outcome text, "outcomeOn" date)
     where t.tenant_no = kit.tenant() and t.id = r.id
       and (t.cycle_id, t.heat_no, t.shot_no, t.interval_days, t.parity, t.outcome, t.outcome_on)
         is distinct from (r.cycle, r."heatNo", r."shotNo", r."intervalDays", r.parity, r.outcome, r."outcomeOn")`,
    [JSON.stringify(rows)],
  );
}
