import type { AnyEndpoint, BodyInput, DataOf, QueryInput } from '#kit/contract/endpoint.ts';
import { type Envelope, toHeader } from '#kit/contract/envelope.ts';
import { t } from '#kit/web/i18n/i18n.ts';
import { currentLanguage } from '#kit/web/i18n/language.ts';
import { ApiError } from './api-error.ts';
import { notify } from './notify.ts';
import { apiPorts } from './ports.ts';
import { readToken, renewToken } from './token.ts';

export { ApiError } from './api-error.ts';

export interface CallOptions<E extends AnyEndpoint> {
  params?: Readonly<Record<string, string | number>>;
  query?: QueryInput<E>;
  body?: BodyInput<E>;
  /** Automatic polling: neither keeps the session alive nor renews the token. */
  background?: boolean;
  /** One per intended write, so that a repeated click or a retry writes once. */
  idempotencyKey?: string;
  /** No toast; a 401 is still handled. */
  quiet?: boolean;
  signal?: AbortSignal;
}

// The first 401 sets it, logging in again clears it; `era` tells answers of the old session from those of the new.
let expired = false;
let era = 0;
let permVersion: string | undefined;

export const isExpired = (): boolean => expired;

/** A new session begins: requests are let through, late answers to the old one are no longer of interest. */
export function beginSession(): void {
  expired = false;
  era += 1;
  permVersion = undefined;
}

/** Makes one call and answers its data; whatever is not success is thrown as `ApiError` after the user was told. */
export async function call<E extends AnyEndpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<DataOf<E>> {
  return (await callEnvelope(endpoint, options)).data;
}

/** As `call`, with `total`, `next` and `msg`. */
export async function callEnvelope<E extends AnyEndpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<Envelope<DataOf<E>>> {
  if (expired) throw new ApiError({ code: 401, msg: t('error.expiredLocally') });
  const startedIn = era;
  const response = await send(endpoint, options);
  const envelope = await readEnvelope<DataOf<E>>(response);
  const ofSession = startedIn === era && endpoint.access !== 'public';
  if (ofSession && response) takeHeaders(response.headers, options.background === true);
  if (envelope?.code === 200) return envelope;

  const error = new ApiError(envelope ?? { code: 0, msg: t('error.network') });
  if (error.code === 401 && endpoint.access !== 'public') {
    if (ofSession) expire(error.message);
  } else if (!options.quiet && !apiPorts().isSilent(error)) notify('error', error.message);
  throw error;
}

async function send<E extends AnyEndpoint>(endpoint: E, options: CallOptions<E>): Promise<Response | undefined> {
  try {
    return await fetch(urlOf(endpoint, options), {
      method: endpoint.method,
      headers: headersOf(endpoint, options),
      ...(endpoint.method === 'POST' && { body: JSON.stringify({ ...(options.body as object), clientType: 'web' }) }),
      ...(options.signal && { signal: options.signal }),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return undefined;
  }
}

async function readEnvelope<D>(response: Response | undefined): Promise<Envelope<D> | undefined> {
  try {
    const body: unknown = await response?.json();
    return typeof body === 'object' && body !== null && 'code' in body ? (body as Envelope<D>) : undefined;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
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

function headersOf<E extends AnyEndpoint>(endpoint: E, options: CallOptions<E>): Record<string, string> {
  const token = readToken();
  const key = options.idempotencyKey ?? (endpoint.action ? newKey() : undefined);
  return {
    'Accept-Language': toHeader(currentLanguage()),
    ...(token && { Authorization: token }),
    ...(endpoint.method === 'POST' && { 'Content-Type': 'application/json' }),
    ...(key && { 'Idempotency-Key': key }),
    ...(options.background && { 'X-Background': '1' }),
  };
}

function takeHeaders(headers: Headers, background: boolean): void {
  const token = headers.get('Authorization');
  if (token && !background) renewToken(token);
  const version = headers.get('X-Perm-Version');
  if (!version || version === permVersion) return;
  const changed = permVersion !== undefined;
  permVersion = version;
  if (changed) apiPorts().permissionsChanged();
}

function expire(message: string): void {
  if (expired) return;
  expired = true;
  apiPorts().sessionExpired(apiPorts().isAtRoot() ? null : message);
}

/** A random uuid; `crypto.randomUUID` does not exist where the site is served without TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
