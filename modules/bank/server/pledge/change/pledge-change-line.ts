import type { Tx } from '#kit/server/db/database.ts';

export interface ChangeLine {
  readonly id: number;
  readonly animalId: number;
  readonly earTag: string;
  readonly direction: 'in' | 'out';
  readonly itemId: number | null;
  readonly scannedAt: string | null;
  readonly photos: readonly number[];
  readonly outcome: string | null;
}
export const linesOf = (tx: Tx, changeId: number): Promise<ChangeLine[]> =>
  tx.query<ChangeLine>(
    `select id, animal_id as "animalId", ear_tag as "earTag", direction, item_id as "itemId", scanned_at as "scannedAt",
       scan_photo as photos, outcome
     from bank.pledge_change_line where tenant_no = kit.tenant() and parent_id = $1 order by direction desc, line_no`,
    [changeId],
  );
export const insertChangeLines = (
  tx: Tx,
  changeId: number,
  lines: readonly { animalId: number; earTag: string; direction: 'in' | 'out'; itemId: number }[],
): Promise<unknown> =>
  tx.query(
    `insert into bank.pledge_change_line (tenant_no, parent_id, line_no, animal_id, ear_tag, direction, item_id)
     select kit.tenant(), $1, n, r."animalId", r."earTag", r.direction, r."itemId"
     from jsonb_array_elements($2::jsonb) with ordinality e(v, n),
       jsonb_to_record(e.v) r("animalId" bigint, "earTag" text, direction text, "itemId" bigint)`,
    [changeId, JSON.stringify(lines)],
  );
export const setLineScan = (
  tx: Tx,
  changeId: number,
  animalId: number,
  scan: { readBy: string; at: string; location: unknown; photos: readonly number[] },
): Promise<unknown> =>
  tx.query(
    `update bank.pledge_change_line set read_by = $3, scanned_at = $4, scan_location = $5, scan_photo = $6
     where tenant_no = kit.tenant() and parent_id = $1 and animal_id = $2`,
    [changeId, animalId, scan.readBy, scan.at, JSON.stringify(scan.location), scan.photos],
  );
export const setOutcome = (
  tx: Tx,
  changeId: number,
  animalIds: readonly number[],
  outcome: 'sold' | 'back' | 'gone',
): Promise<unknown> =>
  tx.query(
    `update bank.pledge_change_line set outcome = $3 where tenant_no = kit.tenant() and parent_id = $1
       and animal_id = any ($2)`,
    [changeId, animalIds, outcome],
  );
