import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { joinShown } from '../society/join.ts';
import { guestSchemas, roomState } from './room.ts';

// Public: whoever was sent a link holds its key, and later the token the key was changed into; tries are counted by address.
const access = 'public' as const;
const k = z.string().min(1).max(80);
const token = z.string().min(1).max(200);

/** What a link into a case may show before anybody says who they are: no holder, village, tag or phone. */
const caseShown = z.object({
  kind: z.enum(['roomGuest', 'expertCase']),
  shownName: z.string(),
  invitedBy: z.string(),
  unit: z.string(),
  species: z.string(),
  county: z.string(),
  askedOn: z.string(),
  validUntil: z.string(),
  isRoomOpen: z.boolean(),
  answer: z.string().nullable(),
  /** Of an expert's invitation alone. */
  case: z
    .object({
      signs: z.array(z.string()),
      headIll: z.number().int(),
      headDead: z.number().int(),
      headAtRisk: z.number().int().nullable(),
      onsetOn: z.string(),
      temperature: z.number().nullable(),
      /** The newest, once they said they would help. */
      opinions: z.array(
        z.object({
          no: z.number().int(),
          diagnosis: z.string(),
          certainty: z.string(),
          basis: z.string(),
          advice: z.string(),
          isSigned: z.boolean(),
        }),
      ),
      animals: z.array(
        z.object({
          stage: z.string(),
          ageMonths: z.number().int(),
          parity: z.number().int(),
          weightKg: z.number().nullable(),
          immunity: z.array(z.object({ disease: z.string(), isProtected: z.boolean() })),
          life: z.array(z.object({ kind: z.string(), on: z.string(), text: z.string() })),
        }),
      ),
    })
    .nullable(),
});
export type CaseShown = z.output<typeof caseShown>;

export const openInvite = endpoint({
  method: 'POST',
  path: 'public/cure/invite/open',
  access,
  body: z.strictObject({ k }),
  data: z.discriminatedUnion('kind', [caseShown, joinShown]),
});

/** Takes a seat, in the lobby until somebody lets them in. */
export const joinInvite = endpoint({
  method: 'POST',
  path: 'public/cure/invite/join',
  access,
  body: z.strictObject({ k, shownName: z.string().trim().min(1).max(30), media: guestSchemas.media }),
  data: z.object({ roomToken: z.string(), state: roomState }),
});

export const answerInvite = endpoint({
  method: 'POST',
  path: 'public/cure/invite/answer',
  access,
  body: z.strictObject({
    k,
    accept: z.boolean(),
    reason: z.enum(['busy', 'notMyField', 'conflict', 'badNetwork', 'other']).nullish(),
  }),
  data: z.null(),
});

export const guestState = endpoint({
  method: 'POST',
  path: 'public/cure/room/state',
  access,
  body: z.strictObject({ token }),
  data: roomState,
});
export const guestIce = endpoint({
  method: 'POST',
  path: 'public/cure/room/ice',
  access,
  body: z.strictObject({ token }),
  data: guestSchemas.ice,
});
export const guestBeat = endpoint({
  method: 'POST',
  path: 'public/cure/room/heartbeat',
  access,
  body: z.strictObject({ token, media: guestSchemas.media, stats: guestSchemas.stats.default({}) }),
  data: roomState,
});
export const guestSignal = endpoint({
  method: 'POST',
  path: 'public/cure/room/signal',
  access,
  body: z.strictObject({ token, ...guestSchemas.signal }),
  data: z.null(),
});
export const guestLeave = endpoint({
  method: 'POST',
  path: 'public/cure/room/leave',
  access,
  body: z.strictObject({ token, participantId: idSchema }),
  data: z.null(),
});
/** Signals for a guest, as server-sent events; the token comes in the header `X-Room-Token`, so that no log of addresses holds it. */
export const guestStream = endpoint({
  method: 'GET',
  path: 'public/cure/room/stream',
  access,
  data: z.null(),
  download: true,
});

export const inviteEndpoints = [
  openInvite,
  joinInvite,
  answerInvite,
  guestState,
  guestIce,
  guestBeat,
  guestSignal,
  guestLeave,
  guestStream,
];
