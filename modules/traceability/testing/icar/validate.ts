import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** OpenAPI's `nullable` means nothing to JSON Schema beside `allOf`; left out, a null is refused, which is stricter. */
const plain = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value as Record<string, Json>);
  return Object.fromEntries(
    entries.filter(([key]) => key !== 'nullable' && key !== 'discriminator').map(([key, one]) => [key, plain(one)]),
  );
};

const base = 'https://icar.test/';
const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
const schemas: Record<string, Json> = JSON.parse(readFileSync(new URL('./schemas.json', import.meta.url), 'utf8'));
for (const [path, schema] of Object.entries(schemas)) ajv.addSchema(plain(schema) as object, `${base}${path}`);

/** What ICAR's schema of that name has to say against an answer: nothing, if it is right. */
export function icarFaults(path: string, answer: unknown): string[] {
  const validate = ajv.getSchema(`${base}${path}.json`) as ValidateFunction | undefined;
  if (!validate) return [`no schema ${path}`];
  return validate(answer) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
}
