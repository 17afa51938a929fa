import { createHash } from 'node:crypto';
import { parse as parseQuery } from 'node:querystring';
import fc from 'fast-check';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { clearNumberIn } from './clear-numbers.ts';
import { abyss, changes, type Hints, inputsFrom, wrongRoots } from './fuzz-values.ts';
import { exe, pdf, svg } from './sample-files.ts';

/** What a route is asked: its parts as they go over the wire. */
export interface Shot {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** Sent as it is instead of the parts above. */
  readonly raw?: { readonly query?: string; readonly body?: string };
}

export interface Target {
  readonly endpoint: AnyEndpoint;
  readonly hints?: Hints;
  /** The token of this call; a route that ends sessions needs one for each. */
  token(): Promise<string | null>;
}

export interface Finding {
  readonly route: string;
  readonly fault: string;
  readonly shot: string;
  readonly answer: string;
}

export interface Tally {
  calls: number;
  /** Calls whose input the schemas take. */
  right: number;
  /** Answers by code; files count as 200. */
  codes: Record<number, number>;
  findings: Finding[];
  /** Answers that were no file and no repetition of an earlier one, by the number the log knows them by. */
  traces: { traceId: string; code: number; isBatch: boolean }[];
}

export const nameOf = (endpoint: AnyEndpoint): string => `${endpoint.method} ${endpoint.path}`;

/** `valid` inputs that the schemas take, then `broken` ones with one to three things wrong. */
export function shotsAt({ endpoint, hints = {} }: Target, seed: number, valid: number, broken: number): Shot[] {
  const parts = fc.record({
    params: inputsFrom(endpoint.params, hints),
    query: inputsFrom(endpoint.query, hints),
    body: inputsFrom(endpoint.body, hints),
  });
  const right: Shot[] = [];
  // Most routes have enough after the first, small sample; where few inputs are right, 4,000 are tried.
  let size = valid * 2;
  for (let tried = 0; right.length < valid && tried < 4_000; tried += size) {
    if (tried > 0) size = Math.min(size * 2, 400);
    const some = fc.sample(parts, { seed: seed + tried, numRuns: size }) as Shot[];
    right.push(...some.filter((shot) => isRight(endpoint, shot)).slice(0, valid - right.length));
  }
  const places = (['params', 'query', 'body'] as const).filter((place) => endpoint[place]);
  const wrong = fc
    .tuple(parts, fc.array(changes, { minLength: 1, maxLength: 3 }), fc.nat(1000), fc.nat(1000))
    .map(([shot, several, pick, dice]): Shot => {
      if (dice % 8 === 0) return rawShot(endpoint, shot as Shot, pick);
      const place = places[pick % Math.max(1, places.length)];
      if (!place) return rawShot(endpoint, shot as Shot, pick);
      return { ...(shot as Shot), [place]: several.reduce((value, change) => change(value), (shot as Shot)[place]) };
    });
  return [...right, ...fc.sample(wrong, { seed, numRuns: broken })];
}

const rawQueries = [
  'a[]=1&a[]=2',
  'pageNum=1&pageNum=2',
  '__proto__=1',
  '%00=%00',
  '=&&==',
  'sort=id%00:asc',
  '%ff=%fe',
];

function rawShot(endpoint: AnyEndpoint, shot: Shot, pick: number): Shot {
  if (endpoint.method === 'GET') return { ...shot, raw: { query: rawQueries[pick % rawQueries.length] ?? '' } };
  const body = pick % 3 === 0 ? bottomless(shot.body, pick) : wrongRoots[pick % wrongRoots.length];
  return { ...shot, raw: { body: body ?? '' } };
}

/** The body with an abyss below one of its keys. */
function bottomless(body: unknown, pick: number): string {
  const keys = Object.keys((body ?? {}) as object);
  const key = keys[pick % Math.max(1, keys.length)] ?? 'form';
  const marked = JSON.stringify({ ...(body as object), [key]: key === 'form' ? { a: '@abyss' } : '@abyss' });
  return marked.replace('"@abyss"', abyss);
}

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function queryOf(shot: Shot): string {
  if (shot.raw?.query !== undefined) return shot.raw.query;
  const pairs = Object.entries((shot.query ?? {}) as object).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => `${encode(name)}=${encode(plain(one ?? ''))}`),
  );
  return pairs.join('&');
}

/** `encodeURIComponent` refuses lone surrogates, which a client may well send. */
const encode = (value: string) => encodeURIComponent(value.toWellFormed());

function urlOf(endpoint: AnyEndpoint, shot: Shot): string {
  const params = (shot.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encode(plain(params[name] ?? 'none').slice(0, 2_000));
    // A client resolves dots before it sends them: that would be another address.
    return /^\.*$/.test(value) ? '%2e%2e%2f' : value;
  });
  const query = queryOf(shot);
  return `/api/${path}${query ? `?${query}` : ''}`;
}

/** Would the schemas take it, as the server reads it from the wire? */
function isRight(endpoint: AnyEndpoint, shot: Shot): boolean {
  const takes = (schema: z.ZodType | undefined, value: unknown) => !schema || schema.safeParse(value).success;
  let body: unknown = shot.body ?? {};
  if (endpoint.method !== 'GET' && shot.raw?.body !== undefined) {
    try {
      // As the server does: no body is an empty one, and a byte order mark is no part of it.
      body = shot.raw.body === '' ? {} : (JSON.parse(shot.raw.body.replace('\ufeff', '')) ?? {});
    } catch {
      return false;
    }
  }
  const decoded = Object.fromEntries(
    Object.entries((shot.params ?? {}) as object).map(([name, value]) => [name, plain(value ?? 'none')]),
  );
  return (
    takes(endpoint.params, decoded) &&
    takes(endpoint.query, { ...parseQuery(queryOf(shot)) }) &&
    takes(endpoint.body, body)
  );
}

const envelopeSchema = z.strictObject({
  code: z.number().int(),
  msg: z.string(),
  data: z.unknown(),
  total: z.number().int().nonnegative().optional(),
  next: z.string().optional(),
  bizCode: z.string().optional(),
  errors: z.array(z.strictObject({ field: z.string(), msg: z.string() })).optional(),
  traceId: z.string().min(8),
});

/** What no answer may tell; none of it is in the corpus. */
const leaks: readonly [name: string, pattern: RegExp][] = [
  ['stack', /\bat (async )?[\w.<>]+ \(|\.(ts|js|mjs):\d+:\d+|node:internal|node_modules/],
  [
    'SQL',
    /\b(from|into|update|join) (platform|registry|kit|public|pgboss)\.\w+|syntax error at|violates |invalid input syntax|relation "|column "/i,
  ],
  ['path', /\/(home|root|work|usr|tmp|var)\/\w+\//],
];

export interface Rules {
  /** Answers clear personal numbers on purpose. */
  readonly tellsPersonal?: boolean;
  /** 401 is an answer, not a sign that the fuzzer lost its session. */
  readonly endsSession?: boolean;
}

/** Everything wrong with one answer. */
export function judge(
  endpoint: AnyEndpoint,
  shot: Shot,
  response: Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'payload'> & { told: string | null },
  rules: Rules = {},
): { code: number; faults: string[] } {
  const { statusCode, payload } = response;
  const faults: string[] = [];
  if (statusCode >= 500) faults.push(`HTTP ${statusCode}`);
  if (response.told && !rules.tellsPersonal) faults.push(`personal number in the answer: ${response.told}`);
  const isFile = response.headers['content-disposition'] !== undefined;
  if (isFile) {
    if (!endpoint.download) faults.push('a file from a call that declares none');
    return { code: statusCode, faults };
  }
  for (const [name, pattern] of leaks)
    if (pattern.test(payload)) faults.push(`${name} in the answer: ${pattern.exec(payload)?.[0]}`);
  let envelope: z.output<typeof envelopeSchema>;
  try {
    envelope = envelopeSchema.parse(JSON.parse(payload));
  } catch {
    return { code: statusCode, faults: [...faults, 'no envelope'] };
  }
  const { code } = envelope;
  if (code === 500 && !envelope.bizCode) faults.push('code 500 without bizCode');
  if (statusCode !== (code === 500 ? 200 : code)) faults.push(`HTTP ${statusCode} with code ${code}`);
  if (code === 200) {
    const data = endpoint.data.safeParse(envelope.data);
    if (!data.success) faults.push(`data is not as declared: ${z.prettifyError(data.error).slice(0, 300)}`);
  }
  // A limit that is declared is asked before the input is looked at.
  const refusals = [400, 404, 413, 415, 422, ...(endpoint.perMinute ? [429] : [])];
  if (!isRight(endpoint, shot) && !refusals.includes(code) && !endpoint.upload)
    faults.push(`input that the schemas refuse was answered with ${code}`);
  if (code === 401 && !rules.endsSession) faults.push('the session was lost');
  return { code, faults };
}

const files: readonly [ending: string, bytes: Buffer][] = [
  ['pdf', pdf()],
  ['svg', Buffer.from(svg())],
  ['xlsx', Buffer.from('PK\u0003\u0004')],
  ['jpg', exe()],
  ['png', Buffer.alloc(0)],
  ['txt', Buffer.alloc(2_000)],
];

/** Form data of a call that takes a file: its fields as texts, and one of a few files, good and bad. */
async function formOf(shot: Shot, turn: number): Promise<{ payload: Buffer; type: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries((shot.body ?? {}) as object))
    form.append(name, plain(value ?? '').toWellFormed());
  const [ending, file] = files[turn % files.length] ?? ['bin', Buffer.alloc(0)];
  // Every seventh form has forgotten its file.
  if (turn % 7 !== 6) form.append('file', new Blob([new Uint8Array(file)]), `名\u202e${turn}.${ending}`);
  const encoded = new Response(form);
  return { payload: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' };
}

/** Every fifth call repeats a key that an earlier one may have used. */
const isKeyed = (turn: number) => turn % 5 === 0;

async function send(app: FastifyInstance, target: Target, shot: Shot, turn: number) {
  const { endpoint } = target;
  const token = await target.token();
  const headers: Record<string, string> = {
    ...(token && { authorization: token }),
    ...(isKeyed(turn) && { 'idempotency-key': `k-${turn % 20}` }),
    'accept-language': ['zh-CN', 'en', 'zh-TW', 'xx;q=9', ''][turn % 5] ?? '',
  };
  const base = { method: endpoint.method, url: urlOf(endpoint, shot), headers, payloadAsStream: true } as const;
  const asked = async () => {
    if (endpoint.method === 'GET') return app.inject(base);
    if (endpoint.upload && shot.raw === undefined) {
      const { payload, type } = await formOf(shot, turn);
      return app.inject({ ...base, payload, headers: { ...headers, 'content-type': type } });
    }
    const payload = shot.raw?.body ?? JSON.stringify(shot.body ?? {});
    return app.inject({ ...base, payload, headers: { ...headers, 'content-type': 'application/json' } });
  };
  const response = await asked();
  // A push stream never ends by itself: its head is the answer.
  const endless = String(response.headers['content-type']).startsWith('text/event-stream');
  const chunks: Buffer[] = [];
  // An answer that breaks off is as wrong as one that says it failed.
  let brokeOff = false;
  if (endless) response.stream().destroy();
  else
    try {
      for await (const chunk of response.stream()) chunks.push(Buffer.from(chunk));
    } catch {
      brokeOff = true;
    }
  return {
    statusCode: brokeOff ? 500 : response.statusCode,
    headers: response.headers,
    payload: Buffer.concat(chunks).toString(),
    told: await clearNumberIn(Buffer.concat(chunks)),
  };
}

function traceOf(payload: string): string | null {
  try {
    return (JSON.parse(payload) as { traceId?: string }).traceId ?? null;
  } catch {
    return null;
  }
}

const short = (value: unknown) => (JSON.stringify(value) ?? '').slice(0, 400);

/** A seed of its own for each route: few calls per route still try different faults on different routes. */
const seedOf = (endpoint: AnyEndpoint, seed: number): number =>
  createHash('sha256')
    .update(`${seed} ${nameOf(endpoint)}`)
    .digest()
    .readUInt32BE() >>> 1;

/** Fires at one route, a few at a time, and says what came back. */
export async function fuzz(
  app: FastifyInstance,
  target: Target,
  options: { seed: number; valid: number; broken: number; rules?: Rules },
): Promise<Tally> {
  const { endpoint } = target;
  const tally: Tally = { calls: 0, right: 0, codes: {}, findings: [], traces: [] };
  const seed = seedOf(endpoint, options.seed);
  const shots = shotsAt(target, seed, options.valid, options.broken);
  // Where a short run begins in the cycle of keys, languages and files differs from route to route.
  const start = seed % 5;
  let next = 0;
  const gunner = async () => {
    for (let turn = next++; turn < shots.length; turn = next++) {
      const shot = shots[turn] as Shot;
      const response = await send(app, target, shot, start + turn);
      const { code, faults } = judge(endpoint, shot, response, options.rules);
      tally.calls += 1;
      if (turn < options.valid) tally.right += 1;
      tally.codes[code] = (tally.codes[code] ?? 0) + 1;
      const traceId = isKeyed(start + turn) ? null : traceOf(response.payload);
      const body = shot.body as { items?: unknown; idArr?: unknown } | null;
      const isBatch = Array.isArray(body?.items) || (Array.isArray(body?.idArr) && body.idArr.length !== 1);
      if (traceId) tally.traces.push({ traceId, code, isBatch });
      for (const fault of faults)
        tally.findings.push({
          route: nameOf(endpoint),
          fault,
          shot: `${urlOf(endpoint, shot).slice(0, 300)} ${short(shot.raw?.body ?? shot.body)}`,
          answer: response.payload.slice(0, 300),
        });
    }
  };
  await Promise.all(Array.from({ length: 4 }, gunner));
  return tally;
}
