/** Any JSON schema, or part of the document. */
export type Json = { readonly [key: string]: unknown };

/** A line of a schema as people read it. */
export interface SchemaRow {
  readonly key: string;
  /** How deep it lies below the top. */
  readonly depth: number;
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly notes: string;
}

const deepest = 6;

/** Every property of a schema, each below the one it belongs to; what refers to itself is named and not followed. */
export function schemaRows(schema: Json | undefined, schemas: Readonly<Record<string, Json>>): SchemaRow[] {
  const rows: SchemaRow[] = [];
  walk(schema ?? {}, '', 0, []);
  return rows;

  function walk(one: Json, prefix: string, depth: number, within: readonly string[]): void {
    const { shape, refs } = settle(one, schemas);
    const inner = shape.type === 'array' ? settle((shape.items as Json) ?? {}, schemas) : { shape, refs: [] };
    const all = [...within, ...refs, ...inner.refs];
    if (depth >= deepest || all.length !== new Set(all).size) return;
    const required = (inner.shape.required as string[] | undefined) ?? [];
    for (const [name, child] of Object.entries((inner.shape.properties as Record<string, Json> | undefined) ?? {})) {
      const key = `${prefix}/${name}`;
      const type = typeOf(child, schemas);
      rows.push({ key, depth, name, type, isRequired: required.includes(name), notes: notesOf(child, schemas) });
      walk(child, key, depth + 1, all);
    }
  }
}

/** Follows references and leaves out "or null", which is told by the type alone. */
function settle(schema: Json, schemas: Readonly<Record<string, Json>>): { shape: Json; refs: string[] } {
  const refs: string[] = [];
  let shape = schema;
  for (let steps = 0; steps < 10; steps += 1) {
    const ref = shape.$ref as string | undefined;
    const choices = ((shape.anyOf ?? shape.oneOf) as Json[] | undefined)?.filter((one) => one.type !== 'null');
    if (ref) {
      const name = ref.split('/').at(-1) ?? '';
      refs.push(name);
      shape = schemas[name] ?? {};
    } else if (choices?.length === 1 && choices[0]) shape = choices[0];
    else break;
  }
  return { shape, refs };
}

export function typeOf(schema: Json, schemas: Readonly<Record<string, Json>>): string {
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return [...new Set(choices.map((one) => typeOf(one, schemas)))].join(' | ');
  const { shape, refs } = settle(schema, schemas);
  if (shape.type === 'array') return `${typeOf((shape.items as Json) ?? {}, schemas)}[]`;
  if (refs.length > 0) return refs[0] ?? 'object';
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return 'enum';
  return [shape.type ?? 'any'].flat().join(' | ');
}

const limits = { minLength: '≥', maxLength: '≤', minimum: '≥', maximum: '≤', minItems: '≥', maxItems: '≤' } as const;
/** Zod writes the ends of a safe integer, which say nothing. */
const isSaying = (value: unknown) => typeof value !== 'number' || Math.abs(value) < Number.MAX_SAFE_INTEGER;

export function notesOf(schema: Json, schemas: Readonly<Record<string, Json>>): string {
  const { shape } = settle(schema, schemas);
  const bounds = Object.entries(limits).flatMap(([name, sign]) =>
    shape[name] !== undefined && isSaying(shape[name]) ? [`${sign} ${String(shape[name])}`] : [],
  );
  return [
    (shape.enum as unknown[] | undefined)?.join(' · '),
    // A format's pattern says the same at length.
    shape.format ?? shape.pattern,
    bounds.join(', '),
    shape.default === undefined ? undefined : `= ${JSON.stringify(shape.default)}`,
    schema.description ?? shape.description,
  ]
    .filter(Boolean)
    .join('; ');
}
