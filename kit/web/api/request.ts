import type { AnyEndpoint, BodyInput, QueryInput } from '#kit/contract/endpoint.ts';
import { currentLanguage, toHeader } from '#kit/web/i18n/language.ts';
import { dropEarly, rememberCall, takeEarly } from './early.ts';
import { apiPorts } from './ports.ts';
import { readToken } from './token.ts';

export interface CallOptions<E extends AnyEndpoint> {
  params?: Readonly<Record<string, string | number>>;
  query?: QueryInput<E>;
  body?: BodyInput<E>;
  /** The file of an upload endpoint. */
  file?: File;
  /** Automatic polling: neither keeps the session alive nor renews the token. */
  background?: boolean;
  /** One per intended write, so that a repeated click or a retry writes once. */
  idempotencyKey?: string;
  /** No toast; a 401 is still handled. */
  quiet?: boolean;
  /** The page begins with it: the next time the entry page makes it before the code has come. */
  isFirst?: boolean;
  signal?: AbortSignal;
}

/** Sends a call; no answer at all is undefined, an abort by the caller is thrown. */
export async function send<E extends AnyEndpoint>(endpoint: E, options: CallOptions<E>): Promise<Response | undefined> {
  const url = urlOf(endpoint, options);
  if (options.isFirst) rememberCall(url);
  if (endpoint.action && !options.background) dropEarly();
  try {
    const early = endpoint.method === 'GET' && !options.background ? takeEarly(url) : undefined;
    if (early) return await early;
    return await fetch(url, {
      method: endpoint.method,
      headers: headersOf(endpoint, options),
      ...(endpoint.method === 'POST' && { body: bodyOf(endpoint, options) }),
      ...(options.signal && { signal: options.signal }),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return undefined;
  }
}

function urlOf<E extends AnyEndpoint>(endpoint: E, { params, query }: CallOptions<E>): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return `/api/${path}${search.size > 0 ? `?${search}` : ''}`;
}

/** JSON carries the kind of client, form data does not. */
function bodyOf<E extends AnyEndpoint>(endpoint: E, { body, file }: CallOptions<E>): string | FormData {
  if (endpoint.upload === undefined) return JSON.stringify({ ...(body as object), clientType: 'web' });
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value !== undefined && value !== null) form.set(name, String(value));
  }
  if (file) form.set('file', file, file.name);
  return form;
}

function headersOf<E extends AnyEndpoint>(endpoint: E, options: CallOptions<E>): Record<string, string> {
  const token = readToken();
  const page = apiPorts().currentPath();
  const key = options.idempotencyKey ?? (endpoint.action ? newKey() : undefined);
  return {
    'Accept-Language': toHeader(currentLanguage()),
    ...(token && { Authorization: token }),
    // Of form data the browser writes the type itself, with the boundary.
    ...(endpoint.method === 'POST' && endpoint.upload === undefined && { 'Content-Type': 'application/json' }),
    ...(key && { 'Idempotency-Key': key }),
    ...(options.background && { 'X-Background': '1' }),
    ...(token && !options.background && /^\/[\w/.-]+$/.test(page) && { 'X-Page': page }),
  };
}

/** A random uuid; `crypto.randomUUID` does not exist where the site is served without TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
