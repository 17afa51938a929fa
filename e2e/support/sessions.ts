import type { APIRequestContext } from '@playwright/test';
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
