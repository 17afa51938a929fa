import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { solveChallenge } from 'altcha-lib';
import { deriveKey as onServer } from 'altcha-lib/algorithms/pbkdf2';
import { deriveKey as inBrowser } from 'altcha-lib/algorithms/web/pbkdf2';
import { beforeAll, describe, expect, it } from 'vitest';
import { provideKeys } from '#kit/server/pii/pii.ts';
import { newWork, solvedLevel } from './work.ts';

beforeAll(() => provideKeys({ keys: new Map([['a', Buffer.alloc(32, 1)]]), search: Buffer.alloc(32, 2) }));

const text = (word: string) => new TextEncoder().encode(word);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const plain = async (parameters: { cost: number; keyLength: number }, salt: Uint8Array, password: Uint8Array) => ({
  derivedKey: await pbkdf2Async(sha256, password, salt, { c: parameters.cost, dkLen: parameters.keyLength }),
});

describe('proof of work', () => {
  // PBKDF2-HMAC-SHA256 of "password" and "salt", as published with RFC 7914 and in wide use.
  it.each([
    [1, '120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b'],
    [4096, 'c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a'],
  ])('derives the published keys everywhere, %i iterations', async (cost, key) => {
    const parameters = { algorithm: 'PBKDF2/SHA-256', nonce: '', salt: '', keyPrefix: '', cost, keyLength: 32 };
    for (const derive of [onServer, inBrowser, plain])
      expect(hex((await derive(parameters, text('salt'), text('password'))).derivedKey)).toBe(key);
  });

  it.each([1, 2] as const)('of level %i is bounded, and solved alike by every browser', async (level) => {
    const work = await newWork('c.one', level, 60);
    const solutions = await Promise.all(
      [onServer, inBrowser, plain].map((deriveKey) => solveChallenge({ challenge: work, deriveKey })),
    );
    const [first] = solutions;
    // At most 600 derivations of 1,000 iterations each.
    expect(first?.counter).toBeLessThan(level === 1 ? 120 : 600);
    for (const one of solutions) expect(one).toMatchObject({ counter: first?.counter, derivedKey: first?.derivedKey });
    const proof = JSON.stringify({ challenge: work, solution: first });
    expect(await solvedLevel('c.one', proof)).toBe(level);
    expect(await solvedLevel('c.two', proof)).toBe(0);
  });

  it('is refused when it is too old, or signed with another key', async () => {
    const old = await newWork('c.one', 1, -2);
    const proof = JSON.stringify({
      challenge: old,
      solution: await solveChallenge({ challenge: old, deriveKey: onServer }),
    });
    expect(await solvedLevel('c.one', proof)).toBe(0);
    const work = await newWork('c.one', 1, 60);
    const solution = await solveChallenge({ challenge: work, deriveKey: onServer });
    provideKeys({ keys: new Map([['a', Buffer.alloc(32, 1)]]), search: Buffer.alloc(32, 3) });
    expect(await solvedLevel('c.one', JSON.stringify({ challenge: work, solution }))).toBe(0);
  });
});
