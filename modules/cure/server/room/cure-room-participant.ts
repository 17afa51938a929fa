import type { Tx } from '#kit/server/db/database.ts';
import { guestAddress } from '#kit/server/push/guest.ts';

export interface Seat {
  readonly id: number;
  readonly userId: number | null;
  readonly inviteId: number | null;
  readonly name: string;
  readonly role: string;
  readonly media: 'video' | 'audio' | 'none';
  readonly isAdmitted: boolean;
}

const columns = `p.id, p.user_id as "userId", p.invite_id as "inviteId", p.shown_name as name, p.role, p.media,
  p.admitted_at is not null as "isAdmitted"`;

/** Whoever sits in a room or waits before it. */
export const seatsOf = (tx: Pick<Tx, 'query'>, roomId: number): Promise<Seat[]> =>
  tx.query<Seat>(
    `select ${columns} from cure.cure_room_participant p where p.room_id = $1 and p.left_at is null order by p.id`,
    [roomId],
  );

/** Where signals for a seat go. */
export const addressOf = (seat: Pick<Seat, 'id' | 'userId'>): number => seat.userId ?? guestAddress(seat.id);

export interface NewSeat {
  readonly roomId: number;
  readonly consultId: number;
  readonly userId: number | null;
  readonly inviteId: number | null;
  readonly name: string;
  readonly role: string;
  readonly media: string;
  readonly isAdmitted: boolean;
}

export async function insertSeat(tx: Tx, seat: NewSeat): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into cure.cure_room_participant (tenant_no, room_id, consult_id, user_id, invite_id, shown_name, role,
       media, admitted_at)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, case when $8 then now() end) returning id`,
    [seat.roomId, seat.consultId, seat.userId, seat.inviteId, seat.name, seat.role, seat.media, seat.isAdmitted],
  );
  return row?.id as number;
}

export const leaveSeats = (tx: Tx, ids: readonly number[]): Promise<unknown> =>
  tx.query('update cure.cure_room_participant set left_at = now() where id = any ($1) and left_at is null', [ids]);

export const admitSeat = (tx: Tx, id: number, by: number): Promise<unknown> =>
  tx.query(
    `update cure.cure_room_participant set admitted_at = now(), admitted_by = $2
     where id = $1 and left_at is null and admitted_at is null`,
    [id, by],
  );

export interface Line {
  readonly relayed?: boolean | undefined;
  readonly rttMs?: number | undefined;
  readonly lossPct?: number | undefined;
  readonly kbps?: number | undefined;
}

export const beatSeat = (tx: Tx, id: number, media: string, line: Line): Promise<unknown[]> =>
  tx.query(
    `update cure.cure_room_participant set seen_at = now(), media = $2, relayed = coalesce($3, relayed),
       rtt_ms = coalesce($4, rtt_ms), loss_pct = coalesce($5, loss_pct), kbps = coalesce($6, kbps)
     where id = $1 and left_at is null returning id`,
    [id, media, line.relayed ?? null, line.rttMs ?? null, line.lossPct ?? null, line.kbps ?? null],
  );

/** R31: forty-five seconds without a sign of life is gone, when they were last seen. */
export const sweepSeats = (tx: Tx, roomId: number): Promise<unknown[]> =>
  tx.query(
    `update cure.cure_room_participant set left_at = seen_at
     where room_id = $1 and left_at is null and seen_at < now() - interval '45 seconds' returning id`,
    [roomId],
  );

/** R24: how long somebody was in rooms of a consult together with the holder's side. */
export async function secondsTogether(tx: Tx, consultId: number, userId: number): Promise<number> {
  const [row] = await tx.query<{ seconds: number }>(
    `select coalesce(sum(greatest(0, extract(epoch from least(coalesce(a.left_at, a.seen_at),
         coalesce(b.left_at, b.seen_at)) - greatest(a.joined_at, b.joined_at)))), 0)::float8 as seconds
     from cure.cure_room_participant a join cure.cure_room_participant b on b.room_id = a.room_id
       and b.role = 'asker' and b.id <> a.id
     where a.tenant_no = kit.tenant() and a.consult_id = $1 and a.user_id = $2 and a.role <> 'asker'
       and a.admitted_at is not null and b.admitted_at is not null`,
    [consultId, userId],
  );
  return row?.seconds ?? 0;
}
