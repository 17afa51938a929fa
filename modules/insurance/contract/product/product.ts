import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { enableDisable, enabledStatus, stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe } from '../row-of.ts';
import type { Liability, Payer, Payout, Term } from './version-parts.ts';

const code = field.text({ max: 40, pattern: /^[A-Za-z][\w.-]*$/ });
const edits = { add: 'edit', remove: 'edit', export: 'list' } as const;

/** 险种要素: what versions of products are put together from. */
export const insIngredient = defineResource({
  module: 'insurance',
  name: 'insIngredient',
  path: 'insuranceMgt/ingredient',
  screen: '/insuranceMgt/ingredients',
  permission: 'ins:ingredient',
  actions: edits,
  scope: 'tenant',
  fields: {
    id: field.id(),
    kind: field.dict('ins_ingredient_kind', { fixed: true }),
    code: { ...code, fixed: true } as Field<string>,
    name: field.text({ max: 60 }),
    nameTw: field.text({ max: 60, optional: true }),
    nameEn: field.text({ max: 120, optional: true }),
    wording: field.longText({ max: 2000, optional: true }),
    deathCauses: field.dicts('death_cause', { optional: true }),
    payerLevel: field.dict('ins_ingredient_payer_level', {
      optional: true,
      needed: { by: 'kind', in: ['payer'] },
    }),
    angle: field.dict('photo_angle', { optional: true, needed: { by: 'kind', in: ['photo'] } }),
    minCount: field.int({ min: 1, max: 20, optional: true }),
    orderNum: field.int({ min: 0, max: 9999 }),
    used: field.int(derived),
    status: enabledStatus,
    ...stamps,
  },
  title: 'name',
  list: {
    columns: ['kind', 'code', 'name', 'deathCauses', 'payerLevel', 'angle', 'used', 'status'],
    filters: ['kind', 'code', 'name', 'status'],
    search: ['code', 'name'],
    sorts: ['orderNum', 'code'],
    sort: 'orderNum',
  },
  form: [
    'kind',
    'code',
    'name',
    'nameTw',
    'nameEn',
    'wording',
    'deathCauses',
    'payerLevel',
    'angle',
    'minCount',
    'orderNum',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: enableDisable(),
});
export type InsIngredient = RowOf<typeof insIngredient>;

/** 险种. */
export const insProduct = defineResource({
  module: 'insurance',
  name: 'insProduct',
  path: 'insuranceMgt/product',
  screen: '/insuranceMgt/insuranceDefinition',
  permission: 'ins:product',
  actions: edits,
  scope: 'tenant',
  fields: {
    id: field.id(),
    code: { ...code, fixed: true } as Field<string>,
    name: field.text({ max: 60 }),
    nameTw: field.text({ max: 60, optional: true }),
    nameEn: field.text({ max: 120, optional: true }),
    coverCode: field.dict('ins_cover', { fixed: true }),
    kind: field.dict('ins_product_kind'),
    species: field.dict('species', { fixed: true }),
    stages: field.dicts('stage', { optional: true }),
    sex: field.dict('animal_sex', { optional: true }),
    ownerInsurerId: field.ref('registry.principal', { optional: true, where: { principalUnitType: 'insurer' } }),
    sumInsured: field.money(maybe),
    ratePct: field.decimal({ scale: 4, unit: '%', ...maybe }),
    premium: field.money(maybe),
    farmerPremium: field.money(maybe),
    saleFrom: field.date(maybe),
    saleTo: field.date(maybe),
    versions: field.int(derived),
    policies: field.int(derived),
    status: field.state('ins_product_status', 'on', 'off'),
    ...stamps,
  },
  title: 'name',
  list: {
    columns: [
      'code',
      'name',
      'coverCode',
      'kind',
      'species',
      'stages',
      'sumInsured',
      'ratePct',
      'premium',
      'farmerPremium',
      'saleFrom',
      'saleTo',
      'versions',
      'policies',
      'status',
    ],
    filters: ['name', 'kind', 'species', 'coverCode', 'status'],
    search: ['code', 'name'],
    sorts: ['code'],
    sort: 'code',
  },
  form: ['code', 'name', 'nameTw', 'nameEn', 'coverCode', 'kind', 'species', 'stages', 'sex', 'ownerInsurerId'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: {
    stop: { from: ['on'], to: 'off', permission: 'edit', remark: true, danger: true },
    resume: { from: ['off'], to: 'on', permission: 'edit' },
  },
});
export type InsProduct = RowOf<typeof insProduct>;

const parts = <T>() => field.json() as unknown as Field<T>;

/** 险种版本: what a product costs and pays, in a region from a day on. */
export const insProductVersion = defineResource({
  module: 'insurance',
  name: 'insProductVersion',
  path: 'insuranceMgt/productVersion',
  screen: '/insuranceMgt/insuranceDefinitionVersion',
  permission: 'ins:product',
  actions: edits,
  scope: 'tenant',
  fields: {
    id: field.id(),
    productId: field.ref('insurance.insProduct', { fixed: true }),
    label: field.text({ max: 120, ...derived }),
    versionNo: field.int(derived),
    regionCode: field.region({ fixed: true }),
    saleFrom: field.date(),
    saleTo: field.date({ optional: true }),
    sumInsured: field.money({ min: 1, max: 99_999_999_999 }),
    ratePpm: field.int({ min: 1, max: 1_000_000 }),
    terms: parts<Term[]>(),
    payers: parts<Payer[]>(),
    waitingDays: field.int({ min: 0, max: 365 }),
    ageMinDays: field.int({ min: 0, max: 10_000, optional: true }),
    ageMaxDays: field.int({ min: 0, max: 10_000, optional: true }),
    requireImmunity: field.json({ optional: true }) as unknown as Field<string[] | null>,
    mustInsureAll: field.bool(),
    averageClause: field.bool(),
    deductibleBp: field.int({ min: 0, max: 10_000 }),
    payout: parts<Payout>(),
    refundRule: field.dict('ins_product_version_refund_rule'),
    checkMode: field.dict('ins_check_mode'),
    sampleBp: field.int({ min: 1, max: 10_000, optional: true, needed: { by: 'checkMode', in: ['sample'] } }),
    publicityDays: field.int({ min: 1, max: 60 }),
    liabilities: parts<Liability[]>(),
    exclusions: parts<string[]>(),
    documents: parts<string[]>(),
    photos: parts<string[]>(),
    docFiles: field.files({ optional: true, max: 9 }),
    ruleHash: field.text({ max: 64, ...maybe }),
    returnReason: field.text({ max: 500, ...maybe }),
    status: field.state('ins_product_version_status', 'draft', 'pending', 'published', 'retired'),
    ...stamps,
  },
  title: 'label',
  list: {
    columns: [
      'productId',
      'versionNo',
      'regionCode',
      'saleFrom',
      'saleTo',
      'sumInsured',
      'ratePpm',
      'refundRule',
      'checkMode',
      'status',
    ],
    filters: ['productId', 'regionCode', 'status', 'saleFrom'],
    sorts: ['versionNo', 'saleFrom'],
  },
  form: [
    'productId',
    'regionCode',
    'saleFrom',
    'saleTo',
    'sumInsured',
    'ratePpm',
    'terms',
    'payers',
    'waitingDays',
    'ageMinDays',
    'ageMaxDays',
    'requireImmunity',
    'mustInsureAll',
    'averageClause',
    'deductibleBp',
    'payout',
    'refundRule',
    'checkMode',
    'sampleBp',
    'publicityDays',
    'liabilities',
    'exclusions',
    'documents',
    'photos',
    'docFiles',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: {
    submit: { from: ['draft'], to: 'pending', permission: 'edit' },
    publish: { from: ['pending'], to: 'published' },
    return: { from: ['pending'], to: 'draft', permission: 'publish', remark: true },
    retire: { from: ['published'], to: 'retired', permission: 'publish', remark: true, danger: true },
  },
});
export type InsProductVersion = RowOf<typeof insProductVersion>;

export const stepSchema = z.object({ name: z.string(), how: z.string(), cents: z.number() });
const part = z.object({ payerCode: z.string(), level: z.string(), cents: z.number() });
/** What a version would cost: computed, nothing stored. */
export const quote = endpoint({
  method: 'POST',
  path: 'insuranceMgt/quote',
  access: needs('ins:product:list'),
  body: z.strictObject({ versionId: idSchema, months: z.int().min(1).max(60), count: z.int().min(1).max(10_000) }),
  data: z.object({
    premiumCents: z.number(),
    farmerCents: z.number(),
    split: z.array(part),
    totalCents: z.number(),
    totalFarmerCents: z.number(),
    steps: z.array(stepSchema),
  }),
});
/** What a version would pay for one head: computed, nothing stored. */
export const payoutQuote = endpoint({
  method: 'POST',
  path: 'insuranceMgt/payoutQuote',
  access: needs('ins:product:list'),
  body: z.strictObject({
    versionId: idSchema,
    birthDate: z.iso.date(),
    lostOn: z.iso.date(),
    coverFrom: z.iso.date().nullish(),
    weightKg: z.number().min(0).max(3000).nullish(),
    liabilityCode: z.string().max(40).nullish(),
    insured: z.int().min(0).max(1_000_000).nullish(),
    eligible: z.int().min(0).max(1_000_000).nullish(),
    cullPaidCents: z.int().min(0).max(99_999_999_999).default(0),
    salvageCents: z.int().min(0).max(99_999_999_999).default(0),
  }),
  data: z.object({ months: z.number(), amountCents: z.number(), steps: z.array(stepSchema) }),
});

export const products = {
  resources: [insIngredient, insProduct, insProductVersion],
  endpoints: [quote, payoutQuote],
};
