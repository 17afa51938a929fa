import { call } from '#kit/web/api/client.ts';
import { logout } from '#modules/platform/contract/auth/session.ts';
import { leave } from './connect-api.ts';

/** Ends the session on the server and here; here also when the server cannot be reached. */
export async function logOut(): Promise<void> {
  await call(logout, { body: {}, quiet: true }).catch(() => {});
  leave();
}
