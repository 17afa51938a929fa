import { describe, expect, it } from 'vitest';
import { nest, type TreeRow } from './tree.ts';

const row = (id: number, parentId: number | null) => ({ id, version: 1, _can: [], parentId });
const shape = (rows: readonly TreeRow[]): unknown =>
  rows.map(({ id, children }) => (children ? [id, shape(children)] : id));

describe('nest', () => {
  it('nests by parent in the order given, whichever comes first', () => {
    expect(shape(nest([row(3, 1), row(1, null), row(2, 1), row(4, 3)], 'parentId'))).toEqual([[1, [[3, [4]], 2]]]);
  });

  it('puts rows whose parent is filtered away at the top', () => {
    expect(shape(nest([row(2, 1), row(3, 2)], 'parentId'))).toEqual([[2, [3]]]);
  });

  it('loses no row of a circle', () => {
    const rows = nest([row(1, 2), row(2, 1)], 'parentId');
    expect(JSON.stringify(shape(rows))).toMatch(/1/);
    expect(JSON.stringify(shape(rows))).toMatch(/2/);
  });
});
