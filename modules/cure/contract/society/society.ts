import { field } from '#kit/contract/field.ts';
import { enableDisable, enabledStatus, stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 协会: a unit of its own with members, bodies and a fee account. */
export const society = defineResource({
  module: 'cure',
  name: 'society',
  path: 'cure/society',
  screen: '/cure/society/org',
  permission: 'cure:society',
  actions: { list: 'view', add: 'edit', export: 'view' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true, where: { principalUnitType: 'association' } }),
    name: field.text({ max: 80, derived: true }),
    code: field.text({ max: 6, pattern: /^[A-Z]{2,6}$/ }),
    registerNo: field.text({ max: 40 }),
    legalPerson: field.text({ max: 40 }),
    scopeText: field.longText({ max: 1000, optional: true }),
    charter: field.files({ optional: true, max: 3, accept: '.pdf' }),
    feeAccount: field.pii('bankCard', { optional: true }),
    feeYear: field.dict('society_fee_year'),
    graceDays: field.int({ min: 0, max: 730, unit: 'day' }),
    halfFeeFrom: field.int({ min: 1, max: 12 }),
    members: field.int({ derived: true }),
    status: enabledStatus,
    ...stamps,
  },
  title: 'name',
  list: {
    columns: ['name', 'code', 'registerNo', 'legalPerson', 'feeYear', 'graceDays', 'members', 'status'],
    filters: ['status', 'feeYear'],
    search: ['name', 'code'],
  },
  form: [
    'principalId',
    'code',
    'registerNo',
    'legalPerson',
    'scopeText',
    'charter',
    'feeAccount',
    'feeYear',
    'graceDays',
    'halfFeeFrom',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'export'],
  transitions: enableDisable(),
});
export type Society = RowOf<typeof society>;

const ofSociety = { societyId: field.ref('cure.society', { fixed: true, where: { status: 'enabled' } }) } as const;

/** 机构: congress, council, board, secretariat, committees. */
export const societyOrg = defineResource({
  module: 'cure',
  name: 'societyOrg',
  path: 'cure/society/org',
  screen: '/cure/society/org',
  permission: 'cure:society',
  actions: { list: 'view', add: 'edit', remove: 'edit', export: 'view' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    ...ofSociety,
    parentId: field.ref('cure.societyOrg', { optional: true, where: { societyId: { from: 'societyId' } } }),
    name: field.text({ max: 60 }),
    kind: field.dict('society_org_kind'),
    regionCode: field.region({ optional: true }),
    foundedOn: field.date({ optional: true }),
    orderNum: field.int({ min: 0, max: 9999 }),
    posts: field.int({ derived: true }),
    serving: field.int({ derived: true }),
    remark: field.longText({ max: 500, optional: true }),
    ...stamps,
  },
  title: 'name',
  list: {
    columns: ['name', 'kind', 'parentId', 'posts', 'serving', 'foundedOn', 'regionCode', 'societyId'],
    filters: ['societyId', 'kind', 'parentId'],
    search: ['name'],
    sorts: ['orderNum'],
    sort: 'orderNum',
  },
  form: ['societyId', 'parentId', 'name', 'kind', 'regionCode', 'foundedOn', 'orderNum', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});
export type SocietyOrg = RowOf<typeof societyOrg>;

/** 职务: how many seats, how long a term. */
export const societyPost = defineResource({
  module: 'cure',
  name: 'societyPost',
  path: 'cure/society/post',
  screen: '/cure/society/post',
  permission: 'cure:society',
  actions: { list: 'view', add: 'edit', remove: 'edit', export: 'view' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    ...ofSociety,
    orgId: field.ref('cure.societyOrg', { where: { societyId: { from: 'societyId' } } }),
    nameZh: field.text({ max: 40 }),
    nameTw: field.text({ max: 40, optional: true }),
    nameEn: field.text({ max: 60 }),
    seats: field.int({ min: 1, max: 500 }),
    serving: field.int({ derived: true }),
    vacant: field.int({ derived: true }),
    termYears: field.int({ min: 1, max: 10 }),
    orderNum: field.int({ min: 0, max: 9999 }),
    ...stamps,
  },
  title: 'nameZh',
  list: {
    columns: ['nameZh', 'orgId', 'seats', 'serving', 'vacant', 'termYears', 'societyId'],
    filters: ['societyId', 'orgId', 'vacant'],
    search: ['nameZh', 'nameEn'],
    sorts: ['orderNum'],
    sort: 'orderNum',
  },
  form: ['societyId', 'orgId', 'nameZh', 'nameTw', 'nameEn', 'seats', 'termYears', 'orderNum'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});
export type SocietyPost = RowOf<typeof societyPost>;

/** 任职: who serves where, from when to when. */
export const societyPerson = defineResource({
  module: 'cure',
  name: 'societyPerson',
  path: 'cure/society/person',
  screen: '/cure/society/person',
  permission: 'cure:society',
  actions: { list: 'view', add: 'edit', export: 'view' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    ...ofSociety,
    postId: field.ref('cure.societyPost', { fixed: true, where: { societyId: { from: 'societyId' } } }),
    orgId: field.ref('cure.societyOrg', { derived: true }),
    personName: field.text({ max: 40 }),
    phone: field.pii('phone'),
    unitName: field.text({ max: 80, optional: true }),
    photo: field.files({ optional: true, max: 1, accept: 'image/*' }),
    termFrom: field.date(),
    termTo: field.date(),
    daysLeft: field.int({ derived: true, unit: 'day' }),
    endReason: field.text({ max: 200, derived: true, optional: true }),
    status: field.state('society_person_status', 'serving', 'ended', 'resigned'),
    ...stamps,
  },
  title: 'personName',
  list: {
    columns: ['personName', 'orgId', 'postId', 'unitName', 'phone', 'termFrom', 'termTo', 'daysLeft', 'status'],
    filters: ['societyId', 'orgId', 'postId', 'termTo', 'status'],
    search: ['personName'],
    sorts: ['termTo'],
    sort: 'termTo',
  },
  form: ['societyId', 'postId', 'personName', 'phone', 'unitName', 'photo', 'termFrom', 'termTo'],
  operations: ['list', 'detail', 'add', 'edit', 'export'],
  editableIn: ['serving'],
  transitions: {
    end: { from: ['serving'], to: 'ended', permission: 'edit', remark: true },
    resign: { from: ['serving'], to: 'resigned', permission: 'edit', remark: true, danger: true },
  },
});
export type SocietyPerson = RowOf<typeof societyPerson>;
