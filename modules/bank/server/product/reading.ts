import type { AnyEndpoint, DataOf } from '#kit/contract/endpoint.ts';
import type { Call } from '#kit/server/http/call.ts';

/** A call that changes nothing has no transaction of its own; this gives it one, so that all its statements see one state. */
export const reading =
  <E extends AnyEndpoint>(handle: (call: Call<E>) => Promise<DataOf<E>>) =>
  (call: Call<E>): Promise<DataOf<E>> =>
    call.database.transaction(call.actor.scope, (tx) => handle(Object.create(call, { tx: { value: tx } }) as Call<E>));
