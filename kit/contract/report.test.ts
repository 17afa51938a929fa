import { describe, expect, it } from 'vitest';
import { column, defineReport, type ReportAnswer } from './report.ts';
import { drillQuery, figureText, leavesOf } from './report-figures.ts';

const shape = {
  module: 'demo',
  name: 'sales',
  path: 'demo/sales',
  screen: '/demo/sales',
  permission: 'demo:sales:view',
  columns: { paid: column.money(), cells: column.spread([{}, {}], { of: 'split' }) },
  table: ['paid', 'cells'],
} as const;
const answer: ReportAnswer = {
  regionCode: 150500000000,
  path: [],
  by: 'region',
  filter: { year: 2026, kind: null },
  choices: {},
  names: { 'cells 0': { b: 'B', a: 'A' }, 'cells 1': { x: 'X', y: 'Y' } },
  facts: { until: '2026-12-31' },
  total: {},
  rows: [],
  parts: {},
};

describe('a report', () => {
  it('is refused when it names a column or a drill it does not have', () => {
    expect(() => defineReport({ ...shape, tiles: ['unpaid' as 'paid'] })).toThrow('no column unpaid');
    expect(() => defineReport({ ...shape, columns: { ...shape.columns, n: column.count({ drill: 'rows' }) } })).toThrow(
      'no drill rows',
    );
  });

  it('draws a spread as its keys in the order of their names, with the sum of each group first', () => {
    const row = { cells: { 'a x': [1, 0], 'a y': [2, 5], 'b x': [4, 0] } } as const;
    const leaves = leavesOf(defineReport(shape), ['cells'], answer, [row], (key) => key);
    expect(leaves.map((leaf) => [leaf.group, leaf.title, leaf.value(row), leaf.beside(row)])).toEqual([
      ['B', 'X', 4, 0],
      ['A', 'kit.report.all', 3, 5],
      ['A', 'X', 1, 0],
      ['A', 'Y', 2, 5],
    ]);
  });

  it('asks the list behind a number for its row, its filters and nothing that was not chosen', () => {
    const drill = {
      page: '/x',
      query: { regionCode: '$region', year: '$year', kind: '$kind', to: '$until', key: '$0', is: 'on' },
    };
    expect(drillQuery(drill, answer, { regionCode: 1 }, ['k'])).toEqual({
      regionCode: '1',
      year: '2026',
      to: '2026-12-31',
      key: 'k',
      is: 'on',
    });
    expect(drillQuery(drill, answer, {})).toMatchObject({ regionCode: '150500000000' });
    // A row that is no region has no list of its own.
    expect(drillQuery(drill, answer, { regionCode: null })).toBeNull();
    expect(drillQuery({ ...drill, unless: ['year'] }, answer, {})).toBeNull();
  });

  it('writes cents as yuan and a dash for what nobody knows', () => {
    expect(figureText(column.money(), 123450)).toBe('1,234.50');
    expect(figureText(column.rate('a', 'b'), 12.5)).toBe('12.5%');
    expect(figureText(column.count(), null)).toBe('-');
  });
});
