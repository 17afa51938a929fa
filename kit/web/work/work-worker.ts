import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types';

/** The same function without WebCrypto, which browsers do not give to a site without TLS; several times slower. */
const derivePlainly: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: await pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength }),
});

self.onmessage = async ({ data: challenge }: MessageEvent<Challenge>) => {
  const derive = globalThis.crypto?.subtle ? deriveKey : derivePlainly;
  const solution = await solveChallenge({ challenge, deriveKey: derive }).catch(() => null);
  self.postMessage(solution && JSON.stringify({ challenge, solution }));
};
