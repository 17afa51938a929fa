import type { Tx } from '#kit/server/db/database.ts';

export interface Room {
  readonly id: number;
  readonly roomNo: string;
  readonly consultId: number;
  readonly docNo: string;
  readonly status: 'open' | 'live' | 'ended';
  readonly liveAt: string | null;
  readonly maxParticipants: number;
  readonly regionCode: number;
}

const columns = `r.id, r.room_no as "roomNo", r.consult_id as "consultId", c.doc_no as "docNo", r.status,
  r.live_at as "liveAt", r.max_participants as "maxParticipants", c.region_code as "regionCode"`;

/** As the caller sees it: a room is seen with its consult. */
export async function roomOf(tx: Pick<Tx, 'query'>, id: number, lock = false): Promise<Room | null> {
  const [row] = await tx.query<Room>(
    `select ${columns} from cure.cure_room r join cure.consult c on c.id = r.consult_id
     where r.id = $1${lock ? ' for update of r' : ''}`,
    [id],
  );
  return row ?? null;
}

export async function openRoomOf(tx: Tx, consultId: number): Promise<Room | null> {
  const [row] = await tx.query<Room>(
    `select ${columns} from cure.cure_room r join cure.consult c on c.id = r.consult_id
     where r.tenant_no = kit.tenant() and r.consult_id = $1 and r.status <> 'ended'`,
    [consultId],
  );
  return row ?? null;
}

export async function insertRoom(tx: Tx, consultId: number, userId: number, most: number): Promise<Room> {
  const [row] = await tx.query<{ id: number }>(
    `insert into cure.cure_room (tenant_no, consult_id, room_no, opened_by, max_participants)
     values (kit.tenant(), $1, kit.doc_no('CV'), $2, $3) returning id`,
    [consultId, userId, most],
  );
  return (await roomOf(tx, row?.id as number)) as Room;
}

/** R31: live from the second participant on; alone since the last but one left. */
export const countSeats = (tx: Tx, id: number, seats: number): Promise<unknown> =>
  tx.query(
    `update cure.cure_room set status = case when $2 >= 2 then 'live' else status end,
       live_at = case when $2 >= 2 then coalesce(live_at, now()) else live_at end,
       alone_since = case when $2 = 1 then coalesce(alone_since, now()) end
     where id = $1 and status <> 'ended'`,
    [id, seats],
  );

export type EndReason = 'empty' | 'alone' | 'limit' | 'closed' | 'ended';

export const markEnded = (tx: Tx, id: number, reason: EndReason): Promise<unknown[]> =>
  tx.query(
    `update cure.cure_room set status = 'ended', ended_at = now(), end_reason = $2
     where id = $1 and status <> 'ended' returning id`,
    [id, reason],
  );

/** R31: why a room is over, if it is. */
export async function whyOver(tx: Tx, id: number, seats: number): Promise<EndReason | null> {
  const [row] = await tx.query<{ isOld: boolean; isUnused: boolean; isAlone: boolean }>(
    `select opened_at < now() - interval '2 hours' as "isOld",
       opened_at < now() - interval '2 minutes' as "isUnused",
       coalesce(alone_since < now() - interval '10 minutes', false) as "isAlone"
     from cure.cure_room where id = $1 and status <> 'ended'`,
    [id],
  );
  if (!row) return null;
  if (row.isOld) return 'limit';
  if (seats === 0 && row.isUnused) return 'empty';
  return row.isAlone && seats === 1 ? 'alone' : null;
}
