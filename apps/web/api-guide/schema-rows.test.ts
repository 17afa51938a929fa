import { expect, it } from 'vitest';
import { type Json, schemaRows } from './schema-rows.ts';

const schemas: Record<string, Json> = {
  node: {
    type: 'object',
    properties: {
      id: { type: 'integer', maximum: Number.MAX_SAFE_INTEGER },
      children: { type: 'array', items: { $ref: '#/x/node' } },
    },
    required: ['id'],
  },
};

it('lays a schema out line by line, follows names, and stops where one refers to itself', () => {
  const schema: Json = {
    type: 'object',
    required: ['top'],
    properties: {
      top: { $ref: '#/x/node' },
      state: { anyOf: [{ enum: ['on', 'off'] }, { type: 'null' }] },
      name: { type: 'string', minLength: 2, maxLength: 60 },
    },
  };
  expect(schemaRows(schema, schemas).map((row) => [row.depth, row.name, row.type, row.isRequired, row.notes])).toEqual([
    [0, 'top', 'node', true, ''],
    [1, 'id', 'integer', true, ''],
    [1, 'children', 'node[]', false, ''],
    [0, 'state', 'enum | null', false, 'on · off'],
    [0, 'name', 'string', false, '≥ 2, ≤ 60'],
  ]);
  expect(schemaRows({ type: 'array', items: { $ref: '#/x/node' } }, schemas)).toHaveLength(2);
  expect(schemaRows(undefined, schemas)).toEqual([]);
});
