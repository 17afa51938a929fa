import { field } from '#kit/contract/field.ts';
import { enableDisable, enabledStatus, stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 单据类别: what a paper does and how many must agree to it. */
export const signDocCategory = defineResource({
  module: 'sign',
  name: 'signDocCategory',
  path: 'signIn/category',
  screen: '/signIn/category',
  permission: 'sign:docCategory',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    docType: field.dict('sign_doc_category_doc_type', { fixed: true }),
    code: field.text({ max: 20, pattern: /^[A-Za-z0-9_-]+$/, fixed: true }),
    name: field.text({ max: 40 }),
    nameTw: field.text({ max: 40, optional: true }),
    nameEn: field.text({ max: 60, optional: true }),
    kind: field.dict('sign_doc_category_kind'),
    approvalLevels: field.int({ min: 0, max: 2 }),
    needSign: field.bool(),
    needPhoto: field.bool(),
    orderNum: field.int({ min: 0, max: 9999 }),
    status: enabledStatus,
    ...stamps,
  },
  title: 'name',
  list: {
    columns: ['docType', 'code', 'name', 'kind', 'approvalLevels', 'needSign', 'needPhoto', 'status'],
    filters: ['docType', 'kind', 'status'],
    search: ['name', 'code'],
    sorts: ['orderNum', 'code'],
    sort: 'orderNum',
  },
  form: ['docType', 'code', 'name', 'nameTw', 'nameEn', 'kind', 'approvalLevels', 'needSign', 'needPhoto', 'orderNum'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: enableDisable(),
});

/** Codes of rules and what holds where nobody said otherwise. */
export const ruleDefaults = {
  maxHoldWorker: 300,
  maxHoldFarm: 2000,
  signDaysUnit: 3,
  signDaysWorker: 7,
  idleDaysWorker: 120,
  idleDaysUnit: 365,
  safetyMonths: 3,
  overNeedPct: 130,
  twoPersonStore: 1,
  autoStoreTownship: 1,
  stocktakeDaysWorker: 183,
  stocktakeStops: 1,
  lostPrefecture: 50,
  recoverDays: 7,
  procurementLevels: 2,
  backdateDays: 30,
} as const;
export type RuleCode = keyof typeof ruleDefaults;

/** 签收规则: by region; the nearest one above a place holds there. */
export const signRule = defineResource({
  module: 'sign',
  name: 'signRule',
  path: 'signIn/rule',
  screen: '/signIn/rule',
  permission: 'sign:rule',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    code: field.dict('sign_rule_code', { fixed: true }),
    regionCode: field.region({ fixed: true }),
    categoryId: field.ref('sign.signCategory', { optional: true, fixed: true }),
    value: field.int({ min: 0, max: 1_000_000 }),
    standard: field.int({ derived: true, optional: true }),
    affected: field.int({ derived: true, optional: true }),
    validFrom: field.date(),
    remark: field.longText({ max: 500, optional: true }),
    ...stamps,
  },
  title: 'code',
  list: {
    columns: [
      'code',
      'regionCode',
      'categoryId',
      'value',
      'standard',
      'affected',
      'validFrom',
      'updatedByName',
      'updatedAt',
    ],
    filters: ['code', 'categoryId', 'validFrom'],
    sorts: ['code', 'regionCode', 'validFrom'],
    sort: 'code',
  },
  form: ['code', 'regionCode', 'categoryId', 'value', 'validFrom', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});
export type SignRule = RowOf<typeof signRule>;

/** 号池: the serials a county has for a kind of animal. */
export const tagNumberPool = defineResource({
  module: 'sign',
  name: 'tagNumberPool',
  path: 'sign/pool',
  screen: '/sign/segment',
  permission: 'sign:segment',
  actions: { list: 'list', add: 'pool', edit: 'pool', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    scheme: field.dict('tag_scheme', { fixed: true }),
    speciesDigit: field.int({ min: 2, max: 3, fixed: true }),
    countyCode: field.region({ fixed: true }),
    mode: field.dict('tag_number_pool_mode'),
    nextSerial: field.int({ min: 1, max: 99_999_999 }),
    lastSerial: field.int({ min: 1, max: 99_999_999 }),
    reservedText: field.text({ max: 500, optional: true }),
    givenOut: field.int({ derived: true }),
    leftOver: field.int({ derived: true }),
    legacyUntil: field.date({ optional: true }),
    ...stamps,
  },
  title: 'countyCode',
  list: {
    columns: [
      'countyCode',
      'speciesDigit',
      'mode',
      'givenOut',
      'leftOver',
      'nextSerial',
      'lastSerial',
      'reservedText',
      'legacyUntil',
    ],
    filters: ['mode'],
    sorts: ['countyCode', 'nextSerial'],
    sort: 'countyCode',
  },
  form: ['scheme', 'speciesDigit', 'countyCode', 'mode', 'nextSerial', 'lastSerial', 'reservedText', 'legacyUntil'],
  operations: ['list', 'detail', 'add', 'edit', 'export'],
});
