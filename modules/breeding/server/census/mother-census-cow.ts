import type { Tx } from '#kit/server/db/database.ts';

export interface CountedCow {
  readonly animalId: number;
  readonly earTag: string;
  readonly breed: string;
  readonly seen: string;
  readonly eligible: boolean;
  readonly why: readonly string[];
  readonly parity: number;
  readonly lastCalvedOn: string | null;
  readonly pregnant: boolean;
  readonly photoId: number | null;
  readonly absentReason: string | null;
}
/** The cows of a sheet as they were counted, in place of what was counted before. */
export async function replaceCows(
  tx: Tx,
  sheet: { id: number; roundId: number },
  cows: readonly CountedCow[],
): Promise<void> {
  await tx.query('delete from breeding.mother_census_cow where tenant_no = kit.tenant() and sheet_id = $1', [sheet.id]);
  await tx.query(
    `insert into breeding.mother_census_cow (tenant_no, round_id, sheet_id, animal_id, ear_tag, breed, seen, eligible,
       why, parity, last_calved_on, pregnant, photo_id, absent_reason, created_by)
     select $1, $2, $3, c."animalId", c."earTag", c.breed, c.seen, c.eligible,
       array(select jsonb_array_elements_text(c.why)), c.parity, c."lastCalvedOn", c.pregnant, c."photoId",
       c."absentReason", $5
     from jsonb_to_recordset($4::jsonb) c("animalId" bigint, "earTag" text, breed text, seen text, eligible boolean,
       why jsonb, parity int, "lastCalvedOn" date, pregnant boolean, "photoId" bigint, "absentReason" text)`,
    [tx.scope.tenantNo, sheet.roundId, sheet.id, JSON.stringify(cows), tx.scope.userId],
  );
}
