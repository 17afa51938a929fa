import { describe, expect, it } from 'vitest';
import { canonical, chain, firstHash, verify } from './life-chain.ts';

const uid = '00000000-0000-4000-8000-000000000001';
const told = { actor: 17, principalId: 88, region: 150502001002 };
const first = chain(
  firstHash(uid),
  1,
  {
    pub: { county: 150502, kind: 'tagWorn', month: '2026-03', s: { tag: '215050200000101' }, seq: 1 },
    org: {},
    priv: { ...told, doc: 'RE20260302-0001', on: '2026-03-02' },
  },
  Buffer.alloc(32, 1),
);
const second = chain(
  first.hash,
  2,
  {
    pub: { kind: 'other', seq: 2 },
    org: {},
    priv: { ...told, doc: 'IP20260610-0001', kind: 'insured', on: '2026-06-10' },
  },
  Buffer.alloc(32, 2),
);

describe('the chain of a life, format lvx1 (R57)', () => {
  it('gives the published hashes', () => {
    expect(first.hash.toString('hex')).toBe('a0bb9dc3ec8e2e826cc521e5791aa95922488ec5dbbae6c19c793d86283cd4fe');
    expect(second.hash.toString('hex')).toBe('fc5d2702c1d9506827d910adbf38adcf833c2ab700f5dcef4e68a91d3f5f731e');
  });

  it('writes one value in one way', () => {
    expect(canonical({ b: [1, { d: null, c: 'é"' }], a: true, gone: undefined })).toBe(
      '{"a":true,"b":[1,{"c":"é\\"","d":null}]}',
    );
  });

  it('finds a changed, a removed, an added and a cut-off event, and names it', () => {
    const head = { seq: 2, hash: second.hash };
    const all = [first, second].map((event) => ({ ...event, columnsMatch: true }));
    const [one, two] = all as [(typeof all)[0], (typeof all)[0]];
    expect(verify(uid, head, all)).toEqual({ ok: true, count: 2, brokenAt: null });
    expect(verify(uid, head, [one, { ...two, priv: { ...told, on: '2026-06-11' } }]).brokenAt).toBe(2);
    expect(verify(uid, head, [{ ...one, columnsMatch: false }, two]).brokenAt).toBe(1);
    expect(verify(uid, head, [two]).brokenAt).toBe(1);
    expect(verify(uid, head, [one]).brokenAt).toBe(2);
    const forged = { ...chain(second.hash, 3, { pub: {}, org: {}, priv: {} }), columnsMatch: true };
    expect(verify(uid, head, [one, two, forged]).brokenAt).toBe(4);
    expect(verify('00000000-0000-4000-8000-000000000002', head, all).brokenAt).toBe(1);
  });
});
