import type { Tx } from '#kit/server/db/database.ts';
import type { Folded } from '#modules/breeding/contract/record/cycle-fold.ts';
import type { CheckRow } from '#modules/breeding/contract/record/pregnancy-check.ts';
import type { Female } from '../females.ts';

export async function insertCheck(
  tx: Tx,
  row: CheckRow,
  given: { female: Female; clientKey: string; technicianId: number | null },
): Promise<{ id: number; docNo: string }> {
  const { female } = given;
  const [made] = await tx.query<{ id: number; docNo: string }>(
    `insert into breeding.pregnancy_check (tenant_no, region_code, principal_id, doc_no, client_key, animal_id, ear_tag,
       named_service_id, checked_on, method, result, fetus_days, twins, abort_cause, technician_id, recheck_on,
       photo_ids, remark, created_by, updated_by)
     values ($1, $2, $3, kit.doc_no('BP'), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18)
     returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      female.regionCode,
      female.principalId,
      given.clientKey,
      female.id,
      female.earTag,
      row.serviceId ?? null,
      row.checkedOn,
      row.method,
      row.result,
      row.fetusDays ?? null,
      row.twins,
      row.result === 'aborted' ? (row.abortCause ?? 'unknown') : null,
      given.technicianId,
      row.result === 'suspect' ? (row.recheckOn ?? null) : null,
      row.photoIds,
      row.remark ?? null,
      tx.scope.userId,
    ],
  );
  return made as { id: number; docNo: string };
}

export const setCheckEvents = (tx: Tx, id: number, seq: number, abortSeq: number | null) =>
  tx.query('update breeding.pregnancy_check set event_seq = $2, abort_seq = $3 where id = $1', [id, seq, abortSeq]);

export const voidCheckRow = (tx: Tx, id: number, reason: string) =>
  tx.query(
    `update breeding.pregnancy_check set status = 'voided', void_reason = $2, version = version + 1, updated_by = $3,
       updated_at = now() where id = $1`,
    [id, reason, tx.scope.userId],
  );

export async function setChecks(
  tx: Tx,
  folded: ReadonlyMap<number, Folded>,
  cycleId: (animalId: number, cycleNo: number) => number | null,
): Promise<void> {
  const rows = [...folded].flatMap(([animalId, { checks }]) =>
    [...checks].map(([id, { cycleNo, serviceId, daysAfter }]) => ({
      id,
      cycle: cycleId(animalId, cycleNo),
      serviceId,
      daysAfter,
    })),
  );
  if (rows.length === 0) return;
  await tx.query(
    `update breeding.pregnancy_check t set cycle_id = r.cycle, service_id = r."serviceId", days_after = r."daysAfter"
     from jsonb_to_recordset($1::jsonb) r(id bigint, cycle bigint, "serviceId" bigint, "daysAfter" int)
     where t.tenant_no = kit.tenant() and t.id = r.id and (t.cycle_id, t.service_id, t.days_after)
       is distinct from (r.cycle, r."serviceId", r."daysAfter")`,
    [JSON.stringify(rows)],
  );
}
