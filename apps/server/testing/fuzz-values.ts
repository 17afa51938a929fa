import fc from 'fast-check';
import { z } from 'zod';

type Json = Record<string, unknown>;
/** Values worth trying under a name, fresh at each call where they must be unique. */
export type Hints = Readonly<Record<string, () => unknown>>;

const deep = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;

/** Texts that have broken programs before, and can all be stored. */
const texts = [
  "' or 1=1 --",
  "'; drop table t; --",
  '1) union all (select null',
  '$1',
  '%',
  '_%\\',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}',
  '../../../../etc/passwd',
  'C:\\boot.ini',
  '=cmd|calc',
  '\u202egpj.exe',
  '\u200b\u200f',
  '科尔沁左翼中旗',
  'ᠮᠣᠩᠭᠣᠯ',
  '👩🏽‍🌾🐄',
  'İıſK',
  'undefined',
  '[object Object]',
];

/** Values of the wrong kind, size or spelling. */
const broken: readonly unknown[] = [
  ...texts,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00\ud800',
  'x'.repeat(10_240),
  '畜'.repeat(5_000),
  '2026-02-30',
  '2026-02-30T25:61:61+99:00',
  '0000-00-00',
  '+275760-09-13',
  'NaN',
  'Infinity',
  '1e308',
  '9223372036854775808',
  '-1',
  '0x10',
  '1,2,,x',
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  1e308,
  -1e308,
  5e-324,
  2 ** 63,
  2 ** 31,
  -(2 ** 31) - 1,
  0.1,
  -0,
  0,
  -1,
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  [1, 'a', {}],
  JSON.parse('{"__proto__":{"polluted":1}}'),
  { constructor: { prototype: { polluted: 1 } } },
  { toString: 1, valueOf: null },
  { $ne: null },
  Array.from({ length: 600 }, (_, index) => index + 1),
  deep(200),
];

const strangeKeys = ['__proto__', 'constructor', 'toString', 'tenantNo', 'tenant_no', 'createdBy', 'noSuch', '', '\0'];

/** So deep that whoever walks down it by recursion falls; as text, since to make it would be to fall. */
export const abyss = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

/** Whole bodies that are no object, or no JSON. */
export const wrongRoots: readonly string[] = [
  '',
  'null',
  '[]',
  '"text"',
  '17',
  'true',
  '{',
  '{"a":1,}',
  '\ufeff{}',
  '{"a":1e999}',
  '{"__proto__":{"polluted":1}}',
  '{"a":"\\ud800"}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `{"form":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
  `{"a":"${'x'.repeat(1024 * 1024)}"}`,
];

const text = (min: number, max: number) =>
  fc
    .oneof(
      { weight: 3, arbitrary: fc.string({ minLength: min, maxLength: Math.max(min, Math.min(max, 40)) }) },
      {
        weight: 2,
        arbitrary: fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.max(min, Math.min(max, 20)) }),
      },
      { weight: 2, arbitrary: fc.constantFrom(...texts) },
    )
    .map((value) => value.slice(0, max));

const date = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((value) => value.toISOString().slice(0, 10));

function stringOf(schema: Json): fc.Arbitrary<unknown> {
  if (schema.format === 'date') return date;
  if (schema.format === 'date-time') return date.map((day) => `${day}T08:30:00+08:00`);
  if (typeof schema.pattern === 'string') return fc.stringMatching(new RegExp(schema.pattern));
  return text(Number(schema.minLength ?? 0), Number(schema.maxLength ?? 100));
}

function numberOf(schema: Json): fc.Arbitrary<unknown> {
  const min = Number(schema.minimum ?? schema.exclusiveMinimum ?? -1_000_000);
  const max = Number(schema.maximum ?? schema.exclusiveMaximum ?? 1_000_000);
  if (schema.type === 'number') return fc.double({ min, max, noNaN: true });
  const low = schema.exclusiveMinimum === undefined ? min : min + 1;
  // Mostly small: those are the ids and versions that exist.
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: low, max: Math.min(max, low + 400) }) },
    { weight: 1, arbitrary: fc.maxSafeInteger().map((value) => Math.min(Math.max(value, low), max)) },
  );
}

function objectOf(schema: Json, root: Json, hints: Hints): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const required = (schema.required ?? []) as string[];
  if (properties.length === 0 && typeof schema.additionalProperties === 'object' && schema.additionalProperties)
    return fc.dictionary(text(1, 20), anyOf(schema.additionalProperties as Json, root, hints), { maxKeys: 4 });
  const shape = Object.fromEntries(
    properties.map(([name, one]) => {
      const own = anyOf(one, root, hints);
      const hint = hints[name];
      return [
        name,
        hint ? fc.oneof({ weight: 4, arbitrary: fc.constant(null).map(hint) }, { weight: 1, arbitrary: own }) : own,
      ];
    }),
  );
  return fc.record(shape, { requiredKeys: required, noNullPrototype: true } as never);
}

function anyOf(schema: Json, root: Json, hints: Hints): fc.Arbitrary<unknown> {
  const alternatives = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (alternatives) return fc.oneof(...alternatives.map((one) => anyOf(one, root, hints)));
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return stringOf(schema);
    case 'number':
    case 'integer':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      if (Array.isArray(schema.prefixItems))
        return fc.tuple(...(schema.prefixItems as Json[]).map((one) => anyOf(one, root, hints)));
      return fc.array(anyOf((schema.items ?? {}) as Json, root, hints), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.min(Number(schema.maxItems ?? 5), 5),
      });
    case 'object':
      return objectOf(schema, root, hints);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

export function inputsFrom(schema: z.ZodType | undefined, hints: Hints): fc.Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined);
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return anyOf(json, json, hints);
}

export type Change = (value: unknown) => unknown;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes a value somewhere inside: the pick decides where. */
function inside(value: unknown, pick: number, change: (of: Record<string, unknown>, key: string) => void): unknown {
  if (!isObject(value)) return value;
  const copy = { ...value };
  const keys = Object.keys(copy);
  const key = keys[pick % Math.max(1, keys.length)];
  if (key === undefined) return copy;
  const within = copy[key];
  if (isObject(within) && pick % 3 === 0) copy[key] = inside(within, Math.floor(pick / 3), change);
  else change(copy, key);
  return copy;
}

const define = (of: object, key: string, value: unknown) =>
  Object.defineProperty(of, key, { value, enumerable: true, configurable: true, writable: true });

/** One thing wrong: a key gone, a key too many, or a value of the corpus where another stood. */
export const changes: fc.Arbitrary<Change> = fc
  .tuple(fc.integer({ min: 0, max: 5 }), fc.nat(1000), fc.constantFrom(...broken), fc.constantFrom(...strangeKeys))
  .map(([kind, pick, bad, key]) => {
    if (kind === 0)
      return (value) =>
        inside(value, pick, (of, name) => {
          delete of[name];
        });
    if (kind === 1) return (value) => (isObject(value) ? define({ ...value }, key, bad) : value);
    if (kind === 2)
      return (value) =>
        inside(value, pick, (of, name) => {
          of[name] = [of[name], of[name]];
        });
    return (value) =>
      inside(value, pick, (of, name) => {
        of[name] = bad;
      });
  });
