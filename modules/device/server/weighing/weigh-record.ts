import type { Tx } from '#kit/server/db/database.ts';
import type { WeighRecord } from '#modules/device/contract/weighing/weigh-session.ts';
import type { Judgement } from './judge.ts';

const columns = `r.id, r.n, r.at, r.tag_read as "tagRead", r.animal_id as "animalId",
  (select a.ear_tag from registry.animal_view a where a.id = r.animal_id) as "earTag", r.kg, r.bcs, r.prev_kg
    as "prevKg", r.prev_on as "prevOn",
  r.gain_kg as "gainKg", r.adg_kg as "adgKg", r.marks, r.accepted, r.note, r.version`;

export const recordsSql = `select ${columns} from device.weigh_record r where r.session_id = $1
  order by r.n desc limit 3000`;
export const recordsOf = (tx: Tx, sessionId: number): Promise<WeighRecord[]> =>
  tx.query<WeighRecord>(recordsSql, [sessionId]);
export const recordOf = async (tx: Tx, id: number): Promise<WeighRecord | undefined> =>
  (await tx.query<WeighRecord>(`select ${columns} from device.weigh_record r where r.id = $1`, [id]))[0];

export interface NewRecord extends Judgement {
  sessionId: number;
  n: number;
  at: string;
  tag: string | null;
  animalId: number | null;
  kg: number;
  bcs: number | null;
  manual: boolean;
  note: string | null;
}

/** Whether it is new: `n` is the key, and what is sent again changes nothing. */
export async function insertRecord(tx: Tx, one: NewRecord): Promise<number | null> {
  // R44: the later weight of an animal counts, the earlier stays as it was seen.
  if (one.animalId !== null)
    await tx.query(
      `update device.weigh_record set accepted = false, marks = array_append(marks, 'repeated'), version = version + 1
       where tenant_no = $1 and session_id = $2 and animal_id = $3 and n < $4 and not marks @> array['repeated']`,
      [tx.scope.tenantNo, one.sessionId, one.animalId, one.n],
    );
  const [row] = await tx.query<{ id: number }>(
    `insert into device.weigh_record (tenant_no, session_id, n, at, tag_read, animal_id, kg, bcs, manual, prev_kg,
      prev_on, gain_kg, adg_kg, marks,
       accepted, note, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) on conflict (tenant_no,
       session_id, n) do nothing returning id`,
    [
      tx.scope.tenantNo,
      one.sessionId,
      one.n,
      one.at,
      one.tag,
      one.animalId,
      one.kg,
      one.bcs,
      one.manual,
      one.prevKg,
      one.prevOn,
      one.gainKg,
      one.adgKg,
      one.marks,
      one.accepted,
      one.note,
      tx.scope.userId,
    ],
  );
  return row?.id ?? null;
}

export const changeRecord = (
  tx: Tx,
  id: number,
  change: Judgement & { animalId: number | null; tag: string | null; note: string | null },
): Promise<unknown[]> =>
  tx.query(
    `update device.weigh_record set tag_read = $2, animal_id = $3, prev_kg = $4, prev_on = $5, gain_kg = $6,
      adg_kg = $7, marks = $8, accepted = $9,
       note = $10, version = version + 1, updated_at = now(), updated_by = $11 where id = $1`,
    [
      id,
      change.tag,
      change.animalId,
      change.prevKg,
      change.prevOn,
      change.gainKg,
      change.adgKg,
      change.marks,
      change.accepted,
      change.note,
      tx.scope.userId,
    ],
  );

export const keepEvents = (tx: Tx, written: readonly { id: number; seq: number }[]): Promise<unknown[]> =>
  tx.query(
    `update device.weigh_record r set event_seq = u.seq from unnest($1::bigint[], $2::int[]) u (id, seq)
      where r.id = u.id`,
    [written.map((one) => one.id), written.map((one) => one.seq)],
  );
