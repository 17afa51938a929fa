import { forbidden, notFound, refusal } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { publish } from '#kit/server/events/outbox.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { registerTopic } from '#kit/server/push/topic.ts';
import * as contract from '#modules/cure/contract/room/room.ts';
import { mostCoExperts } from '#modules/cure/contract/together/co-consult.ts';
import { roleIn, seen } from '../consult/case.ts';
import { sayIn } from '../consult/consult-message.ts';
import { settingsFor } from '../setting/settings.ts';
import { placesLeft } from '../together/co-consult.ts';
import { insertInvite, inviteOf, invitesOf, leadsToCase, revokeInvites } from './cure-invite.ts';
import { insertRoom, openRoomOf, type Room, roomOf } from './cure-room.ts';
import { admitSeat, beatSeat, leaveSeats, type Seat, seatsOf } from './cure-room-participant.ts';
import { guestRoutes } from './guest.ts';
import * as room from './seats.ts';

type Any = Pick<Call, 'actor' | 'database'>;

const hosts = (call: Any) => call.actor.actions.has('cure:room:host');
const all = <T>(call: Any, work: (tx: Tx) => Promise<T>): Promise<T> =>
  call.database.transaction(call.actor.scope, (tx) => inTenant(tx, call.actor.tenantNo, 'room', work));

/** The room as far as the caller sees its consult, and as what they take part; who only looks on has no seat. */
async function enter(call: Any, roomId: number): Promise<{ found: Room; role: string }> {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const found = await roomOf(tx, roomId);
    if (!found) throw notFound();
    const role = await roleIn(tx, await seen(tx, found.consultId), call);
    if (role === 'observer') throw forbidden();
    return { found, role };
  });
}

const mine = (call: Any, seats: readonly Seat[]) => seats.find((one) => one.userId === call.actor.userId) ?? null;

/** R27: while the case is being worked on. */
const talking = ['inProgress', 'needInfo', 'answered', 'following'];

async function open(call: Call<typeof contract.openRoom>) {
  const row = await seen(call.tx, call.body.consultId);
  if ((await roleIn(call.tx, row, call)) === 'observer') throw forbidden();
  if (!talking.includes(row.status)) throw refusal('talkOver', 'cure.refusal.roomNotNow');
  return inTenant(call.tx, call.actor.tenantNo, 'room', async (tx) => {
    const known = await openRoomOf(tx, row.id);
    const { roomMax } = await settingsFor(tx, row.regionCode);
    const made = known ?? (await insertRoom(tx, row.id, call.actor.userId, roomMax));
    if (!known) {
      await sayIn(tx, row.id, { kind: 'system', body: 'roomOpened', actor: call.actor.userId });
      await room.watchRoom(tx, made.id);
    }
    const others = row.userIds.filter((id) => id !== call.actor.userId);
    if (others.length > 0)
      await publish(tx, 'consult', {
        kind: 'ring',
        audience: { userIds: others },
        data: { roomId: made.id, consultId: row.id, docNo: row.docNo, signs: row.signs, from: call.actor.nickname },
      });
    return { roomId: made.id, roomNo: made.roomNo };
  });
}

async function join(call: Call<typeof contract.joinRoom>) {
  const { role } = await enter(call, call.body.roomId);
  const taken = await all(call, (tx) =>
    room.takeSeat(tx, call.body.roomId, {
      userId: call.actor.userId,
      inviteId: null,
      name: call.actor.nickname,
      role,
      media: call.body.media,
      isAdmitted: true,
    }),
  );
  room.tellSeats(
    call.actor.tenantNo,
    taken.room.id,
    taken.seats.filter((one) => one.id !== taken.me.id),
  );
  return room.stateFrom(taken.room, taken.seats, taken.me, hosts(call));
}

async function leave(call: Call<typeof contract.leaveRoom>) {
  const { found } = await enter(call, call.body.roomId);
  const seats = await all(call, async (tx) => {
    const own = (await seatsOf(tx, found.id)).filter(
      (one) => one.userId === call.actor.userId && one.id === call.body.participantId,
    );
    await leaveSeats(
      tx,
      own.map((one) => one.id),
    );
    const left = (await room.settle(tx, found.id, 0)).seats;
    // The last one out turns off the light.
    return room.admitted(left).length > 0 ? left : room.closeRoom(tx, found.id, 'empty', call.actor.userId);
  });
  room.tellSeats(call.actor.tenantNo, found.id, seats);
  return null;
}

async function beat(call: Call<typeof contract.beatRoom>) {
  const { found } = await enter(call, call.body.roomId);
  return all(call, async (tx) => {
    const own = mine(call, await seatsOf(tx, found.id));
    if (own) await beatSeat(tx, own.id, call.body.media, call.body.stats);
    const seats = await seatsOf(tx, found.id);
    return room.stateFrom((await roomOf(tx, found.id)) ?? found, seats, mine(call, seats), hosts(call));
  });
}

async function signal(call: Call<typeof contract.signalRoom>) {
  const { found } = await enter(call, call.body.roomId);
  const seats = await all(call, (tx) => seatsOf(tx, found.id));
  const me = mine(call, seats);
  if (!me) throw refusal('notAdmitted', 'cure.refusal.notAdmitted');
  room.passSignal(call.actor.tenantNo, seats, me, { ...call.body, data: call.body.data });
  return null;
}

async function state(call: Call<typeof contract.stateOfRoom>) {
  const { found } = await enter(call, call.query.roomId);
  const seats = await all(call, (tx) => seatsOf(tx, found.id));
  return room.stateFrom(found, seats, mine(call, seats), hosts(call));
}

/** R28: lets a guest in, or shows them out; their browser and everybody's connection to it end at once. */
async function guestAtDoor(
  call: Call<typeof contract.admitGuest> | Call<typeof contract.removeGuest>,
  action: 'admit' | 'remove',
) {
  const { found } = await enter(call, call.body.roomId);
  const { after, gone } = await all(call, async (tx) => {
    const locked = await roomOf(tx, found.id, true);
    const seats = await seatsOf(tx, found.id);
    const guest = seats.find((one) => one.id === call.body.participantId && one.inviteId !== null);
    if (!guest || !locked) throw notFound();
    if (action === 'admit') {
      if (room.admitted(seats).length >= locked.maxParticipants) throw refusal('roomFull', 'cure.refusal.roomFull');
      await admitSeat(tx, guest.id, call.actor.userId);
    } else {
      await leaveSeats(tx, [guest.id]);
      await revokeInvites(tx, found.consultId, guest.inviteId);
    }
    await audit(tx, call as unknown as Call, {
      module: 'cure',
      entity: 'cureRoom',
      entityId: found.id,
      entityName: found.roomNo,
      action,
      after: { guest: guest.name },
    });
    return { after: await room.settle(tx, found.id, 0), gone: action === 'remove' ? [guest] : [] };
  });
  room.tellSeats(call.actor.tenantNo, found.id, gone, 'removed');
  room.tellSeats(call.actor.tenantNo, found.id, after.seats);
  return room.stateFrom(after.room, after.seats, mine(call, after.seats), hosts(call));
}

async function end(call: Call<typeof contract.endRoom>) {
  const { found } = await enter(call, call.body.roomId);
  const seats = await all(call, (tx) => room.closeRoom(tx, found.id, 'ended', call.actor.userId));
  room.tellSeats(call.actor.tenantNo, found.id, seats);
  return null;
}

async function link(call: Call<typeof contract.makeLink>) {
  const { consultId, kind, shownName } = call.body;
  const row = await seen(call.tx, consultId);
  if ((await roleIn(call.tx, row, call)) === 'observer') throw forbidden();
  if (!talking.includes(row.status)) throw refusal('talkOver', 'cure.refusal.roomNotNow');
  if (
    kind === 'expertCase' &&
    (await inTenant(call.tx, call.actor.tenantNo, 'link', (tx) => placesLeft(tx, row.id))) === 0
  )
    throw refusal('coExpertsFull', 'cure.refusal.coExpertsFull', { n: mostCoExperts });
  const { inviteHours } = await settingsFor(call.tx, row.regionCode);
  const { id, key, validUntil } = await insertInvite(call.tx, {
    userId: call.actor.userId,
    kind,
    consultId,
    societyId: null,
    shownName,
    hours: inviteHours,
  });
  const page = kind === 'roomGuest' ? '/cure/invite' : '/cure/expertInvite';
  return { id, validUntil, path: `/#${page}?k=${key}` };
}

async function revoke(call: Call<typeof contract.revokeLink>) {
  const { gone, roomId, seats } = await all(call, async (tx) => {
    const invite = await inviteOf(tx, call.body.id);
    if (invite?.userId !== call.actor.userId || !leadsToCase(invite)) throw notFound();
    await revokeInvites(tx, invite.consultId, invite.id);
    const found = await openRoomOf(tx, invite.consultId);
    const there = found ? (await seatsOf(tx, found.id)).filter((one) => one.inviteId === invite.id) : [];
    await leaveSeats(
      tx,
      there.map((one) => one.id),
    );
    return { gone: there, roomId: found?.id ?? 0, seats: found ? (await room.settle(tx, found.id, 0)).seats : [] };
  });
  room.tellSeats(call.actor.tenantNo, roomId, gone, 'removed');
  room.tellSeats(call.actor.tenantNo, roomId, seats);
  return null;
}

const mineSql = `select r.id as "roomId", r.room_no as "roomNo", c.id as "consultId", c.doc_no as "docNo", c.signs,
    c.species, r.status, r.opened_at as "openedAt",
    coalesce((select round(sum(extract(epoch from coalesce(p.left_at, p.seen_at) - p.joined_at))) from
      cure.cure_room_participant p where p.room_id = r.id and p.user_id = $1), 0)::int as seconds,
    (select count(distinct coalesce(p.user_id, -p.invite_id)) from cure.cure_room_participant p
      where p.room_id = r.id and p.admitted_at is not null)::int as people
  from cure.cure_room r join cure.consult c on c.id = r.consult_id
  where r.tenant_no = kit.tenant() and r.opened_at > now() - interval '90 days' and $1 = any (c.user_ids)
  order by r.status = 'ended', r.opened_at desc limit 100`;

export const roomRoutes = (): Route[] => [
  serve('cure', contract.openRoom, open),
  serve('cure', contract.joinRoom, join),
  serve('cure', contract.leaveRoom, leave),
  serve('cure', contract.beatRoom, beat),
  serve('cure', contract.signalRoom, signal),
  serve('cure', contract.stateOfRoom, state),
  serve('cure', contract.iceOfRoom, async (call) => {
    const { found } = await enter(call, call.query.roomId);
    return all(call, async (tx) => room.iceFor(tx, found, mine(call, await seatsOf(tx, found.id))));
  }),
  serve('cure', contract.admitGuest, (call) => guestAtDoor(call, 'admit')),
  serve('cure', contract.removeGuest, (call) => guestAtDoor(call, 'remove')),
  serve('cure', contract.endRoom, end),
  serve('cure', contract.makeLink, link),
  serve('cure', contract.linksOf, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      await seen(tx, call.query.consultId);
      return (await invitesOf(tx, call.query.consultId)).map(
        ({ userId: _, consultId: _c, societyId: _s, ...one }) => one,
      );
    }),
  ),
  serve('cure', contract.revokeLink, revoke),
  serve('cure', contract.myRooms, async (call) => {
    const [rows] = await call.database.read<[contract.MyRoom]>(call.actor.scope, {
      text: mineSql,
      values: [call.actor.userId],
    });
    return rows;
  }),
  ...guestRoutes(),
];

export function registerRooms(): void {
  registerTopic(contract.roomTopic, { access: 'session' });
  room.registerRoomClock();
}
