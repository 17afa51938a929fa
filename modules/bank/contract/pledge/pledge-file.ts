import { type Field, field } from '#kit/contract/field.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** Where a lot of the animals comes from, as the client states it. */
export interface Origin {
  readonly origin: 'born' | 'bought';
  readonly heads: number;
  readonly certNo: string | null;
  readonly note: string | null;
}

/** The eight steps from a declaration to a running pledge, in their order. */
export const pledgeSteps = [
  'declared',
  'surveyed',
  'verified',
  'published',
  'contracted',
  'registered',
  'active',
  'discharged',
] as const;
/** States before the contract: animals are reserved, not pledged. */
export const beforeContract = ['draft', 'declared', 'surveyed', 'verified', 'published'] as const;
export const underContract = ['contracted', 'registered', 'active', 'enforceAsked', 'enforcing'] as const;

/** 抵押单. */
export const pledge = defineResource({
  module: 'bank',
  name: 'pledge',
  path: 'bank/pledge',
  screen: '/bank/pledge',
  permission: 'bank:pledge',
  actions: { detail: 'view', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    // Of class parties: a number, which an authority cannot follow.
    creditLineId: field.int(maybe),
    creditDocNo: field.text({ max: 24, ...maybe }),
    bankId: field.ref('registry.principal', derived),
    bank: field.text({ max: 80, ...maybe }),
    principalId: field.ref('registry.principal', derived),
    client: field.text({ max: 80, ...maybe }),
    supervisorId: field.ref('registry.principal', maybe),
    siteId: field.ref('bank.pledgeSite', derived),
    regionCode: field.region(derived),
    heads: field.int(derived),
    liveHead: field.int(derived),
    value: field.money(maybe),
    valueAtStart: field.money(maybe),
    coveredHead: field.int(derived),
    seen24: field.int(derived),
    openObjections: field.int(derived),
    qrCode: field.text({ max: 40, ...derived }),
    statement: field.json(derived) as unknown as Field<Origin[]>,
    declareFile: field.files(maybe),
    declaredByName: field.text({ max: 60, ...maybe }),
    declaredAt: field.dateTime(maybe),
    surveyedByName: field.text({ max: 60, ...maybe }),
    surveyedAt: field.dateTime(maybe),
    titleNo: field.text({ max: 40, ...maybe }),
    titleOpinion: field.longText({ max: 1000, ...maybe }),
    titleFiles: field.files(maybe),
    verifiedAt: field.dateTime(maybe),
    noticePlace: field.text({ max: 120, ...maybe }),
    noticeFrom: field.dateTime(maybe),
    noticeTo: field.dateTime(maybe),
    noticePhotos: field.files({ accept: 'image/*', ...maybe }),
    contractNo: field.text({ max: 60, ...maybe }),
    contractFile: field.files(maybe),
    contractOn: field.date(maybe),
    searchFile: field.files(maybe),
    searchOn: field.date(maybe),
    registryNo: field.text({ max: 60, ...maybe }),
    registeredOn: field.date(maybe),
    registryExpireOn: field.date(maybe),
    registryFile: field.files(maybe),
    activatedAt: field.dateTime(maybe),
    defaultFacts: field.longText({ max: 2000, ...maybe }),
    legalFiles: field.files(maybe),
    enforceAskedAt: field.dateTime(maybe),
    dischargeReason: field.dict('pledge_discharge_reason', maybe),
    dischargeDueOn: field.date(maybe),
    dischargedAt: field.dateTime(maybe),
    deregisterDueOn: field.date(maybe),
    cancelNo: field.text({ max: 60, ...maybe }),
    cancelledOn: field.date(maybe),
    cancelFile: field.files(maybe),
    endReason: field.text({ max: 500, ...maybe }),
    stateDays: field.int({ unit: 'days', ...derived }),
    status: field.state(
      'pledge_status',
      'draft',
      'declared',
      'surveyed',
      'verified',
      'published',
      'contracted',
      'registered',
      'active',
      'enforceAsked',
      'enforcing',
      'discharged',
      'closed',
      'cancelled',
    ),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'client',
      'siteId',
      'regionCode',
      'liveHead',
      'heads',
      'value',
      'registryNo',
      'registryExpireOn',
      'coveredHead',
      'seen24',
      'stateDays',
      'status',
    ],
    filters: [
      'docNo',
      'principalId',
      'bankId',
      'siteId',
      'creditLineId',
      'registryNo',
      'registryExpireOn',
      'dischargeDueOn',
      'deregisterDueOn',
      'status',
      'regionCode',
    ],
    search: ['docNo', 'registryNo', 'contractNo'],
    sorts: ['docNo', 'registryExpireOn', 'heads'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    survey: { from: ['declared'], to: 'surveyed' },
    verify: {
      from: ['surveyed'],
      to: 'verified',
      permission: 'title',
      form: { titleOpinion: field.longText({ max: 1000 }), titleFiles: field.files() },
    },
    return: { from: ['surveyed'], to: 'declared', permission: 'title', remark: true, danger: true },
    publish: {
      from: ['verified'],
      to: 'published',
      permission: 'edit',
      form: { noticePlace: field.text({ max: 120 }), noticePhotos: field.files({ accept: 'image/*' }) },
    },
    contract: {
      from: ['published'],
      to: 'contracted',
      permission: 'approve',
      form: {
        contractNo: field.text({ max: 60 }),
        contractOn: field.date(),
        contractFile: field.files(),
        searchOn: field.date(),
        searchFile: field.files(),
      },
    },
    register: {
      from: ['contracted'],
      to: 'registered',
      permission: 'edit',
      form: {
        registryNo: field.text({ max: 60 }),
        registeredOn: field.date(),
        registryExpireOn: field.date({ ahead: true }),
        registryFile: field.files(),
      },
    },
    extend: {
      from: ['active'],
      to: 'active',
      permission: 'edit',
      form: { registryExpireOn: field.date({ ahead: true }), registryFile: field.files() },
    },
    activate: { from: ['registered'], to: 'active', permission: 'approve' },
    discharge: {
      from: ['active', 'enforcing'],
      to: 'discharged',
      permission: 'approve',
      form: { dischargeReason: field.dict('pledge_discharge_reason') },
    },
    deregister: {
      from: ['discharged'],
      to: 'closed',
      permission: 'edit',
      form: { cancelNo: field.text({ max: 60 }), cancelledOn: field.date(), cancelFile: field.files() },
    },
    // The paper of a pledge that was registered and never ran.
    deregisterCancelled: {
      from: ['cancelled'],
      to: 'cancelled',
      permission: 'edit',
      form: { cancelNo: field.text({ max: 60 }), cancelledOn: field.date(), cancelFile: field.files() },
    },
    enforce: {
      from: ['active'],
      to: 'enforceAsked',
      permission: 'enforce',
      form: { defaultFacts: field.longText({ max: 2000 }), legalFiles: field.files() },
      unshown: ['defaultFacts'],
      danger: true,
    },
    agreeEnforce: { from: ['enforceAsked'], to: 'enforcing', permission: 'enforce', danger: true },
    refuseEnforce: { from: ['enforceAsked'], to: 'active', permission: 'enforce', remark: true },
    resume: { from: ['enforcing'], to: 'active', permission: 'enforce', remark: true },
    cancel: {
      from: ['draft', 'declared', 'surveyed', 'verified', 'published', 'contracted', 'registered'],
      to: 'cancelled',
      permission: 'edit',
      remark: true,
      danger: true,
    },
  },
});
export type Pledge = RowOf<typeof pledge>;
