import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** Places of the administrative tree. The code is the key: it cannot change, a place that is recoded is abolished with a successor. */
export const sysRegion = defineResource({
  module: 'platform',
  name: 'sysRegion',
  path: 'sys/region',
  screen: '/system/regionInfo',
  permission: 'sys:region',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'global',
  fields: {
    id: field.id(),
    code: field.int({ min: 110_000_000_000, max: 999_999_999_999, fixed: true }),
    /** The code as text, for the search. */
    codeText: field.text({ max: 12, derived: true, optional: true }),
    name: field.text({ max: 60 }),
    nameTw: field.text({ max: 60, optional: true }),
    nameEn: field.text({ max: 100, optional: true }),
    kind: field.dict('region_kind'),
    level: field.dict('region_level', { derived: true }),
    parentCode: field.region({ derived: true, optional: true }),
    place: field.point({ optional: true }),
    initials: field.text({ max: 60, derived: true, optional: true }),
    hasBoundary: field.bool({ derived: true }),
    childCount: field.int({ derived: true }),
    households: field.int({ derived: true, optional: true }),
    successorCode: field.region({ derived: true, optional: true }),
    effectiveOn: field.date({ derived: true, optional: true }),
    status: field.state('sys_region_status', 'active', 'abolished'),
  },
  title: 'name',
  list: {
    columns: ['name', 'codeText', 'kind', 'level', 'parentCode', 'place', 'childCount', 'households', 'status'],
    filters: ['parentCode', 'level', 'kind', 'status'],
    search: ['name', 'initials', 'codeText'],
    sorts: ['code', 'name'],
    sort: 'code',
  },
  form: ['code', 'name', 'nameTw', 'nameEn', 'kind', 'place'],
  detail: [
    'code',
    'name',
    'nameTw',
    'nameEn',
    'kind',
    'level',
    'parentCode',
    'place',
    'initials',
    'childCount',
    'households',
    'successorCode',
    'effectiveOn',
    'status',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['active'],
  transitions: {
    abolish: {
      from: ['active'],
      to: 'abolished',
      permission: 'edit',
      form: { successorCode: field.region(), effectiveOn: field.date() },
      remark: true,
      danger: true,
    },
  },
});
export type SysRegion = RowOf<typeof sysRegion>;

const place = z.object({ code: z.number(), name: z.string(), parentName: z.string().nullable() });

/**
 * The yearly code list against what is kept. `check` writes nothing; `commit` leaves the work to the job it names.
 * Gone is what the list leaves out below a place it holds; what business rows still stand on is not taken away, only named.
 */
export const regionDiff = endpoint({
  method: 'POST',
  path: 'sys/region/diff',
  access: needs('sys:region:import'),
  upload: 20 * 1024 * 1024,
  body: z.strictObject({ mode: z.enum(['check', 'commit']).default('check') }),
  data: z.object({
    added: z.array(place),
    renamed: z.array(place.extend({ oldName: z.string() })),
    gone: z.array(place.extend({ used: z.boolean() })),
    /** Rows that are no place: a code that is none, or whose parent is neither kept nor in the list. */
    wrong: z.array(z.object({ row: z.number(), text: z.string() })),
    same: z.number(),
    jobId: z.number().nullable(),
  }),
  action: 'import',
});
