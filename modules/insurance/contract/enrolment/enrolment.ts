import { type Field, field } from '#kit/contract/field.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import type { Part } from '../product/arithmetic.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

export interface RefusedAnimal {
  readonly earTag: string;
  readonly holder: string;
  readonly why: string[];
  /** Of an animal that is covered already: to which day. */
  readonly until?: string;
}
export interface Refused {
  readonly animals?: readonly RefusedAnimal[];
  readonly reasons?: readonly { code: string; n: number }[];
}
const open = [
  'draft',
  'signing',
  'checking',
  'checked',
  'publicity',
  'publicised',
  'underwriting',
  'approved',
] as const;

/** 投保清单: the animals of a village, or of one holder, on their way to a policy. */
export const insEnrolment = defineResource({
  module: 'insurance',
  name: 'insEnrolment',
  path: 'insuranceMgt/enrolment',
  screen: '/insuranceMgt/collectiveInsurance',
  permission: 'ins:enrolment',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    kind: field.dict('ins_enrolment_kind', derived),
    regionCode: field.region(derived),
    organiserName: field.text({ max: 80, ...derived }),
    insurerId: field.ref('registry.principal', derived),
    insurer: field.text({ max: 80, ...maybe }),
    productId: field.ref('insurance.insProduct', derived),
    versionId: field.ref('insurance.insProductVersion', derived),
    months: field.int({ unit: 'months', ...derived }),
    coverFrom: field.date(derived),
    coverTo: field.date(derived),
    clerk: field.text({ max: 60, ...maybe }),
    clerkUserId: rowOf({ optional: true }),
    coordinator: field.text({ max: 60, ...maybe }),
    coordinatorId: rowOf({ optional: true }),
    renewalOfId: rowOf({ optional: true }),
    parties: field.int(derived),
    signedParties: field.int(derived),
    head: field.int(derived),
    checkedHead: field.int(derived),
    refusedHead: field.int(derived),
    refused: field.json(derived) as unknown as Field<Refused>,
    sumInsured: field.money(derived),
    premium: field.money(derived),
    farmerPremium: field.money(derived),
    paidPremium: field.money(derived),
    split: field.json(derived) as unknown as Field<Part[]>,
    noticeDaysLeft: field.int({ unit: 'days', ...maybe }),
    daysInState: field.int({ unit: 'days', ...derived }),
    opinion: field.text({ max: 500, ...maybe }),
    lapsesOn: field.date(maybe),
    policyId: rowOf({ optional: true }),
    remark: field.text({ max: 500, ...maybe }),
    status: field.state(
      'ins_enrolment_status',
      'draft',
      'signing',
      'checking',
      'checked',
      'publicity',
      'publicised',
      'underwriting',
      'approved',
      'issued',
      'cancelled',
      'lapsed',
    ),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'regionCode',
      'productId',
      'months',
      'coverFrom',
      'signedParties',
      'parties',
      'checkedHead',
      'head',
      'premium',
      'farmerPremium',
      'paidPremium',
      'noticeDaysLeft',
      'daysInState',
      'insurer',
      'status',
    ],
    filters: ['docNo', 'status', 'kind', 'productId', 'insurerId', 'coverFrom', 'regionCode'],
    search: ['docNo', 'organiserName'],
    sorts: ['docNo', 'coverFrom', 'premium', 'head'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    open: { from: ['draft'], to: 'signing', permission: 'edit' },
    startCheck: {
      from: ['signing'],
      to: 'checking',
      permission: 'edit',
      form: { dueOn: field.date({ ahead: true }), witness: field.text({ max: 60, optional: true }) },
    },
    submit: { from: ['publicised', 'checked'], to: 'underwriting', permission: 'edit' },
    approve: {
      from: ['underwriting'],
      to: 'approved',
      permission: 'underwrite',
      form: { opinion: field.longText({ max: 500 }) },
    },
    returnToSigning: { from: ['underwriting'], to: 'signing', permission: 'underwrite', remark: true },
    returnToChecking: { from: ['underwriting'], to: 'checking', permission: 'underwrite', remark: true },
    cancel: { from: open, to: 'cancelled', permission: 'edit', remark: true, danger: true },
  },
});
export type InsEnrolment = RowOf<typeof insEnrolment>;

export interface Omitted {
  readonly earTag: string;
  readonly reason: string | null;
}
/** 分户: one holder on a list, with its signature. */
export const insEnrolmentParty = defineResource({
  module: 'insurance',
  name: 'insEnrolmentParty',
  path: 'insuranceMgt/enrolmentParty',
  screen: '/insuranceMgt/collectiveInsuranceDetail',
  permission: 'ins:enrolment',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    enrolmentId: rowOf(),
    principalId: rowOf(),
    holderName: field.text({ max: 80, ...derived }),
    phoneMask: field.text({ max: 40, ...maybe }),
    regionCode: field.region(derived),
    head: field.int(derived),
    eligibleHead: field.int(derived),
    omitted: field.json(derived) as unknown as Field<Omitted[]>,
    sumInsured: field.money(derived),
    premium: field.money(derived),
    farmerPremium: field.money(derived),
    split: field.json(derived) as unknown as Field<Part[]>,
    signMode: field.dict('ins_sign_mode', maybe),
    signedAt: field.dateTime(maybe),
    signerName: field.text({ max: 40, ...maybe }),
    signerRelation: field.text({ max: 40, ...maybe }),
    signFile: field.files(maybe),
    proxyFile: field.files(maybe),
    accountMask: field.text({ max: 40, ...maybe }),
    collation: field.dict('ins_collation_result', maybe),
    dropReason: field.text({ max: 200, ...maybe }),
    status: field.state('ins_enrolment_party_status', 'listed', 'signed', 'checked', 'dropped', 'insured'),
  },
  title: 'holderName',
  list: {
    columns: [
      'holderName',
      'regionCode',
      'head',
      'eligibleHead',
      'premium',
      'farmerPremium',
      'collation',
      'signedAt',
      'signerName',
      'accountMask',
      'status',
    ],
    filters: ['enrolmentId', 'holderName', 'status', 'regionCode'],
    search: ['holderName'],
    sorts: ['holderName', 'head', 'premium'],
    sort: 'id',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    drop: { from: ['listed', 'signed', 'checked'], to: 'dropped', permission: 'edit', remark: true, danger: true },
  },
});
export type InsEnrolmentParty = RowOf<typeof insEnrolmentParty>;

/** 投保畜只: one animal on a list, with its premium. */
export const insEnrolmentLine = defineResource({
  module: 'insurance',
  name: 'insEnrolmentLine',
  path: 'insuranceMgt/enrolmentLine',
  screen: '/insuranceMgt/collectiveInsuranceDetail',
  permission: 'ins:enrolment',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    enrolmentId: rowOf(),
    partyId: rowOf(),
    earTag: field.text({ max: 15, ...derived }),
    holderName: field.text({ max: 80, ...maybe }),
    regionCode: field.region(derived),
    species: field.dict('species', derived),
    sex: field.dict('animal_sex', derived),
    stage: field.dict('stage', derived),
    birthDate: field.date(derived),
    ageDays: field.int({ unit: 'days', ...derived }),
    sumInsured: field.money(derived),
    premium: field.money(derived),
    farmerPremium: field.money(derived),
    checkResult: field.dict('ins_enrolment_line_check_result', maybe),
    safeTagNo: field.text({ max: 20, ...maybe }),
    dropReason: field.text({ max: 200, ...maybe }),
    status: field.state('ins_enrolment_line_status', 'listed', 'checked', 'dropped', 'insured'),
  },
  title: 'earTag',
  list: {
    columns: [
      'earTag',
      'holderName',
      'sex',
      'stage',
      'birthDate',
      'sumInsured',
      'premium',
      'farmerPremium',
      'checkResult',
      'safeTagNo',
      'dropReason',
      'status',
    ],
    filters: ['enrolmentId', 'partyId', 'earTag', 'stage', 'checkResult', 'status', 'regionCode'],
    search: ['earTag'],
    sorts: ['earTag', 'birthDate'],
    sort: 'id',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type InsEnrolmentLine = RowOf<typeof insEnrolmentLine>;
