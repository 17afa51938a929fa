import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';

/** A call that changes nothing and asks more than one question: all answers are of one moment. */
export const reading = <T>(call: Pick<Call, 'database' | 'actor'>, work: (tx: Tx) => Promise<T>): Promise<T> =>
  call.database.transaction(call.actor.scope, work);
