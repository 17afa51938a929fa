import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { registerDue, setDue } from '#kit/server/due/due.ts';
import { sendEphemeral } from '#kit/server/push/ephemeral.ts';
import { relayServers } from '#kit/server/push/relay.ts';
import { type RoomIce, type RoomSignal, type RoomState, roomTopic } from '#modules/cure/contract/room/room.ts';
import { sayIn } from '../consult/consult-message.ts';
import { settingsFor } from '../setting/settings.ts';
import { revokeInvites } from './cure-invite.ts';
import { countSeats, type EndReason, markEnded, openRoomOf, type Room, roomOf, whyOver } from './cure-room.ts';
import {
  addressOf,
  insertSeat,
  leaveSeats,
  type NewSeat,
  type Seat,
  seatsOf,
  sweepSeats,
} from './cure-room-participant.ts';

const roomCheck = 'cure.roomCheck';
const checkEvery = 30_000;
/** R37. */
const credentialSeconds = 3600;

export const admitted = (seats: readonly Seat[]): Seat[] => seats.filter((one) => one.isAdmitted);

/** What a room looks like from one seat; who waits outside is told to hosts alone. */
export const stateFrom = (room: Room, seats: readonly Seat[], me: Seat | null, isHost: boolean): RoomState => ({
  roomId: room.id,
  roomNo: room.roomNo,
  consultId: room.consultId,
  docNo: room.docNo,
  status: room.status,
  liveAt: room.liveAt,
  me: me?.id ?? null,
  isAdmitted: me?.isAdmitted ?? false,
  isHost,
  participants: me?.isAdmitted
    ? admitted(seats).map(({ id, userId, name, role, media }) => ({ id, userId, name, role, media }))
    : [],
  lobby: isHost ? seats.filter((one) => !one.isAdmitted).map(({ id, name }) => ({ id, name })) : [],
});

/** Everybody there looks again. Said after the commit: who hears it asks at once. */
export function tellSeats(tenantNo: number, roomId: number, seats: readonly Seat[], kind = 'state'): void {
  if (seats.length > 0) sendEphemeral({ tenantNo }, seats.map(addressOf), roomTopic, { kind, data: { roomId } });
}

/** R33: between two who were both let in; it goes past the database and every log. */
export function passSignal(
  tenantNo: number,
  seats: readonly Seat[],
  from: Seat,
  signal: Omit<RoomSignal, 'from'>,
): void {
  const to = seats.find((one) => one.id === signal.to && one.isAdmitted);
  if (!from.isAdmitted) throw refusal('notAdmitted', 'cure.refusal.notAdmitted');
  if (!to || !mayPass(from.id)) return;
  sendEphemeral({ tenantNo }, [addressOf(to)], roomTopic, { kind: 'signal', data: { ...signal, from: from.id } });
}

const mostPerSecond = 50;
const passed = new Map<number, { second: number; n: number }>();
/** R33: what comes faster is dropped; browsers ask again by themselves. */
function mayPass(seatId: number, now = Date.now()): boolean {
  const second = Math.floor(now / 1000);
  if (passed.size > 1000) for (const [id, one] of passed) if (one.second < second) passed.delete(id);
  const known = passed.get(seatId);
  const n = known?.second === second ? known.n + 1 : 1;
  passed.set(seatId, { second, n });
  return n <= mostPerSecond;
}

export async function iceFor(tx: Tx, room: Room, me: Seat | null): Promise<RoomIce> {
  if (!me?.isAdmitted) throw refusal('notAdmitted', 'cure.refusal.notAdmitted');
  const { relayOnly } = await settingsFor(tx, room.regionCode);
  return {
    topology: 'mesh',
    iceServers: relayServers(`room-${room.id}-${me.id}`, credentialSeconds),
    relayOnly: relayOnly === 1,
    ttl: credentialSeconds,
    participantId: me.id,
  };
}

/** R27: takes a seat under the room's lock; who sat there before, on another device, gets up. */
export async function takeSeat(
  tx: Tx,
  roomId: number,
  seat: Omit<NewSeat, 'roomId' | 'consultId'>,
): Promise<{ room: Room; seats: Seat[]; me: Seat }> {
  const room = await roomOf(tx, roomId, true);
  if (!room || room.status === 'ended') throw refusal('roomEnded', 'cure.refusal.roomEnded');
  await sweepSeats(tx, roomId);
  const before = await seatsOf(tx, roomId);
  const own = before.filter((one) => (seat.userId ? one.userId === seat.userId : one.inviteId === seat.inviteId));
  await leaveSeats(
    tx,
    own.map((one) => one.id),
  );
  // Let in once, a guest whose line broke need not wait again.
  const isAdmitted = seat.isAdmitted || own.some((one) => one.isAdmitted);
  const others = admitted(before).filter((one) => !own.includes(one));
  if (isAdmitted && others.length >= room.maxParticipants) throw refusal('roomFull', 'cure.refusal.roomFull');
  const id = await insertSeat(tx, { ...seat, isAdmitted, roomId, consultId: room.consultId });
  return settle(tx, roomId, id);
}

/** Counts anew who is there. */
export async function settle(tx: Tx, roomId: number, seatId: number) {
  const seats = await seatsOf(tx, roomId);
  await countSeats(tx, roomId, admitted(seats).length);
  const room = (await roomOf(tx, roomId)) as Room;
  return { room, seats, me: seats.find((one) => one.id === seatId) as Seat };
}

/** Ends a room; answers who sat there, to be told after the commit. */
export async function closeRoom(tx: Tx, roomId: number, reason: EndReason, actor: number | null): Promise<Seat[]> {
  const seats = await seatsOf(tx, roomId);
  const room = await roomOf(tx, roomId);
  const [ended] = await markEnded(tx, roomId, reason);
  if (!ended || !room) return [];
  await leaveSeats(
    tx,
    seats.map((one) => one.id),
  );
  await sayIn(tx, room.consultId, { kind: 'system', body: `roomEnded:${reason}`, actor });
  return seats;
}

/** A consult that is over has no room and no open link. */
export async function closeTalk(tx: Tx, consultId: number, actor: number | null): Promise<void> {
  await revokeInvites(tx, consultId, null);
  const room = await openRoomOf(tx, consultId);
  if (!room) return;
  const seats = await closeRoom(tx, room.id, 'closed', actor);
  // Whoever asks too early is told at the next heartbeat.
  tellSeats(tx.scope.tenantNo, room.id, seats);
}

export const watchRoom = (tx: Tx, roomId: number): Promise<void> =>
  setDue(tx, roomCheck, String(roomId), new Date(Date.now() + checkEvery));

/** R31: who is gone is gone, and a room nobody needs ends, also where no browser is left to say so. */
export function registerRoomClock(): void {
  registerDue(roomCheck, async (tx, { ref }) => {
    const roomId = Number(ref);
    const gone = await sweepSeats(tx, roomId);
    const seats = await seatsOf(tx, roomId);
    if (gone.length > 0) await countSeats(tx, roomId, admitted(seats).length);
    const reason = await whyOver(tx, roomId, admitted(seats).length);
    if (reason) await closeRoom(tx, roomId, reason, null);
    else if ((await roomOf(tx, roomId))?.status !== 'ended') await watchRoom(tx, roomId);
    if (gone.length > 0 || reason) tellSeats(tx.scope.tenantNo, roomId, seats);
  });
}
