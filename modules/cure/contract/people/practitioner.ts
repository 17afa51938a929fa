import { field } from '#kit/contract/field.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource } from '#kit/contract/resource.ts';

/** 执业备案: who may treat and prescribe, under which unit. */
export const practitioner = defineResource({
  module: 'cure',
  name: 'practitioner',
  path: 'cure/practitioner',
  screen: '/cure/sys/practitioner',
  permission: 'cure:practitioner',
  actions: { add: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    unitId: field.ref('registry.principal', { fixed: true }),
    staffId: field.ref('registry.staff', { fixed: true, where: { principalId: { from: 'unitId' }, status: 'active' } }),
    staffName: field.text({ max: 60, derived: true }),
    regionCode: field.region({ derived: true }),
    vetLevel: field.dict('vet_level'),
    species: field.dicts('species'),
    signature: field.files({ optional: true, max: 1, accept: 'image/*' }),
    prescriber: field.bool({ derived: true }),
    /** Papers without which the person does not prescribe. */
    missing: field.dicts('prescriber_missing', { derived: true, optional: true }),
    sheets: field.int({ derived: true }),
    status: field.state('practitioner_status', 'active', 'suspended', 'ended'),
    ...stamps,
  },
  title: 'staffName',
  list: {
    columns: ['staffName', 'vetLevel', 'prescriber', 'missing', 'unitId', 'sheets', 'species', 'regionCode', 'status'],
    filters: ['vetLevel', 'unitId', 'regionCode', 'prescriber', 'status'],
    sorts: ['updatedAt'],
  },
  form: ['unitId', 'staffId', 'vetLevel', 'species', 'signature'],
  operations: ['list', 'detail', 'add', 'edit', 'export'],
  editableIn: ['active', 'suspended'],
  transitions: {
    suspend: { from: ['active'], to: 'suspended', permission: 'edit', remark: true, danger: true },
    resume: { from: ['suspended'], to: 'active', permission: 'edit' },
    end: { from: ['active', 'suspended'], to: 'ended', permission: 'edit', remark: true, danger: true },
  },
});
