import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { defineResource, endpointsOf } from '#kit/contract/resource.ts';
import { stagesOf } from './census.ts';

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
const head = () => field.int({ min: 0, max: 1_000_000, optional: true });

/** The columns of heads, in the order of the form's grid: `cattleCalfTagged`, `cattleCalfUntagged`, … */
export const headColumns = Object.entries(stagesOf).flatMap(([species, stages]) =>
  stages.flatMap((stage) =>
    (['tagged', 'untagged'] as const).map((kind) => ({
      species,
      stage,
      kind,
      name: `${species}${capital(stage)}${capital(kind)}`,
    })),
  ),
);

/** What villages send in: a row is one household's count. It is the sheet's own noun with the columns of a workbook; each row is written as the form writes it. */
export const sheetImport = defineResource({
  module: 'prevention',
  name: 'censusSheet',
  path: 'ant/censusSheet',
  screen: '/ant/censusManage/herds',
  permission: 'ant:census',
  actions: { import: 'count' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    village: field.text({ max: 200, optional: true }),
    holderName: field.text({ max: 80, optional: true }),
    holderCode: field.text({ max: 20, optional: true }),
    roundName: field.text({ max: 60, optional: true }),
    countedOn: field.date(),
    counter: field.text({ max: 60, optional: true }),
    ...Object.fromEntries(headColumns.map(({ name }) => [name, head()])),
    missingTags: field.longText({ max: 8000, optional: true }),
    foreignTags: field.longText({ max: 2000, optional: true }),
  },
  title: 'holderName',
  list: { columns: [], filters: [] },
  form: [
    'village',
    'holderName',
    'holderCode',
    'roundName',
    'countedOn',
    'counter',
    // Names that are computed are none the type knows.
    ...(headColumns.map(({ name }) => name) as never[]),
    'missingTags',
    'foreignTags',
  ],
  operations: ['import'],
});

const calls = endpointsOf(sheetImport);
export const importSheets = calls.import as AnyEndpoint;
export const sheetTemplate = calls.importTemplate as AnyEndpoint;
