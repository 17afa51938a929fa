import type { Tx } from '#kit/server/db/database.ts';
import type { SeasonInput } from '#modules/prevention/contract/season/season.ts';

export async function insertSeason(tx: Tx, input: SeasonInput, regionCode: number): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into prevention.prevention_season (tenant_no, region_code, name, year, kind, emergency, region_codes, start_date, end_date, snapshot_date, slogan, doc_file_id, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, $10, $11, $12, $12) returning id`,
    [
      tx.scope.tenantNo,
      regionCode,
      input.name,
      input.year,
      input.kind,
      input.emergency,
      input.regionCodes,
      input.startDate,
      input.endDate,
      input.slogan ?? null,
      input.docFileId ?? null,
      tx.scope.userId,
    ],
  );
  return row?.id ?? 0;
}

/** Answers whether the row was what the caller had read. */
export async function updateSeason(tx: Tx, id: number, version: number, input: SeasonInput): Promise<boolean> {
  const rows = await tx.query(
    `update prevention.prevention_season set name = $3, year = $4, kind = $5, emergency = $6, region_codes = $7, start_date = $8, end_date = $9, slogan = $10, doc_file_id = $11,
       version = version + 1, updated_by = $12, updated_at = now() where id = $1 and version = $2 and status = 'draft' returning 1`,
    [
      id,
      version,
      input.name,
      input.year,
      input.kind,
      input.emergency,
      input.regionCodes,
      input.startDate,
      input.endDate,
      input.slogan ?? null,
      input.docFileId ?? null,
      tx.scope.userId,
    ],
  );
  return rows.length === 1;
}

export async function markBuilt(tx: Tx, id: number, households: number): Promise<void> {
  await tx.query('update prevention.prevention_season set plan_built_at = now(), plan_households = $2 where id = $1', [
    id,
    households,
  ]);
}

/** By the clock: what begins today, and what ended yesterday. Answers those that moved. */
export const turnSeasons = (tx: Tx): Promise<{ id: number; name: string; status: string; regionCodes: number[] }[]> =>
  tx.query(
    `update prevention.prevention_season set status = case when status = 'published' then 'ongoing' else 'summarising' end, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and ((status = 'published' and start_date <= prevention.today() and plan_built_at is not null) or (status = 'ongoing' and end_date < prevention.today()))
     returning id, name, status, region_codes as "regionCodes"`,
  );
