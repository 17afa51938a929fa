import type { z } from 'zod';
import type { Access } from './permission.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/**
 * One call of the API, shared by the server that answers it and the page that makes it.
 *
 * @example
 * export const closeSeason = endpoint({
 *   method: 'POST', path: 'ant/season/close', access: needs('ant:season:close'),
 *   body: z.object({ id: idSchema, version: versionSchema }), data: z.object({ version: versionSchema }),
 * });
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /** Below `/api/`; `:id` marks a parameter. */
  readonly path: string;
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly data: Data;
  /** Safe to repeat with an `Idempotency-Key`, and recorded in the operation log under this action. */
  readonly action?: string;
  /** Its answer is told once: no copy is kept, and the same key again is refused. */
  readonly secret?: true;
  /** Takes one file as form data, at most this many bytes; the form's other parts are the body. */
  readonly upload?: number;
  /** Calls one address may make in a minute, where the limit of the whole API is too wide. */
  readonly perMinute?: number;
  /** Answers a file instead of the envelope, where all goes well. */
  readonly download?: true;
}

export function endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
  declared: Endpoint<P, Q, B, D>,
): Endpoint<P, Q, B, D> {
  if (!/^[a-z][\w/:-]*$/i.test(declared.path)) throw new Error(`endpoint path ${declared.path}`);
  return declared;
}

// biome-ignore lint/suspicious/noExplicitAny: any endpoint, whatever its four schemas
export type AnyEndpoint = Endpoint<any, any, any, any>;
export type ParamsOf<E extends AnyEndpoint> =
  E extends Endpoint<infer P, infer _Q, infer _B, infer _D> ? z.output<P> : never;
export type QueryOf<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer Q, infer _B, infer _D> ? z.output<Q> : never;
export type BodyOf<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer _Q, infer B, infer _D> ? z.output<B> : never;
export type DataOf<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer D> ? z.output<D> : never;
/** What a caller passes: schemas may coerce and fill in defaults. */
export type BodyInput<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer _Q, infer B, infer _D> ? z.input<B> : never;
export type QueryInput<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer Q, infer _B, infer _D> ? z.input<Q> : never;
