import { z } from 'zod';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { endpointsIn, type Module } from '#kit/contract/module.ts';
import type { Access } from '#kit/contract/permission.ts';
import { fullName, rowSchema } from '#kit/contract/resource.ts';

/** Any JSON schema, or part of the document. */
export type Json = Record<string, unknown>;

export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly tags: readonly Json[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: { readonly schemas: Record<string, Json>; readonly securitySchemes: Json };
}

const envelope: Json = {
  type: 'object',
  description: 'Every answer. Success is `code` 200; clients decide by `code` alone.',
  required: ['code', 'msg', 'data', 'traceId'],
  properties: {
    code: { type: 'integer' },
    msg: { type: 'string' },
    data: {},
    total: { type: 'integer', description: 'Rows that match a list; 10001 stands for more than 10000.' },
    next: { type: 'string', description: 'Key of the following page of a list, for `after`.' },
    bizCode: { type: 'string', description: 'Which rule refused, when `code` is 500.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'msg'],
        properties: { field: { type: 'string' }, msg: { type: 'string' } },
      },
    },
    traceId: { type: 'string' },
  },
};

/** The API as OpenAPI 3.1, made from the same declarations that the server parses requests with: it cannot fall behind. */
export function describeApi(modules: readonly Module[], version: string): OpenApi {
  const schemas = new Schemas();
  for (const resource of modules.flatMap((one) => one.resources)) schemas.name(fullName(resource), rowSchema(resource));
  const paths: Record<string, Record<string, Json>> = {};
  for (const one of modules) {
    for (const endpoint of endpointsIn(one)) {
      const path = `/api/${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(one, endpoint, schemas) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Mulian', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: modules.map((one) => ({ name: one.name })),
    paths,
    components: {
      schemas: { Envelope: envelope, ...schemas.all },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The token of a login, alone.' },
      },
    },
  };
}

function operationOf(module: Module, endpoint: AnyEndpoint, schemas: Schemas): Json {
  const { access } = endpoint;
  const body = endpoint.body && bodyOf(endpoint, schemas.of(endpoint.body));
  const parameters = [
    ...parametersOf('path', endpoint.params && schemas.of(endpoint.params)),
    ...parametersOf('query', endpoint.query && schemas.of(endpoint.query)),
    ...(endpoint.action ? [idempotencyKey] : []),
  ];
  return {
    operationId: `${endpoint.method.toLowerCase()}_${endpoint.path.replace(/[:/-]+/g, '_')}`,
    tags: [module.name],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      '200': { description: 'Done, or refused by a rule of the business', content: answersOf(endpoint, schemas) },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
      },
    },
    security: access === 'public' ? [] : [{ token: [] }],
    'x-access': nameOf(access),
    ...(typeof access === 'object' && { 'x-permission': access.any }),
    ...(endpoint.action && { 'x-action': endpoint.action }),
  };
}

const nameOf = (access: Access): string => (typeof access === 'string' ? access : 'permission');

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key with the same body takes effect once and answers the same; a secret or a file is answered once, then refused.',
  schema: { type: 'string', maxLength: 64 },
};

function parametersOf(place: 'path' | 'query', schema: Json | undefined): Json[] {
  const required = (schema?.required ?? []) as string[];
  return Object.entries((schema?.properties ?? {}) as Record<string, Json>).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }));
}

function bodyOf(endpoint: AnyEndpoint, schema: Json): Json {
  if (!endpoint.upload) return { required: true, content: { 'application/json': { schema } } };
  const file = { type: 'string', format: 'binary', description: `At most ${endpoint.upload} bytes` };
  const form = {
    ...schema,
    properties: { ...(schema.properties as Json), file },
    required: [...((schema.required as string[]) ?? []), 'file'],
  };
  return { required: true, content: { 'multipart/form-data': { schema: form } } };
}

function answersOf(endpoint: AnyEndpoint, schemas: Schemas): Json {
  const data = schemas.of(endpoint.data);
  const json = { schema: { allOf: [{ $ref: '#/components/schemas/Envelope' }, { properties: { data } }] } };
  return {
    'application/json': json,
    ...(endpoint.download && { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }),
  };
}

/** JSON schemas of zod schemas as they are on the wire; rows of resources and whatever refers to itself stand once, by name. */
class Schemas {
  readonly all: Record<string, Json> = {};
  readonly #names = new Map<string, string>();
  #serial = 0;

  name(name: string, schema: z.ZodType): void {
    const made = this.#make(schema);
    this.all[name] = made;
    this.#names.set(JSON.stringify(made), name);
  }

  of(schema: z.ZodType): Json {
    return this.#replaceRows(this.#make(schema)) as Json;
  }

  #make(schema: z.ZodType): Json {
    // A default or a transformation is the server's business: what goes over the wire is the input.
    const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
    const { $schema: _, $defs, ...rest } = made;
    if (!$defs) return rest;
    this.#serial += 1;
    const prefix = `part${this.#serial}`;
    for (const [key, one] of Object.entries($defs as Record<string, Json>))
      this.all[`${prefix}${key}`] = redirected(one, prefix) as Json;
    return redirected(rest, prefix) as Json;
  }

  #replaceRows(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#replaceRows(item));
    if (typeof value !== 'object' || value === null) return value;
    const name = 'properties' in value ? this.#names.get(JSON.stringify(value)) : undefined;
    if (name) return { $ref: `#/components/schemas/${name}` };
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#replaceRows(item)]));
  }
}

/** `#/$defs/x` is the root of a schema, not of the document it is put into. */
function redirected(value: unknown, prefix: string): unknown {
  if (Array.isArray(value)) return value.map((item) => redirected(item, prefix));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string'
        ? item.replace('#/$defs/', `#/components/schemas/${prefix}`)
        : redirected(item, prefix),
    ]),
  );
}

let served: { modules: readonly Module[]; version: string; text: string | null } | null = null;

/** What the product consists of is known where it is put together. */
export function provideApi(modules: readonly Module[], version: string): void {
  served = { modules, version, text: null };
}

/** Every module of the product, for what speaks of all calls. */
export const declaredModules = (): readonly Module[] => served?.modules ?? [];

/** As text, made at the first question and kept. */
export function apiDocument(): string {
  if (!served) throw new Error('no API provided');
  served.text ??= JSON.stringify(describeApi(served.modules, served.version));
  return served.text;
}
