import { refusal } from '#kit/contract/errors.ts';
import { hashToken } from '#kit/server/auth/token.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { asDevice } from '../second-factor/device-proof.ts';
import type { LoginStep, Way } from '../session/open-session.ts';
import { type Account, ask, type DoorCall, findAccounts } from './door.ts';

/** Between a right password and the session: each step has a ticket of its own, good for that step alone. */

export interface Person {
  readonly userId: number;
  readonly tenantNo: number;
  readonly username: string;
}

interface StepRow {
  user_id: number;
  tenant_no: number;
  username: string;
  portal_id: string;
  remember: boolean;
  client_type: 'web' | 'app';
  public_key: string | null;
  tries: number;
}

export interface Step {
  readonly tries: number;
  readonly person: Person;
  readonly account: Account;
  readonly way: Way;
  within<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** The person behind the ticket of a step; a used, old or overtried one, or one of another step, is no ticket. */
export async function tryStep(call: DoorCall, ticket: string, step: LoginStep, most: number): Promise<Step> {
  const [row] = await ask<StepRow>(call, 'select * from platform.door_try_step($1, $2, $3)', [
    hashToken(ticket),
    step,
    most,
  ]);
  if (!row) throw refusal('auth.ticket', 'auth.ticket');
  const person = { userId: row.user_id, tenantNo: row.tenant_no, username: row.username };
  const [account] = await findAccounts(call, row.username);
  if (account?.status !== 'active') throw refusal('auth.disabled', 'auth.disabled');
  const device = row.public_key === null ? null : await asDevice(call, row.public_key, account);
  return {
    tries: row.tries,
    person,
    account,
    way: { portalId: row.portal_id, remember: row.remember, clientType: row.client_type, device },
    within: (work) => call.database.transaction(makeScope(person), work),
  };
}

/** Spends the ticket; of two that finish the step at once the second one is refused. */
export async function takeStep(where: DoorCall | Tx, ticket: string, step: LoginStep): Promise<void> {
  const [text, values] = ['select platform.door_take_step($1, $2) as taken', [hashToken(ticket), step]] as const;
  const [row] =
    'database' in where
      ? await ask<{ taken: boolean }>(where, text, [...values])
      : await where.query<{ taken: boolean }>(text, values);
  if (!row?.taken) throw refusal('auth.ticket', 'auth.ticket');
}
