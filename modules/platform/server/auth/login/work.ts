import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { fingerprint } from '#kit/server/pii/pii.ts';

/** How much is asked: nothing, a little, or as much as an old phone does in three seconds. */
export type WorkLevel = 0 | 1 | 2;

/** Key derivations; the right one lies between the two, so that the time is bounded. */
const derivations: Readonly<Record<1 | 2, readonly [least: number, most: number]>> = { 1: [60, 120], 2: [300, 600] };
const iterations = 1000;

const secret = (use: string) => fingerprint(`proof of work, ${use}`, 0);

/** Signed, and bound to the challenge of one login attempt. */
export async function newWork(challenge: string, level: 1 | 2, seconds: number): Promise<Challenge> {
  const [least, most] = derivations[level];
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: iterations,
    counter: randomInt(least, most),
    data: { challenge, level },
    deriveKey,
    expiresAt: new Date(Date.now() + seconds * 1000),
    hmacSignatureSecret: secret('challenge'),
    hmacKeySignatureSecret: secret('key'),
  });
}

/** The level that was solved; 0 for what is forged, wrong, too old or of another challenge. */
export async function solvedLevel(challenge: string, proof: string | undefined): Promise<WorkLevel> {
  try {
    const given = JSON.parse(proof ?? '');
    const { verified } = await verifySolution({
      challenge: given.challenge,
      solution: given.solution,
      deriveKey,
      hmacSignatureSecret: secret('challenge'),
      hmacKeySignatureSecret: secret('key'),
    });
    const { data } = given.challenge.parameters;
    return verified && data.challenge === challenge ? data.level : 0;
  } catch {
    return 0;
  }
}
