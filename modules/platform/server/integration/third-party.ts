import { createHmac, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { AppError, refusal, tooOften } from '#kit/contract/errors.ts';
import { hashToken, newToken, tokenFrom } from '#kit/server/auth/token.ts';
import { type Scope, systemScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { asAppError } from '#kit/server/http/failure.ts';
import { unseal } from '#kit/server/pii/pii.ts';
import * as contract from '#modules/platform/contract/auth/ticket.ts';
import { ask, type DoorCall, findAccounts } from '../auth/login/door.ts';
import { isMfaRequired } from '../auth/session/open-session.ts';
import { putTicket } from '../auth/session/ticket.ts';
import { logThird } from './sys-third-log.ts';
import { takeNonce } from './sys-third-nonce.ts';
import { keepToken } from './sys-third-token.ts';

const tokenSeconds = 7200;
const clockTolerance = 300;

export interface ClientRow {
  tenant_no: number;
  client_id: string;
  client_name: string;
  principal_id: number;
  secret_enc: string | null;
  ip_allow: string | null;
  scopes: string[];
  rate_per_minute: number;
  valid_until: string;
  status: string;
}

export async function findClient(
  call: DoorCall,
  by: { clientId?: string; token?: string },
): Promise<ClientRow | undefined> {
  const [row] = await ask<ClientRow>(call, 'select * from platform.door_client($1, $2)', [
    by.clientId ?? null,
    by.token ? hashToken(by.token) : null,
  ]);
  return row;
}

/** Unknown, disabled, run out, badly signed or without a token: told alike. */
export const refused = () => new AppError(401, 'platform.third.refused', { bizCode: 'third.refused' });

function isAllowedFrom(client: ClientRow, ip: string): boolean {
  const list = (client.ip_allow ?? '').split(',').map((one) => one.trim());
  if (!list.some(Boolean)) return true;
  const allowed = new BlockList();
  for (const one of list.filter(Boolean)) {
    const [address = '', bits] = one.split('/');
    const kind = isIPv6(address) ? 'ipv6' : 'ipv4';
    try {
      if (bits) allowed.addSubnet(address, Number(bits), kind);
      else allowed.addAddress(address, kind);
    } catch {
      // What is no address lets nobody in.
    }
  }
  return allowed.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

async function admit(call: DoorCall, client: ClientRow, scope: Scope): Promise<void> {
  const today = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10);
  if (client.status !== 'enabled' || client.valid_until < today) throw refused();
  if (!isAllowedFrom(client, call.ip)) throw new AppError(403, 'platform.third.address');
  const [[recent]] = await call.database.read<[{ n: number }]>(scope, {
    text: "select count(*)::int as n from platform.sys_third_log where client_id = $1 and happened_at > now() - interval '1 minute'",
    values: [client.client_id],
  });
  if ((recent?.n ?? 0) >= client.rate_per_minute) throw tooOften(1);
}

/** Every call of a known client leaves its row, whatever came of it; of strangers there is nothing to file it under. */
export async function recorded<T>(
  call: Call,
  client: ClientRow | undefined,
  apiName: string,
  bizKey: string | null,
  work: (client: ClientRow, scope: Scope) => Promise<T>,
): Promise<T> {
  if (!client) throw refused();
  const scope = systemScope(client.tenant_no, 'third');
  const started = performance.now();
  const file = (statusCode: number, result: 'ok' | 'failed', response: unknown) =>
    call.database.transaction(scope, (tx) =>
      logThird(tx, {
        direction: 'in',
        clientId: client.client_id,
        clientName: client.client_name,
        apiName,
        method: call.endpoint.method,
        path: call.endpoint.path,
        // A signature is good for five minutes wherever its nonce was not seen.
        request: { ...call.query, ...call.body, ...('sign' in (call.body ?? {}) && { sign: '***' }) },
        response,
        statusCode,
        result,
        durationMs: Math.round(performance.now() - started),
        bizKey,
        ip: call.ip,
        traceId: call.traceId,
      }),
    );
  try {
    await admit(call, client, scope);
    const answer = await work(client, scope);
    await file(200, 'ok', answer);
    return answer;
  } catch (error) {
    const known = asAppError(error);
    await file(known?.code ?? 500, 'failed', { msg: known ? call.say(known.key, known.args) : '' });
    throw error;
  }
}

function isSigned(client: ClientRow, { clientId, timestamp, nonce, sign }: Call<typeof contract.thirdToken>['body']) {
  if (!client.secret_enc) return false;
  const ours = createHmac('sha256', unseal(client.secret_enc, client.tenant_no))
    .update(`${clientId}${timestamp}${nonce}`)
    .digest();
  return timingSafeEqual(ours, Buffer.from(sign, 'hex'));
}

async function giveToken(call: Call<typeof contract.thirdToken>) {
  const { clientId, timestamp, nonce } = call.body;
  const found = await findClient(call, { clientId });
  return recorded(call, found, 'token', null, async (client, scope) => {
    // Seconds or milliseconds: both are common.
    const seconds = timestamp > 1e11 ? timestamp / 1000 : timestamp;
    if (Math.abs(Date.now() / 1000 - seconds) > clockTolerance || !isSigned(client, call.body)) throw refused();
    const token = newToken();
    await call.database.transaction(scope, async (tx) => {
      if (!(await takeNonce(tx, clientId, nonce))) throw refused();
      await keepToken(tx, clientId, hashToken(token), tokenSeconds);
    });
    return { token, expiresIn: tokenSeconds };
  });
}

async function giveTicket(call: Call<typeof contract.thirdTicket>) {
  const { username, toPath } = call.body;
  const token = tokenFrom(call.header('authorization'));
  const found = token ? await findClient(call, { token }) : undefined;
  return recorded(call, found, 'ticket', username, async (client) => {
    if (!client.scopes.includes('ticket')) throw new AppError(403, 'error.forbidden');
    const account = (await findAccounts(call, username)).find(
      (one) => one.username.toLowerCase() === username.toLowerCase(),
    );
    const isOwn = account?.tenant_no === client.tenant_no && account.principal_id === client.principal_id;
    if (!account || !isOwn || account.status !== 'active') throw new AppError(404, 'error.notFound');
    // A third party vouches for a password, never for a second factor.
    if (account.mfa_enabled || (await isMfaRequired(call, account)))
      throw refusal('third.secondFactor', 'platform.third.secondFactor');
    const by = `client:${client.client_id}`;
    return { ticket: await putTicket(call, { userId: account.user_id, tenantNo: account.tenant_no, toPath, by }) };
  });
}

export const thirdPartyRoutes = (): Route[] => [
  serve('platform', contract.thirdToken, giveToken),
  serve('platform', contract.thirdTicket, giveTicket),
];
