import type { Tx } from '#kit/server/db/database.ts';

/** What a draw needs to know of a task. */
export interface TaskFacts {
  readonly id: number;
  readonly docNo: string;
  readonly name: string;
  readonly regionCode: number;
  readonly purpose: string;
  readonly diseaseCodes: string[];
  readonly species: string[];
  readonly itemIds: number[];
  readonly sampleType: string;
  readonly minDays: number | null;
  readonly labId: number;
  readonly endDate: string;
  readonly pick: 'random' | 'named';
  readonly seed: number;
  readonly quota: readonly { regionCode: number; households: number; heads: number; principalIds?: number[] }[];
  readonly status: string;
  readonly version: number;
}

export async function taskFacts(tx: Tx, id: number, lock = false): Promise<TaskFacts | null> {
  const [row] = await tx.query<TaskFacts>(
    `select id, doc_no as "docNo", name, region_code as "regionCode", purpose, disease_codes as "diseaseCodes", species, item_ids as "itemIds",
       sample_type as "sampleType", min_days_after_immune as "minDays", lab_id as "labId", to_char(end_date, 'YYYY-MM-DD') as "endDate", pick, seed, quota,
       status, version
     from prevention.sample_task where id = $1 ${lock ? 'for update' : ''}`,
    [id],
  );
  return row ?? null;
}

export interface NewTask {
  readonly name: string;
  readonly regionCode: number;
  readonly purpose: string;
  readonly diseaseCodes: readonly string[];
  readonly species: readonly string[];
  readonly itemIds: readonly number[];
  readonly sampleType: string;
  readonly minDays: number | null;
  readonly labId: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly quota: TaskFacts['quota'];
  readonly seed: number;
}

/** A task of nobody's form: what a loader or another module sets up. */
export async function insertTask(tx: Tx, task: NewTask): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into prevention.sample_task (tenant_no, doc_no, name, region_code, purpose, disease_codes, species, item_ids, sample_type, min_days_after_immune, lab_id,
       start_date, end_date, quota, seed, created_by)
     values ($1, kit.doc_no('SK'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`,
    [
      tx.scope.tenantNo,
      task.name,
      task.regionCode,
      task.purpose,
      task.diseaseCodes,
      task.species,
      task.itemIds,
      task.sampleType,
      task.minDays,
      task.labId,
      task.startDate,
      task.endDate,
      JSON.stringify(task.quota),
      task.seed,
      tx.scope.userId,
    ],
  );
  return row?.id ?? 0;
}

export async function keepSeed(tx: Tx, id: number, seed: number): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    'update prevention.sample_task set seed = $2, version = version + 1 where id = $1 returning version',
    [id, seed],
  );
  return row?.version ?? 0;
}

/** What was drawn and what was collected, from the assignments; the first tubes set a published task going. */
export async function sumTask(tx: Tx, id: number, status?: string): Promise<void> {
  await tx.query(
    `update prevention.sample_task t set quota_heads = s.quota, collected = s.collected,
       status = coalesce($2, case when t.status = 'published' and s.begun then 'ongoing' else t.status end), version = t.version + 1
     from (select coalesce(sum(quota), 0)::int as quota, coalesce(sum(collected), 0)::int as collected, coalesce(bool_or(status <> 'waiting'), false) as begun
           from prevention.sample_assignment where task_id = $1 and status <> 'replaced') s
     where t.id = $1`,
    [id, status ?? null],
  );
}
