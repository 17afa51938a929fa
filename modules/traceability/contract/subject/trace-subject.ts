import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

const common = {
  id: field.id(),
  subjectNo: field.text({ max: 12, ...derived }),
  principalId: field.ref('registry.principal', { fixed: true, where: { status: 'active' } }),
  regionCode: field.region(derived),
  manager: field.text({ max: 60 }),
  products: field.text({ max: 200, optional: true }),
  publicText: field.longText({ max: 1000, optional: true }),
  photos: field.files({ optional: true, max: 9, accept: 'image/*' }),
  risk: field.dict('trace_subject_risk', maybe),
  riskOn: field.date(maybe),
  /** Licences of its roles that are not there today. */
  missing: field.dicts('document_kind', derived),
  licenceTo: field.date(maybe),
  reason: field.longText({ max: 500, ...maybe }),
  status: field.state('trace_subject_status', 'draft', 'submitted', 'active', 'suspended', 'expired', 'cancelled'),
  ...stamps,
} as const;

const shared = {
  module: 'traceability',
  permission: 'trace:subject',
  actions: { edit: 'add', remove: 'add', export: 'list' },
  scope: 'jurisdiction',
  title: 'subjectNo',
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    submit: { from: ['draft'], to: 'submitted', permission: 'add' },
    review: {
      from: ['submitted', 'expired'],
      to: 'active',
      permission: 'review',
      form: { risk: field.dict('trace_subject_risk') },
    },
    sendBack: { from: ['submitted'], to: 'draft', permission: 'review', remark: true },
    suspend: { from: ['active'], to: 'suspended', permission: 'suspend', remark: true, danger: true },
    resume: { from: ['suspended'], to: 'active', permission: 'suspend' },
    cancel: {
      from: ['active', 'suspended', 'expired'],
      to: 'cancelled',
      permission: 'suspend',
      remark: true,
      danger: true,
    },
  },
} as const;

/** 养殖主体: farms and holders above scale, as filed for tracing. */
export const breedingSubject = defineResource({
  ...shared,
  name: 'breedingSubject',
  path: 'trace/subject/breeding',
  screen: '/traceability/subjectRegistration/breedingSubject',
  fields: {
    ...common,
    roles: field.dicts('subject_role'),
    capacity: field.int({ min: 0, max: 1_000_000, optional: true }),
    stock: field.int(derived),
  },
  list: {
    columns: [
      'subjectNo',
      'principalId',
      'roles',
      'capacity',
      'stock',
      'missing',
      'licenceTo',
      'risk',
      'regionCode',
      'status',
    ],
    filters: ['subjectNo', 'principalId', 'regionCode', 'risk', 'licenceTo', 'status'],
    search: ['subjectNo', 'manager'],
    sorts: ['subjectNo', 'licenceTo', 'updatedAt'],
  },
  form: ['principalId', 'roles', 'manager', 'capacity', 'products', 'publicText', 'photos'],
});

/** 经营主体: slaughterhouses, markets, traders, carriers, shops. */
export const businessEntity = defineResource({
  ...shared,
  name: 'businessEntity',
  path: 'trace/subject/business',
  screen: '/traceability/subjectRegistration/businessEntity',
  fields: {
    ...common,
    roles: field.dicts('subject_role'),
    brand: field.text({ max: 60, optional: true }),
    vehicles: field.int(derived),
  },
  list: {
    columns: [
      'subjectNo',
      'principalId',
      'roles',
      'brand',
      'vehicles',
      'missing',
      'licenceTo',
      'risk',
      'regionCode',
      'status',
    ],
    filters: ['subjectNo', 'principalId', 'roles', 'regionCode', 'risk', 'licenceTo', 'status'],
    search: ['subjectNo', 'manager', 'brand'],
    sorts: ['subjectNo', 'licenceTo', 'updatedAt'],
  },
  form: ['principalId', 'roles', 'manager', 'brand', 'products', 'publicText', 'photos'],
});

/** 产业融合主体: a brand and those who work under it, from farm to shop. */
export const integratedSubject = defineResource({
  ...shared,
  name: 'integratedSubject',
  path: 'trace/subject/integrated',
  screen: '/traceability/subjectRegistration/integratedIndustries',
  fields: {
    ...common,
    brand: field.text({ max: 60 }),
    members: field.lines({
      fields: {
        principalId: field.ref('registry.principal', { where: { status: 'active' } }),
        role: field.dict('subject_role'),
        fromOn: field.date(),
        toOn: field.date({ optional: true }),
      },
      max: 500,
    }),
    memberCount: field.int(derived),
    /** R36: of the animals its members slaughtered, those that were never kept by anybody else; in percent. */
    closedShare: field.decimal({ scale: 1, ...maybe }),
  },
  list: {
    columns: [
      'subjectNo',
      'principalId',
      'brand',
      'memberCount',
      'closedShare',
      'missing',
      'licenceTo',
      'risk',
      'regionCode',
      'status',
    ],
    filters: ['subjectNo', 'principalId', 'regionCode', 'risk', 'status'],
    search: ['subjectNo', 'brand', 'manager'],
    sorts: ['subjectNo', 'updatedAt'],
  },
  form: ['principalId', 'brand', 'manager', 'members', 'products', 'publicText', 'photos'],
});
export type BreedingSubject = RowOf<typeof breedingSubject>;
export type BusinessEntity = RowOf<typeof businessEntity>;
export type IntegratedSubject = RowOf<typeof integratedSubject>;

/** 运输车辆: a vehicle as the carriers' register has it. */
export const traceVehicle = defineResource({
  module: 'traceability',
  name: 'traceVehicle',
  path: 'trace/vehicle',
  screen: '/traceability/subjectRegistration/businessEntity',
  permission: 'trace',
  actions: {
    list: 'subject:list',
    add: 'vehicle:edit',
    edit: 'vehicle:edit',
    remove: 'vehicle:edit',
    export: 'subject:list',
  },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    plateNo: field.text({ max: 12, pattern: /^\p{Script=Han}[A-Z][A-Z0-9·]{4,8}$/u }),
    carrierId: field.ref('registry.principal', { fixed: true, where: { status: 'active' } }),
    regionCode: field.region(derived),
    filingNo: field.text({ max: 40 }),
    validTo: field.date(),
    kind: field.text({ max: 40, optional: true }),
    capacity: field.int({ min: 1, max: 1000 }),
    photos: field.files({ optional: true, max: 6, accept: 'image/*' }),
    lastDisinfectedAt: field.dateTime({ optional: true }),
    status: field.state('trace_vehicle_status', 'active', 'expired', 'stopped'),
    ...stamps,
  },
  title: 'plateNo',
  list: {
    columns: ['plateNo', 'carrierId', 'kind', 'capacity', 'filingNo', 'validTo', 'lastDisinfectedAt', 'status'],
    filters: ['plateNo', 'carrierId', 'regionCode', 'validTo', 'status'],
    search: ['plateNo', 'filingNo'],
    sorts: ['plateNo', 'validTo'],
  },
  form: ['carrierId', 'plateNo', 'filingNo', 'validTo', 'kind', 'capacity', 'lastDisinfectedAt', 'photos'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['active', 'expired'],
  transitions: {
    stop: { from: ['active', 'expired'], to: 'stopped', permission: 'vehicle:edit', remark: true, danger: true },
    resume: { from: ['stopped'], to: 'active', permission: 'vehicle:edit' },
  },
});
export type TraceVehicle = RowOf<typeof traceVehicle>;

const counted = z.object({ key: z.string(), n: z.number().int() });

/** 主体详情: what is filed, its licences day by day, and what it does. */
export const subjectFile = endpoint({
  method: 'GET',
  path: 'trace/subject/file',
  access: needs('trace:subject:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({
    id: idSchema,
    kind: z.enum(['breeding', 'business', 'integrated']),
    subjectNo: z.string(),
    principalId: idSchema,
    name: z.string(),
    region: z.string(),
    status: z.string(),
    risk: z.string().nullable(),
    licences: z.array(
      z.object({ docKind: z.string(), title: z.string().nullable(), validTo: z.string().nullable(), ok: z.boolean() }),
    ),
    stock: z.array(counted),
    vehicles: z.array(z.object({ id: idSchema, plateNo: z.string(), validTo: z.string(), status: z.string() })),
    members: z.array(
      z.object({ principalId: idSchema, name: z.string(), role: z.string(), status: z.string().nullable() }),
    ),
    figures: z.array(counted),
  }),
});

/** Farms above scale that nobody filed yet are filed as drafts. */
export const fileFarms = endpoint({
  method: 'POST',
  path: 'trace/subject/breeding/fileFarms',
  access: needs('trace:subject:review'),
  body: z.strictObject({}),
  data: z.object({ filed: z.number().int() }),
  action: 'add',
});
