import { call } from '#kit/web/api/client.ts';
import { canSign, signByDevice } from '#kit/web/device/device-key.ts';
import { solveWork } from '#kit/web/work/solve-work.ts';
import { challenge } from '../session/first-calls.ts';

export interface Proof {
  challenge?: string;
  device?: { publicKey: string; signature: string };
  work?: string;
}

/** How much work the server wants; at 2 a picture no longer does. */
export type WorkLevel = 0 | 1 | 2;

/** What a login sends besides name and password: the signature of this browser, and the work where it is wanted. */
export async function proofFor(username: string, work: WorkLevel): Promise<Proof> {
  if (work === 0 && !canSign()) return {};
  const given = await call(challenge, { body: { username, work }, quiet: true }).catch(() => null);
  if (!given) return {};
  const [device, solved] = await Promise.all([
    signByDevice(`mulian login\n${given.challenge}\n${username}`),
    given.work && solveWork(given.work),
  ]);
  return { challenge: given.challenge, ...(device && { device }), ...(solved && { work: solved }) };
}
