import { refusal } from '#kit/contract/errors.ts';
import { hashToken, newToken } from '#kit/server/auth/token.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/auth/ticket.ts';
import { tenantState } from '../authenticator.ts';
import { type Account, ask, type DoorCall, findAccounts, logAttempt } from '../login/door.ts';
import { isMfaRequired, openSession } from './open-session.ts';

export const ticketSeconds = 60;

interface NewTicket {
  readonly userId: number;
  readonly tenantNo: number;
  readonly toPath: string | undefined;
  readonly by: string;
  /** The session that issues it, and with which it ends. */
  readonly sessionId?: number;
}

/** Kept as a hash, like every key to a door. */
export async function putTicket(
  call: Pick<DoorCall, 'database'>,
  { userId, tenantNo, toPath, by, sessionId }: NewTicket,
): Promise<string> {
  const ticket = newToken();
  await ask(call, 'select platform.door_put_ticket($1, $2, $3, $4, $5, $6, $7)', [
    hashToken(ticket),
    tenantNo,
    userId,
    toPath ?? null,
    by,
    sessionId ?? null,
    ticketSeconds,
  ]);
  return ticket;
}

interface Taken {
  username: string;
  to_path: string | null;
  session_id: number | null;
  client_type: 'web' | 'app' | null;
  second_factor: boolean | null;
}

/** Trades a ticket for a session, once; whoever has a used, old or made-up one, or one whose session has ended, is told the same. */
async function check(call: Call<typeof contract.checkTicket>) {
  const [taken] = await ask<Taken>(call, 'select * from platform.door_take_ticket($1)', [hashToken(call.body.ticket)]);
  const account = taken && (await findAccounts(call, taken.username)).find((one) => one.username === taken.username);
  if (!taken || !account || !(await mayEnter(call, account, taken))) {
    await logAttempt(call, { account, username: account?.username ?? '', portalId: null }, 'ticketInvalid');
    throw refusal('auth.ticket', 'auth.ticket');
  }
  const token = await openSession(call, account, {
    portalId: 'all',
    remember: false,
    clientType: taken.client_type ?? 'web',
    device: null,
    ...(taken.session_id !== null && {
      parent: { sessionId: taken.session_id, secondFactor: taken.second_factor ?? false },
    }),
  });
  call.answer.token = token;
  return { token, toPath: taken.to_path };
}

/** A ticket stands for a password, never for a second factor: that must have been shown to the session that issued it. */
async function mayEnter(call: DoorCall, account: Account, taken: Taken): Promise<boolean> {
  if (account.status !== 'active' || tenantState(account) === 'closed') return false;
  return Boolean(taken.second_factor) || !(account.mfa_enabled || (await isMfaRequired(call, account)));
}

export const ticketRoutes = (): Route[] => [
  serve('platform', contract.issueTicket, async (call) => {
    const { userId, tenantNo, sessionId } = call.actor;
    const ticket = await putTicket(call, {
      userId,
      tenantNo,
      toPath: call.body.toPath,
      by: `session:${sessionId}`,
      sessionId,
    });
    return { ticket, expiresIn: ticketSeconds };
  }),
  serve('platform', contract.checkTicket, check),
];
