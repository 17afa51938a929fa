import { type APIRequestContext, expect } from '@playwright/test';
import { type Account, codeOf } from './accounts.ts';

/** Logs in at the account's own door by calls alone; nothing if the door asks for more than the account has. */
export async function openSession(api: APIRequestContext, account: Account): Promise<string | undefined> {
  const { username, password, portal, mfaSecret } = account;
  const door = (await (await api.get(`/api/sys/auth/portal?route=${encodeURIComponent(portal)}`)).json()).data;
  const login = await api.post('/api/sys/auth/login', { data: { username, password, portalId: door.portalId } });
  const { data } = await login.json();
  if (data?.step !== 'mfa' || !mfaSecret) return data?.token;
  const step = await api.post('/api/sys/auth/mfa', { data: { stepTicket: data.stepTicket, code: codeOf(mfaSecret) } });
  return (await step.json()).data?.token;
}

/** As above; where another journey has used the account's one-time code, which is good once, waits for the next one. */
export async function openSessionAgain(api: APIRequestContext, account: Account): Promise<string> {
  let token: string | undefined;
  await expect(async () => {
    token = await openSession(api, account);
    expect(token, `${account.username} logs in`).toBeTruthy();
  }).toPass({ intervals: [10_000], timeout: 90_000 });
  return token ?? '';
}
