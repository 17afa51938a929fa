import { field } from '#kit/contract/field.ts';
import { enableDisable, enabledStatus } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** What fits across a sheet of A4, in millimetres. */
export const sheetWidth = 200;

/** 标签模板: how the labels of a subject look on paper. */
export const traceLabelTemplate = defineResource({
  module: 'traceability',
  name: 'traceLabelTemplate',
  path: 'trace/labelTemplate',
  screen: '/traceability/traceabilityManagement/coding',
  permission: 'trace:code',
  actions: { add: 'print', edit: 'print', remove: 'print', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    name: field.text({ max: 40 }),
    principalId: field.ref('registry.principal', { fixed: true, where: { status: 'active' } }),
    regionCode: field.region({ derived: true }),
    kind: field.dict('trace_code_kind'),
    widthMm: field.int({ min: 20, max: sheetWidth }),
    heightMm: field.int({ min: 15, max: 280 }),
    perRow: field.int({ min: 1, max: 10 }),
    gapMm: field.int({ min: 0, max: 20 }),
    qrMm: field.int({ min: 12, max: 100 }),
    fontPt: field.int({ min: 6, max: 36 }),
    heading: field.text({ max: 40, optional: true }),
    note: field.text({ max: 80, optional: true }),
    showCode: field.bool(),
    showSubject: field.bool(),
    showDate: field.bool(),
    frame: field.bool(),
    status: enabledStatus,
  },
  title: 'name',
  list: {
    columns: ['name', 'status', 'principalId', 'kind', 'widthMm', 'heightMm', 'perRow', 'qrMm', 'fontPt', 'heading'],
    filters: ['name', 'principalId', 'regionCode', 'kind', 'status'],
    search: ['name', 'heading'],
    sorts: [],
  },
  form: [
    'name',
    'principalId',
    'kind',
    'widthMm',
    'heightMm',
    'perRow',
    'gapMm',
    'qrMm',
    'fontPt',
    'heading',
    'note',
    'showCode',
    'showSubject',
    'showDate',
    'frame',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: enableDisable({ permission: 'print', remark: false }),
});
export type TraceLabelTemplate = RowOf<typeof traceLabelTemplate>;
/** What of a template a label is drawn by. */
export type LabelShape = Pick<
  TraceLabelTemplate,
  | 'widthMm'
  | 'heightMm'
  | 'perRow'
  | 'gapMm'
  | 'qrMm'
  | 'fontPt'
  | 'heading'
  | 'note'
  | 'showCode'
  | 'showSubject'
  | 'showDate'
  | 'frame'
>;

/** Where no template was made: four to a row, the code and its signs. */
export const plainLabel: LabelShape = {
  widthMm: 46,
  heightMm: 44,
  perRow: 4,
  gapMm: 4,
  qrMm: 30,
  fontPt: 8,
  heading: null,
  note: null,
  showCode: true,
  showSubject: false,
  showDate: false,
  frame: false,
};
