import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { isPii } from '#kit/contract/pii.ts';

export const joinKinds = ['memberJoin', 'expertJoin'] as const;
const kind = z.enum(joinKinds);
export type JoinKind = z.output<typeof kind>;

/** What a society's people need to hand out links of a kind. */
export const mayHandOut: Readonly<Record<JoinKind, string>> = {
  memberJoin: 'cure:member:check',
  expertJoin: 'cure:expert:check',
};
const handsOut = needs('cure:member:check', 'cure:expert:check');

const choice = z.object({ id: idSchema, name: z.string() });
const word = z.object({ value: z.string(), label: z.string() });
/** What a link to join by shows before anybody says who they are. */
export const joinShown = z.object({
  kind,
  society: z.string(),
  validUntil: z.string(),
  /** Of a membership. */
  levels: z.array(choice.extend({ memberKind: z.string(), yearFee: z.number().int() })),
  /** Of an expert. */
  fields: z.array(choice),
  species: z.array(word),
  speaks: z.array(word),
});
export type JoinShown = z.output<typeof joinShown>;

/** The address is told once; of its key only a digest is kept. */
export const makeJoinLink = endpoint({
  method: 'POST',
  path: 'cure/society/joinLink',
  access: handsOut,
  body: z.strictObject({ societyId: idSchema, kind, days: z.number().int().min(1).max(90).default(30) }),
  data: z.object({ id: idSchema, path: z.string(), validUntil: z.string() }),
  action: 'link',
  secret: true,
});

const link = z.object({
  id: idSchema,
  kind,
  validUntil: z.string(),
  uses: z.number().int(),
  maxUses: z.number().int(),
  status: z.string(),
});
export type JoinLink = z.output<typeof link>;

export const joinLinks = endpoint({
  method: 'GET',
  path: 'cure/society/joinLinks',
  access: handsOut,
  query: z.strictObject({ societyId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER), kind }),
  data: z.array(link),
});

export const revokeJoinLink = endpoint({
  method: 'POST',
  path: 'cure/society/joinRevoke',
  access: handsOut,
  body: z.strictObject({ id: idSchema }),
  data: z.null(),
  action: 'edit',
});

const k = z.string().min(1).max(80);
const text = (max: number) => z.string().trim().min(1).max(max);
const number = (of: 'phone' | 'idCard') =>
  text(30).refine((value) => isPii(of, value), { error: 'error.field.pattern' });

export const memberJoinForm = z.strictObject({
  kind: z.literal('memberJoin'),
  memberKind: z.enum(['unit', 'person']),
  /** Of a unit: finds it in the register. */
  creditCode: z
    .string()
    .regex(/^[0-9A-Z]{18}$/)
    .nullish(),
  applicantName: text(80),
  representative: text(40).nullish(),
  phone: number('phone'),
  idCard: number('idCard').nullish(),
  levelId: idSchema,
  remark: z.string().trim().max(500).nullish(),
});
export type MemberJoin = z.output<typeof memberJoinForm>;

export const expertJoinForm = z.strictObject({
  kind: z.literal('expertJoin'),
  personName: text(40),
  phone: number('phone'),
  idCard: number('idCard'),
  employer: text(80),
  title: text(40),
  fieldTagId: idSchema.nullish(),
  species: z.array(z.string().max(20)).min(1).max(10),
  speaks: z.array(z.string().max(20)).min(1).max(5),
  introduction: z.string().trim().max(1000).nullish(),
});
export type ExpertJoin = z.output<typeof expertJoinForm>;

export const applyByLink = endpoint({
  method: 'POST',
  path: 'public/cure/invite/apply',
  // Public: whoever asks to join has no account yet and holds the key of a link; tries are counted by address.
  access: 'public',
  body: z.strictObject({ k, form: z.discriminatedUnion('kind', [memberJoinForm, expertJoinForm]) }),
  data: z.object({ docNo: z.string() }),
});

export const joinEndpoints = [makeJoinLink, joinLinks, revokeJoinLink, applyByLink];
