import type { Tx } from '#kit/server/db/database.ts';
import type { Round } from './eligible.ts';

/** A sheet for every holder with at least one cow that may count; those that have one keep it. */
export async function makeSheets(tx: Tx, round: Round, range: readonly [number, number]): Promise<number> {
  const rows = await tx.query(
    `insert into breeding.mother_census_sheet (tenant_no, region_code, principal_id, round_id, staff_id, expected,
       created_by, updated_by)
     select $1, max(a.region_code), a.principal_id, $2, max((select d.staff_id from breeding.duty_seen d
         where d.village_code = a.region_code and d.is_main and d.to_on is null limit 1)), count(*), $7, $7
     from breeding.animal_seen a where a.tenant_no = $1 and a.species = $3 and a.sex = 'female'
       and a.region_code >= $5 and a.region_code < $6 and a.entry_on <= $4
       and (a.exit_on is null or a.exit_on > $4) and a.birth_date <= $4::date - make_interval(months => 12)
     group by a.principal_id on conflict (tenant_no, round_id, principal_id) do nothing returning 1`,
    [tx.scope.tenantNo, round.id, round.species, round.countDate, range[0], range[1], tx.scope.userId],
  );
  return rows.length;
}

export interface Counted {
  readonly id: number;
  readonly countedOn: string;
  readonly expected: number;
  readonly present: number;
  readonly eligible: number;
  readonly absent: number;
  readonly untagged: number;
  readonly extraTags: readonly string[];
  readonly photoIds: readonly number[];
  readonly signIds: readonly number[];
  readonly point?: { longitude: number; latitude: number } | null | undefined;
  readonly flags: readonly string[];
}
export async function saveCount(tx: Tx, one: Counted): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `update breeding.mother_census_sheet set counted_on = $2, counted_at = now(), counted_by = $3, expected = $4,
       present = $5, eligible = $6, absent = $7, untagged = $8, extra_tags = $9, photo_ids = $10, sign_ids = $11,
       longitude = $12, latitude = $13, flags = $14, status = 'counted', question = null, publicity_id = null,
       version = version + 1, updated_by = $3, updated_at = now() where id = $1 returning version`,
    [
      one.id,
      one.countedOn,
      tx.scope.userId,
      one.expected,
      one.present,
      one.eligible,
      one.absent,
      one.untagged,
      one.extraTags,
      one.photoIds,
      one.signIds,
      one.point?.longitude ?? null,
      one.point?.latitude ?? null,
      one.flags,
    ],
  );
  return row?.version ?? 0;
}
/** Sheets move with the paper they hang on. */
export const moveSheets = (tx: Tx, publicityId: number, from: string, to: string, keep: boolean) =>
  tx.query(
    `update breeding.mother_census_sheet set status = $3, publicity_id = case when $4 then publicity_id end,
       version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and publicity_id = $1 and status = $2`,
    [publicityId, from, to, keep],
  );
export const hangSheets = (tx: Tx, publicityId: number, ids: readonly number[]) =>
  tx.query(
    `update breeding.mother_census_sheet set publicity_id = $1, updated_at = now()
     where tenant_no = kit.tenant() and id = any ($2)`,
    [publicityId, ids],
  );
export const questionSheets = (tx: Tx, ids: readonly number[], reason: string) =>
  tx.query(
    `update breeding.mother_census_sheet set status = 'questioned', question = $2, publicity_id = null,
       version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = any ($1) and status not in ('todo', 'questioned')`,
    [ids, reason],
  );
export const markObjection = (tx: Tx, id: number, on: boolean) =>
  tx.query('update breeding.mother_census_sheet set objection = $2 where id = $1', [id, on]);
