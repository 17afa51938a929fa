import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const one = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const room = z.strictObject({ roomId: idSchema });

/** Where signals between browsers are heard. Nothing said there is kept. */
export const roomTopic = 'cure.room';

export const mediaKinds = ['video', 'audio', 'none'] as const;
const media = z.enum(mediaKinds);

const participant = z.object({
  id: idSchema,
  userId: idSchema.nullable(),
  name: z.string(),
  role: z.string(),
  media,
});
export type RoomParticipant = z.output<typeof participant>;

export const roomState = z.object({
  roomId: idSchema,
  roomNo: z.string(),
  consultId: idSchema,
  docNo: z.string(),
  status: z.enum(['open', 'live', 'ended']),
  liveAt: z.string().nullable(),
  /** The caller's own seat; null where they have none, or no longer. */
  me: idSchema.nullable(),
  isAdmitted: z.boolean(),
  isHost: z.boolean(),
  participants: z.array(participant),
  /** Guests who wait to be let in; hosts alone see them. */
  lobby: z.array(z.object({ id: idSchema, name: z.string() })),
});
export type RoomState = z.output<typeof roomState>;

const ice = z.object({
  topology: z.literal('mesh'),
  iceServers: z.array(z.object({ urls: z.array(z.string()), username: z.string(), credential: z.string() })),
  /** Peers never learn each other's addresses: everything goes through the relay. */
  relayOnly: z.boolean(),
  ttl: z.number().int(),
  participantId: idSchema,
});
export type RoomIce = z.output<typeof ice>;

const stats = z.strictObject({
  relayed: z.boolean().optional(),
  rttMs: z.number().int().min(0).max(60_000).optional(),
  lossPct: z.number().min(0).max(100).optional(),
  kbps: z.number().int().min(0).max(1_000_000).optional(),
});

export const signalTypes = ['offer', 'answer', 'candidate', 'bye', 'media', 'restart'] as const;
const signal = {
  to: idSchema,
  type: z.enum(signalTypes),
  seq: z.number().int().min(0),
  data: z.unknown(),
};
/** As it arrives at the other browser. */
export interface RoomSignal {
  readonly roomId: number;
  readonly from: number;
  readonly to: number;
  readonly type: (typeof signalTypes)[number];
  readonly seq: number;
  readonly data: unknown;
}

const join = needs('cure:room:join');
const host = needs('cure:room:host');

/** Opens the consult's room, or answers the one that is open, and rings at whoever takes part. */
export const openRoom = endpoint({
  method: 'POST',
  path: 'cure/room/open',
  access: join,
  body: z.strictObject({ consultId: idSchema }),
  data: z.object({ roomId: idSchema, roomNo: z.string() }),
  action: 'open',
});

export const joinRoom = endpoint({
  method: 'POST',
  path: 'cure/room/join',
  access: join,
  body: room.extend({ media }),
  data: roomState,
});
export const leaveRoom = endpoint({
  method: 'POST',
  path: 'cure/room/leave',
  access: join,
  body: room.extend({ participantId: idSchema }),
  data: z.null(),
});
export const iceOfRoom = endpoint({
  method: 'GET',
  path: 'cure/room/ice',
  access: join,
  query: z.strictObject({ roomId: one }),
  data: ice,
});
/** R31: every fifteen seconds, with how the line is. */
export const beatRoom = endpoint({
  method: 'POST',
  path: 'cure/room/heartbeat',
  access: join,
  body: room.extend({ media, stats: stats.default({}) }),
  data: roomState,
});
/** R33: from one participant to another, past the database and the logs. */
export const signalRoom = endpoint({
  method: 'POST',
  path: 'cure/room/signal',
  access: join,
  body: room.extend(signal),
  data: z.null(),
});
export const stateOfRoom = endpoint({
  method: 'GET',
  path: 'cure/room/state',
  access: join,
  query: z.strictObject({ roomId: one }),
  data: roomState,
});
export const endRoom = endpoint({
  method: 'POST',
  path: 'cure/room/end',
  access: host,
  body: room,
  data: z.null(),
});
/** R28: a guest is let in by name. */
export const admitGuest = endpoint({
  method: 'POST',
  path: 'cure/room/admit',
  access: host,
  body: room.extend({ participantId: idSchema }),
  data: roomState,
});
export const removeGuest = endpoint({
  method: 'POST',
  path: 'cure/room/remove',
  access: host,
  body: room.extend({ participantId: idSchema }),
  data: roomState,
});

const link = z.object({
  id: idSchema,
  kind: z.enum(['roomGuest', 'expertCase']),
  shownName: z.string(),
  validUntil: z.string(),
  status: z.string(),
  answer: z.string().nullable(),
});
export type InviteLink = z.output<typeof link>;

/** The address is told once; of its key only a digest is kept. */
export const makeLink = endpoint({
  method: 'POST',
  path: 'cure/room/link',
  access: host,
  body: z.strictObject({
    consultId: idSchema,
    kind: z.enum(['roomGuest', 'expertCase']),
    shownName: z.string().trim().max(30).default(''),
  }),
  data: z.object({ id: idSchema, path: z.string(), validUntil: z.string() }),
  action: 'link',
  secret: true,
});
export const linksOf = endpoint({
  method: 'GET',
  path: 'cure/room/links',
  access: host,
  query: z.strictObject({ consultId: one }),
  data: z.array(link),
});
export const revokeLink = endpoint({
  method: 'POST',
  path: 'cure/room/revoke',
  access: host,
  body: z.strictObject({ id: idSchema }),
  data: z.null(),
});

const mine = z.object({
  roomId: idSchema,
  roomNo: z.string(),
  consultId: idSchema,
  docNo: z.string(),
  signs: z.string(),
  species: z.string(),
  status: z.string(),
  openedAt: z.string(),
  /** Seconds the caller sat there. */
  seconds: z.number().int(),
  people: z.number().int(),
});
export type MyRoom = z.output<typeof mine>;

/** Open rooms first, then those of the last ninety days. */
export const myRooms = endpoint({
  method: 'GET',
  path: 'cure/room/mine',
  access: join,
  data: z.array(mine),
});
export const roomEndpoints = [
  openRoom,
  joinRoom,
  leaveRoom,
  iceOfRoom,
  beatRoom,
  signalRoom,
  stateOfRoom,
  endRoom,
  admitGuest,
  removeGuest,
  makeLink,
  linksOf,
  revokeLink,
  myRooms,
];

export const guestSchemas = { participant, ice, stats, signal, media };
