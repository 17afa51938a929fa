import type { Tx } from '#kit/server/db/database.ts';
import type { LogFacts } from './sampling/sample-log.ts';

export interface NewSample {
  readonly barcode: string;
  readonly animalId: number | null;
  readonly earTag: string | null;
  readonly poolNo: string | null;
  readonly pool: readonly { readonly animalId: number; readonly earTag: string }[];
  readonly species: string;
  readonly volume: number | null;
  readonly immunisedOn: Readonly<Record<string, string>>;
  readonly daysAfterImmune: number | null;
  readonly lotNo: string | null;
}

export async function insertSamples(
  tx: Tx,
  log: LogFacts,
  sampleType: string,
  samples: readonly NewSample[],
): Promise<{ id: number; barcode: string }[]> {
  return tx.query<{ id: number; barcode: string }>(
    `insert into prevention.sample (tenant_no, barcode, log_id, task_id, principal_id, region_code, lab_id, animal_id, ear_tag, pool_no, pool_animal_ids, pool_tags, species, sample_type, volume,
       immunised_on, days_after_immune, lot_no, created_by, updated_by)
     select $1, s.barcode, $2, $3, $4, $5, $6, s.animal_id, s.ear_tag, s.pool_no, s.pool_animal_ids, s.pool_tags, s.species, $7, s.volume, s.immunised_on, s.days, s.lot_no, $9, $9
     from jsonb_to_recordset($8::jsonb) s(barcode text, animal_id bigint, ear_tag text, pool_no text, pool_animal_ids bigint[], pool_tags text[], species text, volume numeric, immunised_on jsonb, days int, lot_no text)
     returning id, barcode`,
    [
      tx.scope.tenantNo,
      log.id,
      log.taskId,
      log.principalId,
      log.regionCode,
      log.labId,
      sampleType,
      JSON.stringify(
        samples.map((one) => ({
          barcode: one.barcode,
          animal_id: one.animalId,
          ear_tag: one.earTag,
          pool_no: one.poolNo,
          pool_animal_ids: one.pool.map(({ animalId }) => animalId),
          pool_tags: one.pool.map(({ earTag }) => earTag),
          species: one.species,
          volume: one.volume,
          immunised_on: one.immunisedOn,
          days: one.daysAfterImmune,
          lot_no: one.lotNo,
        })),
      ),
      tx.scope.userId,
    ],
  );
}

export async function sendSamples(tx: Tx, logId: number): Promise<void> {
  await tx.query(
    `update prevention.sample set status = 'sent', version = version + 1, updated_at = now() where log_id = $1 and status = 'collected'`,
    [logId],
  );
}

export interface Received {
  readonly id: number;
  readonly barcode: string;
  readonly earTag: string | null;
  readonly poolNo: string | null;
  readonly logId: number;
  readonly taskId: number;
}

/** Tubes that were on the way; any quality but ok turns them away. */
export async function receiveTubes(
  tx: Tx,
  barcodes: readonly string[],
  quality: string,
  reason: string | null,
  at: string | null = null,
): Promise<Received[]> {
  return tx.query<Received>(
    `update prevention.sample set status = case when $2 = 'ok' then 'received' else 'refused' end, quality = $2, refuse_reason = $3,
       received_at = coalesce($4, now()), version = version + 1, updated_by = $5, updated_at = now()
     where tenant_no = kit.tenant() and barcode = any ($1) and status in ('collected', 'sent')
     returning id, barcode, ear_tag as "earTag", pool_no as "poolNo", log_id as "logId", task_id as "taskId"`,
    [barcodes, quality, reason, at, tx.scope.userId],
  );
}

export async function markTesting(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query(
    `update prevention.sample set status = 'testing', version = version + 1, updated_at = now() where id = any ($1) and status = 'received'`,
    [ids],
  );
}

/** Seen by the holder from now on; reported when every item of its task is. */
export async function markReleased(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query(
    `update prevention.sample s set shown_to = s.principal_id, version = s.version + 1, updated_at = now(),
       status = case when not exists (
         select 1 from prevention.sample_task t cross join unnest(t.item_ids) i(id) where t.id = s.task_id and not exists (
           select 1 from prevention.sample_result r where r.tenant_no = s.tenant_no and r.sample_id = s.id and r.item_id = i.id and r.status = 'released'))
         then 'reported' else s.status end
     where s.id = any ($1)`,
    [ids],
  );
}
