import type { AnyEndpoint, DataOf } from '#kit/contract/endpoint.ts';
import type { Call } from '#kit/server/http/call.ts';

/** A call that only reads, in one transaction of its own: what it shows was all true at the same moment. */
export const reading =
  <E extends AnyEndpoint>(handle: (call: Call<E>) => Promise<DataOf<E>>) =>
  (call: Call<E>): Promise<DataOf<E>> =>
    call.database.transaction(call.actor.scope, (tx) => handle(Object.create(call, { tx: { value: tx } }) as Call<E>));
