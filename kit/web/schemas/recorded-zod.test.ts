import { expect, it } from 'vitest';
import { z as real } from 'zod';
import { z as recorded } from './recorded-zod.ts';
import './real-zod.ts';

const z = recorded as typeof real;

/** The same schema, by zod itself and by the recorder. */
function both<T>(make: (from: typeof real) => T): readonly [T, T] {
  return [make(real), make(z)];
}

it.each([
  ['right', { name: ' Hugjil ', born: '2026-02-01', kind: 'box', tags: [7], more: null }],
  ['wrong', { name: '', born: '2026-02-30', kind: 'jar', tags: ['x'], extra: 1 }],
])('says of a %s value what zod says', (_how, value) => {
  const [own, later] = both((from) => {
    const base = from.strictObject({
      name: from.string().trim().min(1, 'error.field.required'),
      born: from.iso.date(),
    });
    return base.extend({
      kind: from.enum(['box', 'bag']),
      tags: from.array(from.coerce.number().int()),
      more: from.union([from.null(), from.object({ a: from.boolean() })]).transform((one) => one ?? {}),
    });
  });
  expect(JSON.stringify(later.safeParse(value))).toBe(JSON.stringify(own.safeParse(value)));
});

it('knows the fields of an object without zod', () => {
  const base = z.object({ a: z.string(), b: z.string(), c: z.string() });
  expect(Object.keys(base.omit({ a: true }).extend({ d: z.number() }).shape)).toEqual(['b', 'c', 'd']);
  expect(Object.keys(base.pick({ a: true }).shape)).toEqual(['a']);
  expect(base.shape.a.safeParse(1).success).toBe(false);
});
