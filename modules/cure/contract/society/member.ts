import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { enableDisable, enabledStatus, stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
const ofSociety = { societyId: field.ref('cure.society', { fixed: true, where: { status: 'enabled' } }) } as const;

/** 会员等级: what it costs a year and what it gives; a changed fee holds for bills made later. */
export const memberLevel = defineResource({
  module: 'cure',
  name: 'memberLevel',
  path: 'cure/memberLevel',
  screen: '/cure/society/memberLevel',
  permission: 'cure:memberLevel',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    ...ofSociety,
    code: field.text({ max: 20, pattern: /^[a-zA-Z0-9]+$/ }),
    nameZh: field.text({ max: 40 }),
    nameTw: field.text({ max: 40, optional: true }),
    nameEn: field.text({ max: 60 }),
    memberKind: field.dict('member_kind', { fixed: true }),
    yearFee: field.money({ min: 0, max: 99_999_999 }),
    /** Who is asked first among equals. */
    priority: field.int({ min: 0, max: 9 }),
    videoPerMonth: field.int({ min: 0, max: 99, optional: true }),
    vote: field.bool(),
    training: field.bool(),
    /** Rising to it needs a decision of the council as a file. */
    council: field.bool(),
    orderNum: field.int({ min: 0, max: 9999 }),
    members: field.int({ derived: true }),
    status: enabledStatus,
    ...stamps,
  },
  title: 'nameZh',
  list: {
    columns: ['nameZh', 'memberKind', 'yearFee', 'priority', 'videoPerMonth', 'vote', 'training', 'members', 'status'],
    filters: ['societyId', 'memberKind', 'status'],
    search: ['nameZh', 'nameEn', 'code'],
    sorts: ['orderNum'],
    sort: 'orderNum',
  },
  form: [
    'societyId',
    'code',
    'nameZh',
    'nameTw',
    'nameEn',
    'memberKind',
    'yearFee',
    'priority',
    'videoPerMonth',
    'vote',
    'training',
    'council',
    'orderNum',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: enableDisable({ remark: false }),
});
export type MemberLevel = RowOf<typeof memberLevel>;

/** 会员: a unit or a person; the society and the member see the row. */
export const societyMember = defineResource({
  module: 'cure',
  name: 'societyMember',
  path: 'cure/member',
  screen: '/cure/society/membership',
  permission: 'cure:member',
  actions: { export: 'list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    societyId: field.ref('cure.society', derived),
    memberNo: field.text({ max: 20, ...derived }),
    memberName: field.text({ max: 80, ...derived }),
    memberKind: field.dict('member_kind', derived),
    principalId: field.ref('registry.principal', maybe),
    levelId: field.ref('cure.memberLevel', derived),
    nextLevelId: field.ref('cure.memberLevel', maybe),
    representative: field.text({ max: 40, ...maybe }),
    phone: field.pii('phone', maybe),
    regionCode: field.region(maybe),
    joinedOn: field.date(derived),
    validTo: field.date(derived),
    daysLeft: field.int({ ...derived, unit: 'day' }),
    owed: field.money(derived),
    decision: field.files({ ...maybe }),
    consults: field.int(derived),
    status: field.state('society_member_status', 'active', 'grace', 'lapsed', 'quit', 'expelled'),
    ...stamps,
  },
  title: 'memberName',
  list: {
    columns: [
      'memberNo',
      'memberName',
      'levelId',
      'representative',
      'phone',
      'joinedOn',
      'validTo',
      'daysLeft',
      'owed',
      'consults',
      'regionCode',
      'status',
    ],
    filters: ['societyId', 'levelId', 'memberKind', 'regionCode', 'validTo', 'owed', 'status'],
    search: ['memberNo', 'memberName', 'representative'],
    sorts: ['validTo', 'memberNo'],
    sort: '-memberNo',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    expel: {
      from: ['active', 'grace', 'lapsed'],
      to: 'expelled',
      danger: true,
      form: { decision: field.files({ max: 3, accept: '.pdf,image/*' }), reason: field.text({ max: 200 }) },
    },
  },
});
export type SocietyMember = RowOf<typeof societyMember>;

/** 入会/变更申请: checked by one, approved by another. */
export const memberApplication = defineResource({
  module: 'cure',
  name: 'memberApplication',
  path: 'cure/memberApplication',
  screen: '/cure/society/membershipAudit',
  permission: 'cure:member',
  actions: { add: 'apply', edit: 'apply', export: 'list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    ...ofSociety,
    kind: field.dict('member_application_kind', { fixed: true }),
    memberKind: field.dict('member_kind', { fixed: true }),
    principalId: field.ref('registry.principal', maybe),
    /** Finds the unit; empty, it is the applicant's own. */
    creditCode: field.text({ max: 18, fixed: true, optional: true, pattern: /^([0-9A-Z]{18})?$/ }),
    memberId: field.ref('cure.societyMember', {
      fixed: true,
      optional: true,
      needed: { by: 'kind', not: ['join'] },
      where: { societyId: { from: 'societyId' } },
    }),
    applicantName: field.text({ max: 80 }),
    representative: field.text({ max: 40, optional: true }),
    phone: field.pii('phone'),
    idCard: field.pii('idCard', { optional: true, needed: { by: 'memberKind', in: ['person'] } }),
    levelId: field.ref('cure.memberLevel', {
      where: { societyId: { from: 'societyId' }, memberKind: { from: 'memberKind' }, status: 'enabled' },
    }),
    fee: field.money(maybe),
    files: field.files({ optional: true, max: 9 }),
    remark: field.longText({ max: 500, optional: true }),
    waitingDays: field.int({ ...derived, unit: 'day' }),
    checker: field.text({ max: 40, ...maybe }),
    checkOpinion: field.text({ max: 200, ...maybe }),
    approver: field.text({ max: 40, ...maybe }),
    opinion: field.text({ max: 200, ...maybe }),
    decision: field.files({ ...maybe }),
    status: field.state('member_application_status', 'submitted', 'checked', 'returned', 'approved', 'rejected'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: ['docNo', 'kind', 'applicantName', 'levelId', 'fee', 'createdAt', 'waitingDays', 'checker', 'status'],
    filters: ['status', 'kind', 'societyId', 'memberKind', 'levelId', 'createdAt'],
    search: ['docNo', 'applicantName'],
    sorts: ['createdAt'],
    sort: '-createdAt',
  },
  form: [
    'societyId',
    'kind',
    'memberKind',
    'creditCode',
    'memberId',
    'applicantName',
    'representative',
    'phone',
    'idCard',
    'levelId',
    'files',
    'remark',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'export'],
  editableIn: ['returned'],
  transitions: {
    check: { from: ['submitted'], to: 'checked', form: { checkOpinion: field.text({ max: 200 }) } },
    giveBack: { from: ['submitted', 'checked'], to: 'returned', permission: 'check', remark: true },
    resubmit: { from: ['returned'], to: 'submitted', permission: 'apply' },
    approve: {
      from: ['checked'],
      to: 'approved',
      permission: 'audit',
      form: {
        opinion: field.text({ max: 200, optional: true }),
        decision: field.files({ optional: true, max: 3, accept: '.pdf,image/*' }),
      },
    },
    reject: { from: ['submitted', 'checked'], to: 'rejected', permission: 'audit', remark: true, danger: true },
  },
});
export type MemberApplication = RowOf<typeof memberApplication>;

/** 会费: entered by one, confirmed by another; how the amount came about is kept. */
export const memberFee = defineResource({
  module: 'cure',
  name: 'memberFee',
  path: 'cure/memberFee',
  screen: '/cure/society/fee',
  permission: 'cure:fee',
  actions: { export: 'list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    societyId: field.ref('cure.society', derived),
    memberId: field.ref('cure.societyMember', maybe),
    memberName: field.text({ max: 80, ...derived }),
    levelId: field.ref('cure.memberLevel', derived),
    kind: field.dict('member_application_kind', derived),
    periodFrom: field.date(derived),
    periodTo: field.date(derived),
    amount: field.money(derived),
    dueOn: field.date(derived),
    isLate: field.bool(derived),
    paidOn: field.date(maybe),
    paidAmount: field.money(maybe),
    payer: field.text({ max: 80, ...maybe }),
    voucher: field.files({ ...maybe }),
    receiptNo: field.text({ max: 40, ...maybe }),
    enterer: field.text({ max: 40, ...maybe }),
    confirmer: field.text({ max: 40, ...maybe }),
    status: field.state('member_fee_status', 'open', 'entered', 'confirmed'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'memberName',
      'levelId',
      'kind',
      'amount',
      'dueOn',
      'paidOn',
      'enterer',
      'confirmer',
      'receiptNo',
      'periodTo',
      'status',
    ],
    filters: ['status', 'societyId', 'levelId', 'kind', 'memberId', 'dueOn', 'periodFrom', 'isLate'],
    search: ['docNo', 'memberName', 'receiptNo'],
    sorts: ['dueOn', 'amount'],
    sort: '-dueOn',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    enter: {
      from: ['open'],
      to: 'entered',
      form: {
        paidOn: field.date(),
        paidAmount: field.money({ min: 0, max: 99_999_999 }),
        payer: field.text({ max: 80, optional: true }),
        voucher: field.files({ optional: true, max: 3 }),
      },
    },
    confirm: { from: ['entered'], to: 'confirmed', form: { receiptNo: field.text({ max: 40 }) } },
    takeBack: { from: ['entered'], to: 'open', permission: 'confirm', remark: true, danger: true },
  },
});
export type MemberFee = RowOf<typeof memberFee>;

/** Bills for the coming period of every member whose membership ends until a day and who has none yet. */
export const makeFees = endpoint({
  method: 'POST',
  path: 'cure/memberFee/makeYear',
  access: needs('cure:fee:enter'),
  body: z.strictObject({ societyId: idSchema, until: z.iso.date() }),
  data: z.object({ made: z.number().int(), cents: z.number().int() }),
  action: 'add',
});

const n = z.number().int();
/** What waits for somebody of a society, a host or an owner today; every number opens its list. */
export const societyDesk = endpoint({
  method: 'GET',
  path: 'cure/society/desk',
  access: needs('cure:society:view'),
  data: z.object({
    toCheck: n,
    toApprove: n,
    toEnter: n,
    toConfirm: n,
    lateFees: n,
    inGrace: n,
    endingMembers: n,
    expertsToCheck: n,
    revisions: n,
    vacantSeats: n,
    endingTerms: n,
    disputes: n,
    lateLogs: n,
    members: n,
    dueCents: n,
    receivedCents: n,
    oldest: z.array(
      z.object({ id: idSchema, docNo: z.string(), name: z.string(), kind: z.string(), days: n, status: z.string() }),
    ),
  }),
});
export type SocietyDesk = z.output<NonNullable<(typeof societyDesk)['data']>>;
