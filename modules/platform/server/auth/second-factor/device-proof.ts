import { createPublicKey, verify } from 'node:crypto';
import { hashToken } from '#kit/server/auth/token.ts';
import { type Account, ask, type DoorCall } from '../login/door.ts';

/** A device that proved to hold its key. */
export interface Device {
  readonly publicKey: string;
  readonly keyHash: string;
  /** Registered for this account by an earlier login with the password. */
  readonly isKnown: boolean;
}

interface Given {
  readonly publicKey: string;
  readonly signature: string;
}

function isSignedBy({ publicKey, signature }: Given, text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return false;
    const bytes = Buffer.from(signature, 'base64url');
    return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes);
  } catch {
    return false;
  }
}

/** Null where nothing was sent or the proof is wrong: the login then goes on as from any other device. */
export async function deviceOf(
  call: DoorCall,
  given: { challenge: string; username: string; device: Given | undefined },
  account: Pick<Account, 'user_id'> | undefined,
): Promise<Device | null> {
  const { challenge, username, device } = given;
  if (!device || !isSignedBy(device, `mulian login\n${challenge}\n${username}`)) return null;
  return account ? asDevice(call, device.publicKey, account) : null;
}

/** The device of a login that stopped at a step, from the key its ticket kept. */
export async function asDevice(call: DoorCall, publicKey: string, account: Pick<Account, 'user_id'>): Promise<Device> {
  const keyHash = hashToken(publicKey);
  const known = await ask(call, 'select * from platform.door_device_of($1, $2)', [account.user_id, keyHash]);
  return { publicKey, keyHash, isKnown: known.length > 0 };
}

/** The count of failed attempts this attempt belongs to: the device's own, or the one of all devices that are not registered. */
export const paceOf = (device: Device | null): string => (device?.isKnown ? device.keyHash : '');
