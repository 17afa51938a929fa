import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { fingerprint } from '#kit/server/pii/pii.ts';

/** What comes before the 32 bytes of a key in the envelope every library reads (RFC 8410). */
const envelope = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A tenant's own key, computed from the ring and kept nowhere. */
function keyOf(tenantNo: number): KeyObject {
  const seed = Buffer.from(fingerprint('traceSeal', tenantNo), 'base64url').subarray(0, 32);
  return createPrivateKey({ key: Buffer.concat([envelope, seed]), format: 'der', type: 'pkcs8' });
}

export function signSeal(sealHash: string, tenantNo: number): { signature: string; publicKey: string } {
  const key = keyOf(tenantNo);
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    signature: sign(null, Buffer.from(sealHash, 'hex'), key).toString('hex'),
    publicKey: publicKey.toString('hex'),
  };
}
