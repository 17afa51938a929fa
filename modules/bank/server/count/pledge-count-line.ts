import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { pledgeCountLine } from '#modules/bank/contract/count/count.ts';
import type { Count } from './count-row.ts';

export interface Line {
  readonly id: number;
  readonly animalId: number | null;
  readonly itemId: number | null;
  readonly earTag: string | null;
  readonly tagRead: string | null;
  readonly hovelId: number | null;
  readonly penNo: string | null;
  readonly expected: boolean;
  readonly inSample: boolean;
  readonly scannedBy: number | null;
  readonly at: string | null;
  readonly metres: number | null;
  readonly readBy: string | null;
  readonly photo: number | null;
  readonly result: string | null;
  readonly explain: string | null;
}
export const linesOf = (tx: Tx, countId: number): Promise<Line[]> =>
  tx.query<Line>(
    `select id, animal_id as "animalId", pledge_item_id as "itemId", ear_tag as "earTag", tag_read as "tagRead",
       hovel_id as "hovelId", pen_no as "penNo", expected, in_sample as "inSample", scanned_by as "scannedBy", at, metres,
       read_by as "readBy", photo, result, explain
     from bank.pledge_count_line where tenant_no = kit.tenant() and count_id = $1 order by expected desc, ear_tag, id`,
    [countId],
  );

export interface BookLine {
  readonly animalId: number;
  readonly itemId: number;
  readonly earTag: string;
  readonly hovelId: number | null;
  readonly penNo: string | null;
  readonly inSample: boolean;
}
/** R35: the book as it stands at the start; what happens to the pledge afterwards does not change it. */
export const freezeBook = (tx: Tx, count: Count, book: readonly BookLine[]): Promise<unknown> =>
  tx.query(
    `insert into bank.pledge_count_line (tenant_no, region_code, bank_id, principal_id, supervisor_id, count_id,
       animal_id,
       pledge_item_id, ear_tag, hovel_id, pen_no, in_sample, expected, created_by, updated_by)
     select kit.tenant(), $1, $2, $3, $4, $5, r."animalId", r."itemId", r."earTag", r."hovelId", r."penNo",
       r."inSample",
       true, $6, $6
     from jsonb_to_recordset($7::jsonb) r("animalId" bigint, "itemId" bigint, "earTag" text, "hovelId" bigint,
       "penNo" text, "inSample" boolean)
     on conflict (tenant_no, count_id, animal_id) where animal_id is not null do nothing`,
    [
      count.regionCode,
      count.bankId,
      count.principalId,
      count.supervisorId,
      count.id,
      tx.scope.userId,
      JSON.stringify(book),
    ],
  );

export interface Reading {
  readonly animalId: number | null;
  readonly earTag: string | null;
  readonly tag: string;
  readonly readBy: string;
  readonly at: string;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly metres: number | null;
  readonly result: string;
}
/** R36: the first reading of an animal stands; what is read again changes nothing. */
export async function writeReadings(
  tx: Tx,
  count: Count,
  clientKey: string,
  readings: readonly Reading[],
): Promise<void> {
  const found = readings.filter((one) => one.result === 'found');
  const extra = readings.filter((one) => one.result !== 'found');
  const shape = `r("animalId" bigint, "earTag" text, tag text, "readBy" text, at timestamptz, longitude float8,
    latitude float8, metres int, result text)`;
  if (found.length > 0)
    await tx.query(
      `update bank.pledge_count_line l set result = 'found', tag_read = r.tag, read_by = r."readBy", at = r.at,
         longitude = r.longitude, latitude = r.latitude, metres = r.metres, scanned_by = $2, client_key = $3,
         explain = null, explain_note = null, version = l.version + 1, updated_by = $2, updated_at = now()
       from jsonb_to_recordset($4::jsonb) ${shape}
       where l.tenant_no = kit.tenant() and l.count_id = $1 and l.animal_id = r."animalId" and l.expected
         and l.result is distinct from 'found'`,
      [count.id, tx.scope.userId, clientKey, JSON.stringify(found)],
    );
  if (extra.length > 0)
    await tx.query(
      `insert into bank.pledge_count_line (tenant_no, region_code, bank_id, principal_id, supervisor_id, count_id,
         animal_id, ear_tag, tag_read, read_by, at, longitude, latitude, metres, result, expected, scanned_by, client_key,
         created_by, updated_by)
       select kit.tenant(), $1, $2, $3, $4, $5, r."animalId", r."earTag", r.tag, r."readBy", r.at, r.longitude,
         r.latitude, r.metres, r.result, false, $6, $7, $6, $6
       from jsonb_to_recordset($8::jsonb) ${shape} on conflict do nothing`,
      [
        count.regionCode,
        count.bankId,
        count.principalId,
        count.supervisorId,
        count.id,
        tx.scope.userId,
        clientKey,
        JSON.stringify(extra),
      ],
    );
}
export const setPhoto = (tx: Tx, lineId: number, fileId: number): Promise<unknown> =>
  tx.query(
    `update bank.pledge_count_line set photo = $2, updated_at = now() where tenant_no = kit.tenant() and id = $1
       and photo is null`,
    [lineId, fileId],
  );

export interface Explained {
  readonly lineId: number;
  readonly explain: string;
  readonly note: string | null;
  readonly proof: readonly number[];
}
/** R34: a head whose tag is gone is known again by its picture; every other explanation leaves it unseen. */
export const setExplained = (tx: Tx, one: Explained): Promise<unknown> =>
  tx.query(
    `update bank.pledge_count_line set explain = $2, explain_note = $3, explain_proof = $4, explained_by = $5,
       result = case when $2 = 'tagLost' then 'tagLost' when result = 'tagLost' then null else result end,
       photo = case when $2 = 'tagLost' then coalesce(photo, ($4::bigint[])[1]) else photo end,
       at = case when $2 = 'tagLost' then coalesce(at, now()) else at end,
       scanned_by = case when $2 = 'tagLost' then coalesce(scanned_by, $5) else scanned_by end,
       version = version + 1, updated_by = $5, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [one.lineId, one.explain, one.note, one.proof, tx.scope.userId],
  );
export const closeBook = (tx: Tx, countId: number): Promise<unknown> =>
  tx.query(
    `update bank.pledge_count_line set result = 'missing', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and count_id = $1 and expected and result is null`,
    [countId],
  );
export const reopenBook = (tx: Tx, countId: number): Promise<unknown> =>
  tx.query(
    `update bank.pledge_count_line set result = null, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and count_id = $1 and expected and result = 'missing'`,
    [countId],
  );

/** R34: not seen, and nothing that explains it was accepted. */
export const isGap = (line: {
  readonly expected: boolean;
  readonly result: string | null;
  readonly explain: string | null;
}) => line.expected && line.result === 'missing' && (line.explain === null || line.explain === 'none');
export const gapSql = (l: string) =>
  `(${l}.expected and ${l}.result = 'missing' and coalesce(${l}.explain, 'none') = 'none')`;

export const countLineRoutes = (): Route[] =>
  serveResource(pledgeCountLine)({
    expressions: {
      photo: `(case when t.photo is null then null else array[t.photo] end)`,
      isGap: `coalesce(${gapSql('t')}, false)`,
    },
  });
