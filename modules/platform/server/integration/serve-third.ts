import type { AnyEndpoint, DataOf } from '#kit/contract/endpoint.ts';
import { AppError, invalid } from '#kit/contract/errors.ts';
import { tokenFrom } from '#kit/server/auth/token.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { once } from '#kit/server/http/idempotency.ts';
import { findClient, recorded } from './third-party.ts';

export interface ThirdClient {
  readonly clientId: string;
  readonly clientName: string;
  readonly tenantNo: number;
  /** The unit it speaks for. */
  readonly principalId: number;
}

export interface ThirdCall<E extends AnyEndpoint> extends Omit<Call<E>, 'actor' | 'tx' | 'audited'> {
  readonly client: ThirdClient;
  /** Sees what the client's unit is party to, and nothing else; it commits with the answer. */
  readonly tx: Tx;
}

/** By what a call told again is known: its `Idempotency-Key`, or a number in its body that the handler itself looks up. */
export type Repetition = 'byKey' | 'byBody';

const keyOf = (call: Call): string => {
  const key = call.header('idempotency-key') ?? '';
  if (key.length < 8 || key.length > 64) throw invalid([{ field: 'Idempotency-Key', key: 'error.field.required' }]);
  return key;
};

/**
 * A call made by a partner's machine: with the token it got for its signature (`sys/third/token`), if its client has this scope,
 * from its own addresses, as often as it may, each call on record. What changes something carries an `Idempotency-Key`: told again,
 * it is done once and answered as it was; a handler that knows its records by the partner's own number takes calls without one (`byBody`).
 * The endpoint is declared `public`, because nobody is logged in.
 *
 * @example
 * serveThird('insurance', openPolicy, 'ins:open', async ({ body, client, tx }) => policyOf(tx, client.principalId, body.policyNo))
 */
export const serveThird = <E extends AnyEndpoint>(
  module: string,
  endpoint: E,
  scope: string,
  handle: (call: ThirdCall<E>) => Promise<DataOf<E>>,
  repetition: Repetition = 'byKey',
): Route =>
  serve(module, endpoint, async (call) => {
    const token = tokenFrom(call.header('authorization'));
    const found = token ? await findClient(call, { token }) : undefined;
    return recorded(call, found, endpoint.path, null, async (row) => {
      if (!row.scopes.includes(scope)) throw new AppError(403, 'error.forbidden');
      const client = {
        clientId: row.client_id,
        clientName: row.client_name,
        tenantNo: row.tenant_no,
        principalId: row.principal_id,
      };
      // Keys are kept by user; a machine is nobody's, and what it writes has no author.
      const sight = makeScope({ tenantNo: row.tenant_no, userId: 0, principals: [row.principal_id] });
      const run = (tx: Tx) => {
        const unnamed = { ...tx, scope: { ...tx.scope, userId: null } };
        return handle(Object.create(call, { client: { value: client }, tx: { value: unnamed } }));
      };
      if (endpoint.method === 'GET' || repetition === 'byBody') return call.database.transaction(sight, run);
      const key = `${row.client_id}:${keyOf(call)}`;
      const about = { path: endpoint.path, body: call.body };
      return call.database.transaction(sight, (tx) =>
        once(
          tx,
          key,
          about,
          () => run(tx),
          () => true,
        ),
      );
    });
  });
