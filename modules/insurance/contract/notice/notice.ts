import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

export interface NoticeRow {
  readonly partyId: number;
  readonly name: string;
  readonly head: number;
  readonly sumInsuredCents: number;
  readonly premiumCents: number;
  readonly farmerCents: number;
  readonly omitted: number;
  /** Since when it hangs, where that is later than the notice. */
  readonly from?: string;
}
export interface ClaimNoticeRow {
  readonly claimId: number;
  readonly name: string;
  readonly head: number;
  readonly cause: string;
  readonly amountCents: number;
}
export interface Snapshot {
  readonly village: string;
  readonly product: string;
  readonly coverFrom: string;
  readonly coverTo: string;
  readonly rows: readonly NoticeRow[];
  /** Of a notice of claims. */
  readonly claims?: readonly ClaimNoticeRow[];
}

/** 公示: what hangs on the village's wall, as it hung there. */
export const insPublicity = defineResource({
  module: 'insurance',
  name: 'insPublicity',
  path: 'insuranceMgt/publicity',
  screen: '/insuranceMgt/publicity',
  permission: 'ins:publicity',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    kind: field.dict('ins_publicity_kind', derived),
    enrolmentId: field.ref('insurance.insEnrolment', maybe),
    regionCode: field.region(derived),
    rowCount: field.int(derived),
    days: field.int({ unit: 'days', ...derived }),
    postedAt: field.dateTime(maybe),
    endsAt: field.dateTime(maybe),
    place: field.text({ max: 120, ...maybe }),
    hotline: field.text({ max: 20, ...derived }),
    photosPosted: field.files(maybe),
    photosEnd: field.files(maybe),
    objections: field.int(derived),
    openObjections: field.int(derived),
    snapshot: field.json(derived) as unknown as Field<Snapshot>,
    snapshotHash: field.text({ max: 64, ...derived }),
    remark: field.text({ max: 500, ...maybe }),
    status: field.state('ins_publicity_status', 'draft', 'posted', 'ended', 'withdrawn'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'kind',
      'enrolmentId',
      'regionCode',
      'rowCount',
      'postedAt',
      'endsAt',
      'objections',
      'openObjections',
      'status',
    ],
    filters: ['docNo', 'kind', 'status', 'enrolmentId', 'postedAt', 'regionCode'],
    search: ['docNo'],
    sorts: ['docNo', 'postedAt', 'endsAt'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    end: { from: ['posted'], to: 'ended', permission: 'post', form: { photosEnd: field.files({ max: 5 }) } },
    withdraw: { from: ['posted'], to: 'withdrawn', permission: 'post', remark: true, danger: true },
  },
});
export type InsPublicity = RowOf<typeof insPublicity>;

/** 异议: who objected is seen by those who handle it, and by nobody else. */
export const insObjection = defineResource({
  module: 'insurance',
  name: 'insObjection',
  path: 'insuranceMgt/objection',
  screen: '/insuranceMgt/publicity',
  permission: 'ins:publicity',
  actions: { list: 'handle', add: 'handle', export: 'handle' },
  scope: 'parties',
  fields: {
    id: field.id(),
    publicityId: field.ref('insurance.insPublicity', { fixed: true }),
    partyId: rowOf({ optional: true }),
    holderName: field.text({ max: 80, optional: true }),
    objectorName: field.text({ max: 40, optional: true }),
    phone: field.pii('phone', { optional: true }),
    channel: field.dict('ins_objection_channel'),
    content: field.longText({ max: 1000 }),
    files: field.files({ optional: true }),
    receivedAt: field.dateTime(derived),
    dueOn: field.date(derived),
    finding: field.text({ max: 1000, ...maybe }),
    reply: field.text({ max: 1000, ...maybe }),
    effect: field.text({ max: 20, ...maybe }),
    appealed: field.bool(derived),
    handledAt: field.dateTime(maybe),
    status: field.state('ins_objection_status', 'open', 'upheld', 'rejected'),
    ...stamps,
  },
  title: 'content',
  list: {
    columns: ['publicityId', 'holderName', 'content', 'channel', 'receivedAt', 'dueOn', 'finding', 'status'],
    filters: ['publicityId', 'channel', 'status', 'dueOn'],
    search: ['content'],
    sorts: ['receivedAt', 'dueOn'],
  },
  form: ['publicityId', 'holderName', 'objectorName', 'phone', 'channel', 'content', 'files'],
  operations: ['list', 'detail', 'add', 'export'],
  transitions: {
    uphold: {
      from: ['open'],
      to: 'upheld',
      permission: 'handle',
      form: {
        finding: field.longText({ max: 1000 }),
        dropTag: field.text({ max: 15, optional: true }),
        dropHolder: field.bool({ optional: true }),
        addTag: field.text({ max: 15, optional: true }),
      },
    },
    reject: { from: ['open'], to: 'rejected', permission: 'handle', form: { reply: field.longText({ max: 1000 }) } },
    appeal: { from: ['rejected'], to: 'open', remark: true },
  },
});
export type InsObjection = RowOf<typeof insObjection>;

/** R27: hangs the checked list on the wall, with the picture that proves it. */
export const postNotice = endpoint({
  method: 'POST',
  path: 'insuranceMgt/publicity/post',
  access: needs('ins:publicity:post'),
  body: z.strictObject({
    enrolmentId: idSchema,
    version: versionSchema,
    place: z.string().trim().min(1).max(120),
    photos: z.array(idSchema).min(1).max(5),
    longitude: z.number().min(-180).max(180).nullish(),
    latitude: z.number().min(-90).max(90).nullish(),
  }),
  data: z.object({ publicityId: idSchema, docNo: z.string(), endsAt: z.string(), hash: z.string() }),
  action: 'post',
});
