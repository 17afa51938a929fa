import type { AnyEndpoint, BodyOf, DataOf, ParamsOf, QueryOf } from '#kit/contract/endpoint.ts';
import type { Language } from '#kit/contract/envelope.ts';
import type { TextArgs } from '#kit/contract/errors.ts';
import type { Actor } from '../auth/actor.ts';
import type { Database, Tx } from '../db/database.ts';

/** What is known of the request besides its input. */
export interface Caller {
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string;
  readonly clientType: string;
  readonly traceId: string;
  readonly host: string;
  say(key: string, args?: TextArgs): string;
}

/** One call being answered. `actor` is present on every endpoint that is not public. */
export interface Call<E extends AnyEndpoint = AnyEndpoint> extends Caller {
  readonly endpoint: E;
  readonly actor: Actor;
  readonly database: Database;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The transaction a changing call runs in, its operation-log row included; reading calls have none. */
  readonly tx: Tx;
  /** Set by whoever wrote this call's operation-log row. */
  audited: boolean;
  /** Fills the envelope beside `data`. */
  readonly answer: { msg?: string; total?: number; next?: string; token?: string };
}

export interface Route {
  readonly endpoint: AnyEndpoint;
  readonly module: string;
  readonly entity: string;
  readonly handle: (call: Call) => Promise<unknown>;
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
