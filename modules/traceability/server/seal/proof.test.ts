import { createHash, createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { levelsOf, pathOf, rootBy, rootOf } from '#modules/traceability/contract/seal/merkle.ts';
import {
  firstHash,
  type Proof,
  proofSchema,
  sealHashOf,
  verifyProof,
} from '#modules/traceability/contract/seal/proof.ts';
import { bytesOf, fromHex, hexOf, sha256 } from '#modules/traceability/contract/seal/sha256.ts';

const uid = '00000000-0000-4000-8000-000000000001';
const saltOf = (secret: Buffer, name: string) => createHmac('sha256', secret).update(name).digest().subarray(0, 16);
type Parts = { pub: object; org: object; priv: object };
const canonicalOf = (value: object): string =>
  JSON.stringify(value, (_key, one) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

/** A chain as the registry writes it, with everything told. */
function chainOf(
  animalUid: string,
  parts: readonly Parts[],
  secrets = parts.map(() => randomBytes(32)),
): Proof['events'] {
  let previous = Buffer.from(firstHash(animalUid));
  return parts.map((one, at) => {
    const secret = secrets[at] as Buffer;
    const digest = (name: keyof Parts) =>
      createHash('sha256').update(saltOf(secret, name)).update(canonicalOf(one[name])).digest();
    const hash = createHash('sha256').update('lvx1').update(previous);
    for (const name of ['pub', 'org', 'priv'] as const) hash.update(digest(name));
    previous = hash.digest();
    const told = (name: keyof Parts) => ({ value: one[name] as never, salt: saltOf(secret, name).toString('hex') });
    return {
      seq: at + 1,
      pub: told('pub'),
      org: told('org'),
      priv: { digest: digest('priv').toString('hex') },
      hash: previous.toString('hex'),
    };
  });
}
const sealOver = (leaves: readonly string[], sealNo = 1) => {
  const root = hexOf(rootOf(leaves.map(fromHex)));
  const seal = {
    sealNo,
    cutAt: '2026-11-17T18:00:00.000Z',
    leafCount: leaves.length,
    root,
    prevSealHash: '00'.repeat(32),
  };
  return { ...seal, sealHash: sealHashOf(seal), signature: '', publicKey: '' };
};

const vector: readonly Parts[] = [
  {
    pub: { county: 150502, kind: 'tagWorn', month: '2026-03', s: { tag: '215050200000101' }, seq: 1 },
    org: {},
    priv: { actor: 17, doc: 'RE20260302-0001', on: '2026-03-02', principalId: 88, region: 150502001002 },
  },
  {
    pub: { kind: 'other', seq: 2 },
    org: {},
    priv: {
      actor: 17,
      doc: 'IP20260610-0001',
      kind: 'insured',
      on: '2026-06-10',
      principalId: 88,
      region: 150502001002,
    },
  },
];

test('R5, R8 the page computes the hashes and the root of the format', () => {
  const events = chainOf(uid, vector, [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]);
  expect(events.map((one) => one.hash)).toEqual([
    'a0bb9dc3ec8e2e826cc521e5791aa95922488ec5dbbae6c19c793d86283cd4fe',
    'fc5d2702c1d9506827d910adbf38adcf833c2ab700f5dcef4e68a91d3f5f731e',
  ]);
  const root = rootOf(events.map((one) => fromHex(one.hash)));
  expect(hexOf(root)).toBe('20826eab99ec70b2dd312525c86d0ddf8a91f4c662e6321d706ded95adacdf56');
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = randomBytes(length);
    expect(hexOf(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

test('R5 every leaf of a tree of any size leads to its root, and to no other', () => {
  for (const size of [1, 2, 3, 5, 7, 8, 13, 64, 100]) {
    const leaves = Array.from({ length: size }, (_, at) => bytesOf(`leaf ${at}`));
    const root = hexOf(rootOf(leaves));
    expect(levelsOf(leaves).at(-1)).toHaveLength(1);
    for (let index = 0; index < size; index += 1) {
      const path = pathOf(leaves, index);
      expect(hexOf(rootBy(leaves[index] as Uint8Array, index, size, path) ?? new Uint8Array())).toBe(root);
      const other = rootBy(bytesOf('another'), index, size, path);
      expect(other && hexOf(other)).not.toBe(root);
      if (size > 1)
        expect(hexOf(rootBy(leaves[index] as Uint8Array, index, size, path.slice(1)) ?? new Uint8Array())).not.toBe(
          root,
        );
    }
  }
});

const life = (n: number): Proof => {
  const events = chainOf(
    uid,
    Array.from({ length: n }, (_, at) => ({
      pub: { kind: 'immunised', seq: at + 1, month: '2026-05', county: 150521, s: { vaccine: `疫苗${at}` } },
      org: { name: '示范牧场' },
      priv: { actor: 1, on: '2026-05-01' },
    })),
  );
  const leaves = [
    ...Array.from({ length: 4 }, () => randomBytes(32).toString('hex')),
    ...events.slice(0, -1).map((one) => one.hash),
  ];
  const index = leaves.length - 1;
  const path = pathOf(leaves.map(fromHex), index).map(hexOf);
  return { animalUid: uid, events, sealed: { seq: n - 1, index, path, seal: sealOver(leaves) } };
};

test('R1, R7 an untouched life is verified as far as it is sealed; the rest waits', () => {
  const proof = life(9);
  expect(verifyProof(proof)).toEqual({ state: 'pending', brokenAt: null, count: 9, sealedTo: 8, pinned: null });
  const whole = { ...proof, events: proof.events.slice(0, 8) };
  expect(verifyProof(whole).state).toBe('ok');
  expect(verifyProof({ ...whole, events: whole.events.slice(0, 7) })).toMatchObject({ state: 'broken', brokenAt: 8 });
});

test('R6 a label states what stood when it was printed', () => {
  const proof = life(14);
  const head = proof.events[8]?.hash.slice(0, 10) ?? '';
  expect(verifyProof(proof, { seq: 9, head }).pinned).toEqual({ seq: 9, added: 5 });
  expect(verifyProof(proof, { seq: 9, head: '0123456789' })).toMatchObject({ state: 'broken', brokenAt: 9 });
});

test('R1 of 1,000 random changes of one character none is missed', () => {
  const proof = life(12);
  const text = JSON.stringify(proof);
  expect(verifyProof(JSON.parse(text)).state).toBe('pending');
  let missed = 0;
  for (let round = 0; round < 1000; round += 1) {
    const at = Math.floor(Math.random() * text.length);
    const old = text[at] as string;
    if (!/[0-9a-f疫苗示范牧场]/.test(old)) continue;
    const next = old === '1' ? '2' : /[0-9a-f]/.test(old) ? '1' : '改';
    const changed = text.slice(0, at) + next + text.slice(at + 1);
    try {
      if (verifyProof(proofSchema.parse(JSON.parse(changed))).state !== 'broken') missed += 1;
    } catch {
      // No proof at all is refused before it is computed.
    }
  }
  expect(missed).toBe(0);
});
