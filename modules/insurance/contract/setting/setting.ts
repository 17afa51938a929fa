import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { enableDisable, enabledStatus, stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe } from '../row-of.ts';

const edits = { add: 'edit', remove: 'edit', export: 'list' } as const;

/** 承保区域: who may enrol where, given by the authority (R10). */
export const insArea = defineResource({
  module: 'insurance',
  name: 'insArea',
  path: 'insuranceMgt/area',
  screen: '/insuranceMgt/configuration',
  permission: 'ins:area',
  actions: { list: 'edit', add: 'edit', remove: 'edit', export: 'edit' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    insurerId: field.ref('registry.principal', { fixed: true, where: { principalUnitType: 'insurer' } }),
    regionCode: field.region(),
    productId: field.ref('insurance.insProduct', { fixed: true }),
    validFrom: field.date(),
    validTo: field.date({ optional: true }),
    exclusive: field.bool(),
    docFiles: field.files({ optional: true }),
    ...stamps,
  },
  title: 'regionCode',
  list: {
    columns: ['insurerId', 'regionCode', 'productId', 'validFrom', 'validTo', 'exclusive'],
    filters: ['insurerId', 'productId', 'regionCode', 'validFrom'],
    sorts: ['validFrom'],
  },
  form: ['insurerId', 'regionCode', 'productId', 'validFrom', 'validTo', 'exclusive', 'docFiles'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});
export type InsArea = RowOf<typeof insArea>;

/** 参数: what differs by region or insurer from the customary value. */
export const insSetting = defineResource({
  module: 'insurance',
  name: 'insSetting',
  path: 'insuranceMgt/setting',
  screen: '/insuranceMgt/configuration',
  permission: 'ins:setting',
  actions: edits,
  scope: 'tenant',
  fields: {
    id: field.id(),
    code: field.text({ max: 40, fixed: true }),
    regionCode: field.region({ fixed: true }),
    insurerId: field.ref('registry.principal', {
      optional: true,
      fixed: true,
      where: { principalUnitType: 'insurer' },
    }),
    value: field.text({ max: 60 }),
    standard: field.text({ max: 60, ...maybe }),
    remark: field.longText({ max: 300, optional: true }),
    ...stamps,
  },
  title: 'code',
  list: {
    columns: ['code', 'regionCode', 'insurerId', 'value', 'standard', 'updatedByName', 'updatedAt'],
    filters: ['code', 'regionCode'],
    search: ['code'],
    sorts: ['code'],
    sort: 'code',
  },
  form: ['code', 'regionCode', 'insurerId', 'value', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});
export type InsSetting = RowOf<typeof insSetting>;

/** 出单员资格. */
export const insClerk = defineResource({
  module: 'insurance',
  name: 'insClerk',
  path: 'insuranceMgt/clerk',
  screen: '/insuranceMgt/issuingClerk',
  permission: 'ins:clerk',
  actions: edits,
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    insurerId: field.ref('registry.principal', { fixed: true, where: { principalUnitType: 'insurer' } }),
    staffId: field.ref('registry.staff', {
      fixed: true,
      where: { principalId: { from: 'insurerId' }, status: 'active' },
    }),
    staffName: field.text({ max: 40, ...derived }),
    insurer: field.text({ max: 80, ...maybe }),
    regionCode: field.region(derived),
    licenceNo: field.text({ max: 40 }),
    licenceTo: field.date(),
    productIds: field.json(maybe) as unknown as Field<number[] | null>,
    regionCodes: field.json(maybe) as unknown as Field<number[] | null>,
    maxPolicySum: field.money({ min: 0, max: 99_999_999_999 }),
    yearPolicies: field.int(derived),
    yearPremium: field.money(derived),
    openLists: field.int(derived),
    status: field.state('ins_clerk_status', 'active', 'stopped'),
    ...stamps,
  },
  title: 'staffName',
  list: {
    columns: [
      'staffName',
      'insurer',
      'licenceNo',
      'licenceTo',
      'maxPolicySum',
      'yearPolicies',
      'yearPremium',
      'openLists',
      'status',
    ],
    filters: ['staffName', 'insurerId', 'licenceTo', 'status', 'regionCode'],
    search: ['staffName', 'licenceNo'],
    sorts: ['licenceTo', 'maxPolicySum'],
  },
  form: ['insurerId', 'staffId', 'licenceNo', 'licenceTo', 'maxPolicySum'],
  operations: ['list', 'detail', 'add', 'edit', 'export'],
  transitions: {
    stop: { from: ['active'], to: 'stopped', permission: 'edit', remark: true, danger: true },
    resume: { from: ['stopped'], to: 'active', permission: 'edit' },
  },
});
export type InsClerk = RowOf<typeof insClerk>;

/** 常用语. */
export const insPhrase = defineResource({
  module: 'insurance',
  name: 'insPhrase',
  path: 'insuranceMgt/phrase',
  screen: '/insuranceMgt/commonPhrases',
  permission: 'ins:phrase',
  actions: { list: 'edit', add: 'edit', remove: 'edit', export: 'edit' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    scene: field.dict('ins_scene'),
    wording: field.longText({ max: 300 }),
    owner: field.dict('ins_phrase_owner'),
    uses: field.int(derived),
    orderNum: field.int({ min: 0, max: 9999 }),
    isMine: field.bool(derived),
    status: enabledStatus,
    ...stamps,
  },
  title: 'wording',
  list: {
    columns: ['scene', 'wording', 'owner', 'uses', 'status'],
    filters: ['scene', 'owner', 'wording', 'status'],
    search: ['wording'],
    sorts: ['uses', 'orderNum'],
    sort: '-uses',
  },
  form: ['scene', 'wording', 'owner', 'orderNum'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: enableDisable({ remark: false }),
});
export type InsPhrase = RowOf<typeof insPhrase>;

/** What holds at a place, where it comes from, and what is customary. */
export const settingsHere = endpoint({
  method: 'GET',
  path: 'insuranceMgt/settingsHere',
  access: needs('ins:setting:list'),
  query: z.object({ regionCode: z.coerce.number().int().optional() }),
  data: z.array(
    z.object({
      code: z.string(),
      value: z.string(),
      standard: z.string(),
      from: z.string().nullable(),
      changedBy: z.string().nullable(),
      changedAt: z.string().nullable(),
    }),
  ),
});

export const settings = {
  resources: [insArea, insSetting, insClerk, insPhrase],
  endpoints: [settingsHere],
};
