import type { Tx } from '#kit/server/db/database.ts';

export interface NewResult {
  readonly sampleId: number;
  readonly round: number;
  readonly value: number;
  readonly conclusion: string;
  readonly well: string | null;
}

export interface Plate {
  readonly itemId: number;
  readonly diseaseCode: string;
  readonly instrumentId: number;
  readonly plateNo: string | null;
  readonly testedOn: string;
  readonly testerId: number;
}

export async function insertResults(
  tx: Tx,
  plate: Plate,
  rows: readonly NewResult[],
): Promise<{ id: number; barcode: string; conclusion: string }[]> {
  return tx.query<{ id: number; barcode: string; conclusion: string }>(
    `insert into prevention.sample_result (tenant_no, sample_id, item_id, round, principal_id, region_code, lab_id, task_id, disease_code, species, barcode, ear_tag,
       animal_id, lot_no, value, conclusion, tested_on, instrument_id, tester_id, plate_no, well, created_by, updated_by)
     select s.tenant_no, s.id, $1, r.round, s.principal_id, s.region_code, s.lab_id, s.task_id, $2, s.species, s.barcode, s.ear_tag, s.animal_id, s.lot_no,
       r.value, r.conclusion, $3, $4, $5, $6, r.well, $5, $5
     from unnest($7::bigint[], $8::int[], $9::numeric[], $10::text[], $11::text[]) r(sample_id, round, value, conclusion, well)
     join prevention.sample s on s.id = r.sample_id
     returning id, barcode, conclusion`,
    [
      plate.itemId,
      plate.diseaseCode,
      plate.testedOn,
      plate.instrumentId,
      plate.testerId,
      plate.plateNo,
      rows.map((one) => one.sampleId),
      rows.map((one) => one.round),
      rows.map((one) => one.value),
      rows.map((one) => one.conclusion),
      rows.map((one) => one.well),
    ],
  );
}

/** For loaders: a whole plate looked over at once. */
export async function markReviewed(tx: Tx, ids: readonly number[], reviewerId: number, at: string): Promise<void> {
  await tx.query(
    `update prevention.sample_result set status = 'reviewed', reviewer_id = $2, reviewed_at = $3, version = version + 1 where id = any ($1) and status = 'entered'`,
    [ids, reviewerId, at],
  );
}

export async function markReleased(
  tx: Tx,
  ids: readonly number[],
  actor: number | null,
  at: string | null,
): Promise<void> {
  await tx.query(
    `update prevention.sample_result set status = 'released', released_at = coalesce($3, now()), shown_to = principal_id, version = version + 1, updated_by = $2,
       updated_at = now() where id = any ($1)`,
    [ids, actor, at],
  );
}

/** Earlier rounds of what is released now, the invalid ones among them. */
export async function supersede(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; animalId: number | null; conclusion: string }[]> {
  return tx.query<{ id: number; animalId: number | null; conclusion: string }>(
    `update prevention.sample_result o set status = 'superseded', version = o.version + 1, updated_at = now()
     from prevention.sample_result n
     where n.id = any ($1) and o.tenant_no = n.tenant_no and o.sample_id = n.sample_id and o.item_id = n.item_id and o.round < n.round and o.status <> 'superseded'
     returning o.id, o.animal_id as "animalId", o.conclusion`,
    [ids],
  );
}
