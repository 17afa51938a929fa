import { refusal } from '#kit/contract/errors.ts';
import { hashToken, newToken } from '#kit/server/auth/token.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/ticket.ts';
import { ask, type DoorCall, findAccounts, logAttempt } from './door.ts';
import { tenantState } from './doorkeeper.ts';
import { openSession } from './open-session.ts';

export const ticketSeconds = 60;

/** Kept as a hash, like every key to a door. */
export async function putTicket(
  call: Pick<DoorCall, 'database'>,
  { userId, tenantNo, toPath, by }: { userId: number; tenantNo: number; toPath: string | undefined; by: string },
): Promise<string> {
  const ticket = newToken();
  await ask(call, 'select platform.door_put_ticket($1, $2, $3, $4, $5, $6)', [
    hashToken(ticket),
    tenantNo,
    userId,
    toPath ?? null,
    by,
    ticketSeconds,
  ]);
  return ticket;
}

/** Trades a ticket for a session, once; whoever has a used, old or made-up one is told the same. */
async function check(call: Call<typeof contract.checkTicket>) {
  const [taken] = await ask<{ username: string; to_path: string | null; issued_by: string }>(
    call,
    'select * from platform.door_take_ticket($1)',
    [hashToken(call.body.ticket)],
  );
  const account = taken && (await findAccounts(call, taken.username)).find((one) => one.username === taken.username);
  if (!taken || !account || account.status !== 'active' || tenantState(account) === 'closed') {
    await logAttempt(call, { account, username: account?.username ?? '', portalId: null }, 'ticketInvalid');
    throw refusal('auth.ticket', 'auth.ticket');
  }
  const token = await openSession(call, account, { portalId: 'all', remember: false });
  call.answer.token = token;
  return { token, toPath: taken.to_path };
}

export const ticketRoutes = (): Route[] => [
  serve('platform', contract.issueTicket, async (call) => {
    const { userId, tenantNo, sessionId } = call.actor;
    const ticket = await putTicket(call, { userId, tenantNo, toPath: call.body.toPath, by: `session:${sessionId}` });
    return { ticket, expiresIn: ticketSeconds };
  }),
  serve('platform', contract.checkTicket, check),
];
