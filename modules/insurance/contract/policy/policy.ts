import { type Field, field } from '#kit/contract/field.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import type { Part } from '../product/arithmetic.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

const common = {
  id: field.id(),
  docNo: field.text({ max: 24, ...derived }),
  policyNo: field.text({ max: 60, ...maybe }),
  regionCode: field.region(derived),
  organiserName: field.text({ max: 80, ...derived }),
  insurerId: field.ref('registry.principal', derived),
  insurer: field.text({ max: 80, ...maybe }),
  productId: field.ref('insurance.insProduct', derived),
  months: field.int({ unit: 'months', ...derived }),
  coverFrom: field.date(derived),
  coverTo: field.date(derived),
  head: field.int(derived),
  liveHead: field.int(derived),
  premium: field.money(derived),
  daysLeft: field.int({ unit: 'days', ...maybe }),
  clerk: field.text({ max: 60, ...maybe }),
};
const status = field.state('ins_policy_status', 'pendingStart', 'effective', 'expired', 'terminated', 'cancelled');

/** 保单. */
export const insPolicy = defineResource({
  module: 'insurance',
  name: 'insPolicy',
  path: 'insuranceMgt/policy',
  screen: '/insuranceMgt/policyRecord',
  permission: 'ins:policy',
  scope: 'jurisdiction',
  fields: {
    ...common,
    enrolmentId: field.ref('insurance.insEnrolment', derived),
    versionId: field.ref('insurance.insProductVersion', derived),
    kind: field.dict('ins_enrolment_kind', derived),
    waitingUntil: field.date(maybe),
    parties: field.int(derived),
    sumInsured: field.money(derived),
    farmerPremium: field.money(derived),
    split: field.json(derived) as unknown as Field<Part[]>,
    paidClaims: field.money(derived),
    lossRatio: field.decimal({ scale: 1, unit: '%', ...maybe }),
    isShared: field.bool(derived),
    issuedAt: field.dateTime(derived),
    issuedByName: field.text({ max: 60, ...maybe }),
    renewedById: rowOf({ optional: true }),
    imported: field.bool(derived),
    endReason: field.dict('ins_end_reason', maybe),
    status,
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'policyNo',
      'productId',
      'regionCode',
      'organiserName',
      'coverFrom',
      'coverTo',
      'liveHead',
      'head',
      'sumInsured',
      'premium',
      'farmerPremium',
      'paidClaims',
      'lossRatio',
      'insurer',
      'status',
    ],
    filters: [
      'docNo',
      'policyNo',
      'productId',
      'insurerId',
      'status',
      'coverFrom',
      'coverTo',
      'issuedAt',
      'enrolmentId',
      'regionCode',
    ],
    search: ['docNo', 'policyNo', 'organiserName'],
    sorts: ['docNo', 'coverFrom', 'coverTo', 'premium', 'head'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type InsPolicy = RowOf<typeof insPolicy>;

/** 保单到期预警: policies about to end, and those that ended and nobody renewed. */
export const insPolicyExpiry = defineResource({
  module: 'insurance',
  name: 'insPolicyExpiry',
  path: 'insuranceMgt/policyExpiry',
  screen: '/insuranceMgt/policyExpiryWarning',
  permission: 'ins:policy',
  scope: 'jurisdiction',
  fields: {
    ...common,
    warning: field.dict('ins_expiry_band', derived),
    renewal: field.dict('ins_renewal_state', derived),
    noRenewalReason: field.text({ max: 300, ...maybe }),
    status,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'policyNo',
      'regionCode',
      'organiserName',
      'productId',
      'head',
      'liveHead',
      'coverTo',
      'daysLeft',
      'premium',
      'clerk',
      'warning',
      'renewal',
      'status',
    ],
    filters: ['docNo', 'warning', 'renewal', 'productId', 'insurerId', 'coverTo', 'regionCode'],
    search: ['docNo', 'policyNo', 'organiserName'],
    sorts: ['coverTo', 'head'],
    sort: 'coverTo',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type InsPolicyExpiry = RowOf<typeof insPolicyExpiry>;

/** 保险凭证: one holder under a policy. */
export const insPolicyParty = defineResource({
  module: 'insurance',
  name: 'insPolicyParty',
  path: 'insuranceMgt/policyParty',
  screen: '/insuranceMgt/policyDetail',
  permission: 'ins:policy',
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    policyId: rowOf(),
    certNo: field.text({ max: 40, ...derived }),
    holderName: field.text({ max: 80, ...derived }),
    phoneMask: field.text({ max: 40, ...maybe }),
    regionCode: field.region(derived),
    head: field.int(derived),
    liveHead: field.int(derived),
    sumInsured: field.money(derived),
    premium: field.money(derived),
    farmerPremium: field.money(derived),
    accountMask: field.text({ max: 40, ...maybe }),
  },
  title: 'certNo',
  list: {
    columns: ['certNo', 'holderName', 'regionCode', 'head', 'liveHead', 'sumInsured', 'premium', 'farmerPremium'],
    filters: ['policyId', 'certNo', 'holderName', 'regionCode'],
    search: ['certNo', 'holderName'],
    sorts: ['certNo', 'head'],
    sort: 'certNo',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type InsPolicyParty = RowOf<typeof insPolicyParty>;

/** 参保畜只. */
export const insPolicyAnimal = defineResource({
  module: 'insurance',
  name: 'insPolicyAnimal',
  path: 'insuranceMgt/policyAnimal',
  screen: '/insuranceMgt/insuredAnimals',
  permission: 'ins:animal',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    policyId: field.ref('insurance.insPolicy', derived),
    partyId: rowOf(),
    lineId: rowOf({ optional: true }),
    animalId: rowOf(),
    earTag: field.text({ max: 15, ...derived }),
    safeTagNo: field.text({ max: 20, ...maybe }),
    species: field.dict('species', derived),
    stage: field.dict('stage', derived),
    birthDate: field.date(derived),
    holderName: field.text({ max: 80, ...maybe }),
    regionCode: field.region(derived),
    productId: field.ref('insurance.insProduct', derived),
    insurerId: field.ref('registry.principal', derived),
    coverFrom: field.date(derived),
    coverTo: field.date(derived),
    waitingUntil: field.date(maybe),
    sumInsured: field.money(derived),
    premium: field.money(derived),
    paid: field.money(derived),
    bank: field.text({ max: 80, ...maybe }),
    pendingSince: field.date(maybe),
    endedOn: field.date(maybe),
    endReason: field.dict('ins_end_reason', maybe),
    status: field.state('ins_policy_animal_status', 'live', 'transferPending', 'loss', 'claimed', 'ended'),
  },
  title: 'earTag',
  list: {
    columns: [
      'earTag',
      'safeTagNo',
      'species',
      'stage',
      'holderName',
      'regionCode',
      'productId',
      'coverFrom',
      'coverTo',
      'waitingUntil',
      'sumInsured',
      'premium',
      'paid',
      'endReason',
      'status',
    ],
    filters: [
      'earTag',
      'animalId',
      'policyId',
      'partyId',
      'holderName',
      'productId',
      'insurerId',
      'species',
      'status',
      'endReason',
      'coverFrom',
      'coverTo',
      'endedOn',
      'regionCode',
    ],
    search: ['earTag', 'safeTagNo'],
    sorts: ['earTag', 'coverTo', 'sumInsured'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type InsPolicyAnimal = RowOf<typeof insPolicyAnimal>;

export interface EndorsedAnimal {
  /** None while an animal that comes is not covered yet. */
  readonly policyAnimalId: number;
  readonly animalId: number;
  readonly earTag: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly cents: number;
  readonly split: readonly Part[];
  /** Of an animal that comes: how it was seen. */
  readonly photos?: readonly { readonly fileId: number; readonly angle: string }[];
  readonly takenAt?: string | null;
  /** Of an animal whose copy was wrong: what the register said when the change was made. */
  readonly sets?: { readonly birthDate: string; readonly holderName: string };
}
/** 批单: whatever changes under a running policy, with its money. */
export const insEndorsement = defineResource({
  module: 'insurance',
  name: 'insEndorsement',
  path: 'insuranceMgt/endorsement',
  screen: '/insuranceMgt/maintenance',
  permission: 'ins:endorse',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    policyId: field.ref('insurance.insPolicy', derived),
    holderName: field.text({ max: 80, ...derived }),
    regionCode: field.region(derived),
    kind: field.dict('ins_endorse', derived),
    head: field.int(derived),
    effectiveOn: field.date(derived),
    premiumDelta: field.money(derived),
    farmerDelta: field.money(derived),
    split: field.json(derived) as unknown as Field<Part[]>,
    items: field.json(derived) as unknown as Field<EndorsedAnimal[]>,
    reason: field.text({ max: 500, ...maybe }),
    files: field.files(maybe),
    auto: field.bool(derived),
    status: field.state('ins_endorsement_status', 'draft', 'submitted', 'approved', 'effective', 'rejected'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'policyId',
      'holderName',
      'regionCode',
      'kind',
      'head',
      'effectiveOn',
      'premiumDelta',
      'farmerDelta',
      'reason',
      'auto',
      'status',
    ],
    filters: ['docNo', 'policyId', 'kind', 'auto', 'status', 'effectiveOn', 'regionCode'],
    search: ['docNo', 'holderName'],
    sorts: ['docNo', 'effectiveOn', 'premiumDelta'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    approve: { from: ['submitted'], to: 'approved' },
    reject: { from: ['submitted'], to: 'rejected', permission: 'approve', remark: true, danger: true },
  },
});
export type InsEndorsement = RowOf<typeof insEndorsement>;
