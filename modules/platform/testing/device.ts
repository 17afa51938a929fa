import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { World } from '#apps/server/testing/world.ts';

type Extra = Record<string, string>;

/** A browser or app with a key of its own. */
export interface TestDevice {
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

export function newDevice(): TestDevice {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'), privateKey };
}

/** What a login sends besides name and password: the challenge, signed by the device and solved where work is wanted. */
export async function proofOf(
  world: World,
  username: string,
  { device, work = 0, headers = {} }: { device?: TestDevice; work?: 0 | 1 | 2; headers?: Extra },
): Promise<object> {
  const { data } = await world.person('').post('sys/auth/challenge', { username, work }, headers);
  const solution = data.work && (await solveChallenge({ challenge: data.work, deriveKey }));
  return {
    challenge: data.challenge,
    ...(device && { device: { publicKey: device.publicKey, signature: signed(device, data.challenge, username) } }),
    ...(solution && { work: JSON.stringify({ challenge: data.work, solution }) }),
  };
}

export const signed = (device: TestDevice, challenge: string, username: string): string =>
  sign('sha256', Buffer.from(`mulian login\n${challenge}\n${username}`), {
    key: device.privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64url');

export const loginWith = async (
  world: World,
  username: string,
  options: { password?: string; device?: TestDevice; work?: 0 | 1 | 2; headers?: Extra; more?: object },
) =>
  world.login(
    username,
    options.password,
    { ...(await proofOf(world, username, options)), ...options.more },
    options.headers,
  );
