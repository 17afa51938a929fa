import type { Readable } from 'node:stream';
import type { AnyEndpoint, BodyOf, DataOf, ParamsOf, QueryOf } from '#kit/contract/endpoint.ts';
import type { Language } from '#kit/contract/envelope.ts';
import type { TextArgs } from '#kit/contract/errors.ts';
import type { Actor } from '../auth/actor.ts';
import type { Database, Tx } from '../db/database.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { PushHub } from '../push/hub.ts';

/** What is known of the request besides its input. */
export interface Caller {
  /** By the process's own clock: how long the call took is told in the log. */
  readonly startedAt: number;
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string;
  readonly clientType: string;
  readonly traceId: string;
  readonly host: string;
  say(key: string, args?: TextArgs): string;
  header(name: string): string | undefined;
}

/** One call being answered. `actor` is present on every endpoint that is not public. */
export interface Call<E extends AnyEndpoint = AnyEndpoint> extends Caller {
  readonly endpoint: E;
  readonly actor: Actor;
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly push: PushHub;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The transaction a changing call runs in, its operation-log row included; reading calls have none. */
  readonly tx: Tx;
  /** Set by whoever wrote this call's operation-log row. */
  audited: boolean;
  /** Fills the envelope beside `data`. */
  readonly answer: { msg?: string; total?: number; next?: string; token?: string; file?: FileAnswer };
  /** The file of an upload endpoint, on disk until the call ends. */
  readonly upload: Upload;
}

/** A file as an answer: streamed, never held whole in memory. */
export interface FileAnswer {
  readonly stream: Readable;
  readonly type: string;
  readonly name: string;
  /** Shown by the browser instead of saved. */
  readonly inline?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes, where they are known. */
  readonly size?: number;
  /** Seconds for which anybody may keep it; left out, nobody may. */
  readonly maxAge?: number;
}

export interface Upload {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

export interface Route {
  readonly endpoint: AnyEndpoint;
  readonly module: string;
  readonly entity: string;
  /** Slow work of a changing call, done before its transaction is opened, so that it holds no connection. */
  readonly prepare?: (call: Call) => Promise<unknown>;
  /** Gets what `prepare` returned. */
  readonly handle: (call: Call, prepared: unknown) => Promise<unknown>;
}

/** Binds a declared endpoint to the function that answers it. */
export function serve<E extends AnyEndpoint>(
  module: string,
  endpoint: E,
  handle: (call: Call<E>) => Promise<DataOf<E>>,
): Route {
  const entity = endpoint.path.split('/')[1] ?? endpoint.path;
  return { endpoint, module, entity, handle: handle as unknown as Route['handle'] };
}

/** The same for a changing call whose slow work, done first, must not hold a transaction open. */
export function servePrepared<E extends AnyEndpoint, P>(
  module: string,
  endpoint: E,
  prepare: (call: Call<E>) => Promise<P>,
  handle: (call: Call<E>, prepared: P) => Promise<DataOf<E>>,
): Route {
  const route = serve(module, endpoint, handle as unknown as (call: Call<E>) => Promise<DataOf<E>>);
  return { ...route, prepare: prepare as unknown as NonNullable<Route['prepare']> };
}
