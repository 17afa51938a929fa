import { field } from '#kit/contract/field.ts';
import { type AnyResource, defineResource } from '#kit/contract/resource.ts';
import { type Lookups, setLookups } from '#kit/web/lookups/lookups.ts';

/** A resource with a bit of everything, for tests of the engine. */
export const sample = defineResource({
  module: 'test',
  name: 'sample',
  path: 'test/sample',
  screen: '/test/sample',
  permission: 'test:sample',
  scope: 'tenant',
  fields: {
    id: field.id(),
    title: field.text({ min: 2, max: 20 }),
    sampleCode: field.text({ max: 8, fixed: true }),
    kind: field.dict('sample_kind'),
    amount: field.int({ min: 1, max: 9, optional: true }),
    doneOn: field.date({ optional: true }),
    status: field.state('sample_status', 'open', 'done'),
    remark: field.longText({ max: 50, optional: true }),
  },
  title: 'title',
  list: {
    columns: ['title', 'sampleCode', 'kind', 'amount', 'status'],
    filters: ['sampleCode', 'status', 'doneOn', 'kind', 'amount'],
    search: ['title'],
    sorts: ['title'],
  },
  form: ['title', 'sampleCode', 'kind', 'amount', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
  transitions: { finish: { from: ['open'], to: 'done' }, undo: { from: ['done'], to: 'open', remark: true } },
}) as AnyResource;

export const sampleRow = (id: number, more: object = {}) => ({
  id,
  version: 1,
  _can: ['detail'],
  title: `Sample ${id}`,
  sampleCode: `S${id}`,
  kind: 'a',
  amount: null,
  doneOn: null,
  status: 'open',
  remark: null,
  ...more,
});

const none = async () => [];

export function sampleLookups(more: Partial<Lookups> = {}): void {
  setLookups({
    dict: async (code) => [
      { dictValue: 'a', dictLabel: `${code} A`, color: null, isDefault: true },
      { dictValue: 'b', dictLabel: `${code} B`, color: '#1F6FEB', isDefault: false },
    ],
    regionChildren: none,
    regionSearch: none,
    regionPath: none,
    refOptions: none,
    boundaries: async () => ({ type: 'FeatureCollection', features: [] }),
    mapSettings: async () => ({ key: null, centre: { latitude: 43.65, longitude: 122.24 } }),
    reveal: async () => '13800001234',
    dictResources: [],
    ...more,
  });
}
