import type { AnyEndpoint, DataOf } from '#kit/contract/endpoint.ts';
import type { Envelope } from '#kit/contract/envelope.ts';
import { t } from '#kit/web/i18n/i18n.ts';
import { ApiError } from './api-error.ts';
import { notify } from './notify.ts';
import { apiPorts } from './ports.ts';
import { type CallOptions, send } from './request.ts';
import { renewToken } from './token.ts';

export { ApiError } from './api-error.ts';
export { newKey } from './request.ts';

// The first 401 sets it, logging in again clears it; `era` tells answers of the old session from those of the new.
let expired = false;
let era = 0;
let permVersion: string | undefined;

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
  const { envelope } = await exchange(endpoint, options);
  return envelope ?? fail(endpoint, options, undefined, era);
}

export interface FileAnswer {
  readonly blob: Blob;
  readonly name: string;
}

/** As `callEnvelope`, for endpoints that answer a file, or the envelope where the work goes on in the background. */
export async function callFile<E extends AnyEndpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<{ file?: FileAnswer; envelope?: Envelope<DataOf<E>> }> {
  const { response, envelope } = await exchange(endpoint, options);
  if (envelope) return { envelope };
  return { file: { blob: await response.blob(), name: fileName(response.headers.get('Content-Disposition')) } };
}

/** One call and the rules for its answer; comes back only with a success: an envelope of code 200, or a file. */
async function exchange<E extends AnyEndpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<{ response: Response; envelope?: Envelope<DataOf<E>> }> {
  if (expired) throw new ApiError({ code: 401, msg: t('error.expiredLocally') });
  const startedIn = era;
  const response = await send(endpoint, options);
  if (response && startedIn === era && endpoint.access !== 'public') {
    takeHeaders(response.headers, options.background === true);
  }
  if (response?.ok && endpoint.download && !isJson(response)) return { response };
  const envelope = await readEnvelope<DataOf<E>>(response);
  if (response && envelope?.code === 200) return { response, envelope };
  return fail(endpoint, options, envelope, startedIn);
}

/** Tells the user what the caller's kind of failure calls for, and throws. */
function fail(
  endpoint: AnyEndpoint,
  options: { quiet?: boolean },
  failed: Envelope | undefined,
  startedIn: number,
): never {
  const error = new ApiError(failed ?? { code: 0, msg: t('error.network') });
  if (error.code === 401 && endpoint.access !== 'public') {
    if (startedIn === era) expire(error.message);
  } else if (!options.quiet && !apiPorts().isSilent(error) && !apiPorts().explain(error.message, error.data))
    notify('error', error.message);
  throw error;
}

const isJson = (response: Response) => response.headers.get('Content-Type')?.includes('application/json') ?? false;

async function readEnvelope<D>(response: Response | undefined): Promise<Envelope<D> | undefined> {
  try {
    const body: unknown = await response?.json();
    return typeof body === 'object' && body !== null && 'code' in body ? (body as Envelope<D>) : undefined;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    return undefined;
  }
}

function fileName(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)/i.exec(disposition ?? '')?.[1] ?? 'download');
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
