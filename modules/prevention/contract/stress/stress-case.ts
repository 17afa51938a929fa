import { z } from 'zod';
import { idSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
/** A row that is opened by its number and never named. */
const rowOf = () => ({ ...field.int(maybe), kind: 'id' as const });
const yuan = () => field.decimal({ scale: 2, ...maybe });
/** A dead animal is shown whole, its tag from near, and where the needle went in. */
export const deathPhotos = 3;
export const photoIds = z.array(idSchema).max(9);
export const payee = {
  payeeName: z.string().trim().min(1).max(60),
  payeeAccount: z
    .string()
    .trim()
    .regex(/^(\d[\d ]{10,23}\d|\*+\d{4})$/)
    .nullish(),
};

export interface Disposal {
  way: string;
  on: string;
  by: string | null;
  photos: number[];
  disposalRefId: number | null;
}

/** 应激反应与死亡: what a shot did to an animal, from the first sign to the money. */
export const stressCase = defineResource({
  module: 'prevention',
  name: 'stressCase',
  path: 'ant/stress',
  screen: '/ant/preventionMange/stressRelatedDeaths',
  permission: 'ant:stress',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    animalId: rowOf(),
    earTag: field.text({ max: 20, ...maybe }),
    species: field.dict('species', derived),
    stage: field.dict('stage', maybe),
    untaggedDesc: field.json(maybe),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    visitId: rowOf(),
    visitDocNo: field.text({ max: 24, ...maybe }),
    lineNo: field.int(derived),
    seasonId: rowOf(),
    staffId: field.ref('registry.staff', maybe),
    diseaseCodes: field.dicts('ant_disease', derived),
    vaccineName: field.text({ max: 80, ...derived }),
    lotId: rowOf(),
    lotNo: field.text({ max: 60, ...derived }),
    immunisedAt: field.dateTime(derived),
    reactedAt: field.dateTime(derived),
    hours: field.decimal({ scale: 1, ...derived }),
    outcome: field.dict('stress_case_outcome', derived),
    recoveredOn: field.date(maybe),
    diedAt: field.dateTime(maybe),
    symptoms: field.dicts('stress_symptom', derived),
    rescue: field.text({ max: 500, ...maybe }),
    weight: field.decimal({ scale: 2, unit: 'kg', ...maybe }),
    pregnant: field.bool(maybe),
    photoIds: field.json(derived),
    lateReason: field.text({ max: 500, ...maybe }),
    reporterId: rowOf(),
    reporter: field.text({ max: 60, ...maybe }),
    workerUserId: rowOf(),
    verifierId: rowOf(),
    verifier: field.text({ max: 60, ...maybe }),
    verifiedAt: field.dateTime(maybe),
    verifyOpinion: field.longText({ max: 500, ...maybe }),
    seenInPerson: field.bool(maybe),
    confirmer: field.text({ max: 60, ...maybe }),
    confirmedAt: field.dateTime(maybe),
    standardAmount: yuan(),
    ratio: field.decimal({ scale: 2, unit: '%', ...maybe }),
    claimOffset: yuan(),
    amount: yuan(),
    publicFrom: field.date(maybe),
    publicTo: field.date(maybe),
    objection: field.longText({ max: 1000, ...maybe }),
    disposal: field.json(maybe) as unknown as Field<Disposal | null>,
    disposedOn: field.date(maybe),
    payeeName: field.text({ max: 60, ...maybe }),
    payeeAccount: field.text({ max: 40, ...maybe }),
    payBatchNo: field.text({ max: 60, ...maybe }),
    /** The file all cases of the batch were paid with. */
    voucher: rowOf(),
    paidOn: field.date(maybe),
    daysInState: field.int(derived),
    /** Waits longer than a week where somebody must act. */
    overdue: field.bool(derived),
    returnReason: field.text({ max: 500, ...maybe }),
    status: field.state(
      'stress_case_status',
      'observing',
      'recovered',
      'reported',
      'returned',
      'verified',
      'rejected',
      'confirmed',
      'publicised',
      'approved',
      'paid',
      'withdrawn',
    ),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'earTag',
      'species',
      'stage',
      'principalId',
      'regionCode',
      'vaccineName',
      'lotNo',
      'hours',
      'diedAt',
      'disposedOn',
      'amount',
      'daysInState',
      'status',
    ],
    filters: [
      'docNo',
      'principalId',
      'earTag',
      'diseaseCodes',
      'vaccineName',
      'lotNo',
      'outcome',
      'status',
      'overdue',
      'regionCode',
      'seasonId',
      'species',
      'stage',
      'symptoms',
      'immunisedAt',
      'diedAt',
      'createdAt',
    ],
    search: ['docNo', 'earTag', 'lotNo'],
    sorts: ['createdAt', 'diedAt', 'amount', 'daysInState'],
  },
  form: [],
  detail: [
    'earTag',
    'species',
    'stage',
    'principalId',
    'regionCode',
    'staffId',
    'visitDocNo',
    'diseaseCodes',
    'vaccineName',
    'lotNo',
    'immunisedAt',
    'reactedAt',
    'hours',
    'outcome',
    'recoveredOn',
    'diedAt',
    'symptoms',
    'rescue',
    'weight',
    'pregnant',
    'lateReason',
    'reporter',
    'createdAt',
    'verifier',
    'verifiedAt',
    'verifyOpinion',
    'seenInPerson',
    'confirmer',
    'confirmedAt',
    'standardAmount',
    'ratio',
    'claimOffset',
    'amount',
    'publicFrom',
    'publicTo',
    'objection',
    'disposedOn',
    'payeeName',
    'payeeAccount',
    'payBatchNo',
    'paidOn',
    'voucher',
    'returnReason',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    recover: { from: ['observing'], to: 'recovered', permission: 'add', form: { recoveredOn: field.date() } },
    report: {
      from: ['observing', 'returned'],
      to: 'reported',
      permission: 'add',
      form: {
        diedAt: field.dateTime({ optional: true }),
        photos: { ...field.json(), schema: photoIds } as unknown as Field<number[]>,
        payTo: field.text({ max: 60 }),
        payAccount: { ...field.text({ max: 24, optional: true }), schema: payee.payeeAccount } as unknown as Field<
          string | null
        >,
      },
    },
    verify: {
      from: ['reported'],
      to: 'verified',
      form: {
        verifyOpinion: field.longText({ max: 500 }),
        weight: field.decimal({ scale: 2, min: 0.5, max: 3000, unit: 'kg' }),
        /** The shot did it; where it did not, the case is rejected. */
        caused: field.bool(),
        seenInPerson: field.bool(),
      },
    },
    return: { from: ['reported'], to: 'returned', permission: 'verify', remark: true },
    returnConfirm: { from: ['verified'], to: 'returned', permission: 'confirm', remark: true },
    reject: { from: ['reported'], to: 'rejected', permission: 'verify', remark: true, danger: true },
    rejectConfirm: { from: ['verified'], to: 'rejected', permission: 'confirm', remark: true, danger: true },
    confirm: {
      from: ['verified'],
      to: 'confirmed',
      form: {
        /** The one that holds unless another is chosen. */
        standardId: field.int({ min: 1, optional: true }),
        offset: field.decimal({ scale: 2, min: 0, max: 1_000_000, optional: true }),
      },
    },
    publicise: { from: ['confirmed'], to: 'publicised', form: { publicFrom: field.date() } },
    object: {
      from: ['publicised'],
      to: 'verified',
      permission: 'confirm',
      form: { objection: field.longText({ max: 500 }), finding: field.longText({ max: 500 }) },
      danger: true,
    },
    approve: { from: ['publicised'], to: 'approved' },
    pay: {
      from: ['approved'],
      to: 'paid',
      form: {
        batchNo: field.text({ max: 60 }),
        paidOn: field.date(),
        voucherId: field.int({ min: 1, optional: true }),
      },
    },
    withdraw: {
      from: ['observing', 'reported', 'returned'],
      to: 'withdrawn',
      permission: 'add',
      remark: true,
      danger: true,
    },
  },
});
export type StressCase = RowOf<typeof stressCase>;
