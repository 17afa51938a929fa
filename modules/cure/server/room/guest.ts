import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { guestToken, readGuest } from '#kit/server/push/guest.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import type { CaseFile } from '#modules/cure/contract/consult/case.ts';
import * as contract from '#modules/cure/contract/room/invite.ts';
import { roomTopic } from '#modules/cure/contract/room/room.ts';
import type { JoinKind } from '#modules/cure/contract/society/join.ts';
import { tellTalk } from '../consult/consult-message.ts';
import { shownJoin } from '../society/join.ts';
import { type Anybody, byKey, invalidInvite } from './by-key.ts';
import { answerOf, type Invite, leadsToCase, useInvite } from './cure-invite.ts';
import { openRoomOf, type Room, roomOf } from './cure-room.ts';
import { beatSeat, leaveSeats, type Seat, seatsOf } from './cure-room-participant.ts';
import * as room from './seats.ts';

const tokenSeconds = 7200;

type OutsideOpinion = NonNullable<contract.CaseShown['case']>['opinions'][number];

interface Sitting {
  readonly tenantNo: number;
  readonly found: Room;
  readonly seats: Seat[];
  readonly me: Seat;
}
/** A token says who somebody was; whether they still sit there is asked each time. */
async function bySeat<T>(call: Anybody, token: string, work: (tx: Tx, sitting: Sitting) => Promise<T>): Promise<T> {
  const guest = readGuest(token);
  if (!guest) throw invalidInvite();
  return call.database.transaction(systemScope(guest.tenantNo, 'guest'), async (tx) => {
    const [row] = await tx.query<{ roomId: number }>(
      `select room_id as "roomId" from cure.cure_room_participant where tenant_no = kit.tenant() and id = $1
         and invite_id is not null and left_at is null`,
      [guest.guestId],
    );
    const found = row ? await roomOf(tx, row.roomId) : null;
    const seats = found ? await seatsOf(tx, found.id) : [];
    const me = seats.find((one) => one.id === guest.guestId);
    if (!found || !me) throw invalidInvite();
    return work(tx, { tenantNo: guest.tenantNo, found, seats, me });
  });
}

async function openInvite(call: Call<typeof contract.openInvite>) {
  return byKey(call, call.body.k, async (tx, invite) => {
    if (!leadsToCase(invite)) return shownJoin(tx, invite as Invite & { kind: JoinKind }, call.language);
    const [row] = await tx.query<{
      species: string;
      regionCode: number;
      askedOn: string;
      invitedBy: string;
      unit: string;
      signs: string;
      headIll: number;
      headDead: number;
      headAtRisk: number | null;
      onsetOn: string;
      temperature: number | null;
      file: CaseFile;
    }>(
      `select c.species, c.region_code as "regionCode", to_char(c.created_at at time zone 'Asia/Shanghai',
           'YYYY-MM-DD') as "askedOn", u.name as "invitedBy", coalesce(registry.principal_name(u.principal_id), '')
           as unit, c.signs, c.head_ill as "headIll", c.head_dead as "headDead", c.head_at_risk as "headAtRisk",
         to_char(c.onset_on, 'YYYY-MM-DD') as "onsetOn", c.temperature::float8 as temperature, c.case_file as file
       from cure.consult c join cure.user_seen u on u.id = $2 where c.id = $1`,
      [invite.consultId, invite.userId],
    );
    if (!row) throw invalidInvite();
    const { signs, headIll, headDead, headAtRisk, onsetOn, temperature, file } = row;
    const name = (dict: string, value: string) =>
      lookups().dictLabel(dict, value, tx.scope.tenantNo, call.language) ?? value;
    return {
      kind: invite.kind,
      shownName: invite.shownName,
      invitedBy: row.invitedBy,
      unit: row.unit,
      species: name('species', row.species),
      county: lookups().regionName(Math.floor(row.regionCode / 1e6) * 1e6, call.language) ?? '',
      askedOn: row.askedOn,
      validUntil: invite.validUntil,
      isRoomOpen: (await openRoomOf(tx, invite.consultId)) !== null,
      answer: invite.answer,
      case:
        invite.kind === 'expertCase'
          ? {
              signs: signs.split('、').filter(Boolean),
              headIll,
              headDead,
              headAtRisk,
              onsetOn,
              temperature,
              opinions:
                invite.answer === 'accepted'
                  ? await tx.query<OutsideOpinion>(
                      `select o.no, t.name_zh as diagnosis, o.certainty, o.basis, o.advice,
                         exists (select 1 from cure.consult_co_sign s where s.tenant_no = o.tenant_no
                           and s.consult_id = o.consult_id and s.opinion_no = o.no and s.invite_id = $2) as "isSigned"
                       from cure.consult_opinion o join cure.cure_tag t on t.id = o.diagnosis_tag_id
                       where o.tenant_no = kit.tenant() and o.consult_id = $1 order by o.no desc limit 1`,
                      [invite.consultId, invite.id],
                    )
                  : [],
              animals: (file.animals ?? []).map((one) => ({
                stage: name('animal_stage', one.stage),
                ageMonths: one.ageMonths,
                parity: one.parity,
                weightKg: one.weightKg,
                immunity: one.immunity.map(({ disease, isProtected }) => ({ disease, isProtected })),
                life: one.life.map((event) => ({ ...event, kind: name('animal_event_kind', event.kind) })),
              })),
            }
          : null,
    };
  });
}

async function joinInvite(call: Call<typeof contract.joinInvite>) {
  const { k, shownName, media } = call.body;
  const { taken, tenantNo } = await byKey(call, k, async (tx, invite) => {
    if (!leadsToCase(invite)) throw invalidInvite();
    const found = await openRoomOf(tx, invite.consultId);
    if (!found) throw refusal('roomNotOpen', 'cure.refusal.roomNotOpen');
    await useInvite(tx, invite.id);
    return {
      tenantNo: tx.scope.tenantNo,
      taken: await room.takeSeat(tx, found.id, {
        userId: null,
        inviteId: invite.id,
        name: shownName,
        role: invite.kind === 'expertCase' ? 'coExpert' : 'observer',
        media,
        // R28: whoever was asked for by name as an expert was let in by that; a guest waits.
        isAdmitted: invite.kind === 'expertCase' && invite.answer === 'accepted',
      }),
    };
  });
  const others = taken.seats.filter((one) => one.id !== taken.me.id);
  room.tellSeats(tenantNo, taken.room.id, others);
  return {
    roomToken: guestToken({ tenantNo, guestId: taken.me.id }, tokenSeconds),
    state: room.stateFrom(taken.room, taken.seats, taken.me, false),
  };
}

async function answerInvite(call: Call<typeof contract.answerInvite>) {
  const { k, accept, reason } = call.body;
  await byKey(call, k, async (tx, invite) => {
    if (!leadsToCase(invite) || invite.kind !== 'expertCase') throw invalidInvite();
    await answerOf(tx, invite.id, accept ? 'accepted' : 'declined', accept ? null : (reason ?? 'other'));
    await tellTalk(tx, invite.consultId, 'state');
  });
  return null;
}

export const guestRoutes = (): Route[] => [
  serve('cure', contract.openInvite, openInvite),
  serve('cure', contract.joinInvite, joinInvite),
  serve('cure', contract.answerInvite, answerInvite),
  serve('cure', contract.guestState, (call) =>
    bySeat(call, call.body.token, async (_, { found, seats, me }) => room.stateFrom(found, seats, me, false)),
  ),
  serve('cure', contract.guestIce, (call) =>
    bySeat(call, call.body.token, (tx, { found, me }) => room.iceFor(tx, found, me)),
  ),
  serve('cure', contract.guestBeat, (call) =>
    bySeat(call, call.body.token, async (tx, { found, seats, me }) => {
      await beatSeat(tx, me.id, call.body.media, call.body.stats);
      return room.stateFrom(found, seats, me, false);
    }),
  ),
  serve('cure', contract.guestSignal, async (call) => {
    const { token, ...signal } = call.body;
    const { tenantNo, found, seats, me } = await bySeat(call, token, async (_, sitting) => sitting);
    room.passSignal(tenantNo, seats, me, { roomId: found.id, ...signal, data: signal.data });
    return null;
  }),
  serve('cure', contract.guestLeave, async (call) => {
    const { tenantNo, found, left } = await bySeat(call, call.body.token, async (tx, sitting) => {
      await leaveSeats(tx, [sitting.me.id]);
      return { ...sitting, left: (await room.settle(tx, sitting.found.id, 0)).seats };
    });
    room.tellSeats(tenantNo, found.id, left);
    return null;
  }),
  serve('cure', contract.guestStream, async (call) => {
    const token = call.header('x-room-token') ?? '';
    const { tenantNo, me } = await bySeat(call, token, async (_, sitting) => sitting);
    const stream = call.push.openGuest({ tenantNo, guestId: me.id }, roomTopic);
    const headers = { 'x-accel-buffering': 'no' };
    call.answer.file = { stream, type: 'text/event-stream; charset=utf-8', name: 'events', inline: true, headers };
    return null;
  }),
];
