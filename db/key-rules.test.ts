import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readKeyRing, refuseExample, refuseWeakKey } from './key-rules.ts';

const key = () => randomBytes(32).toString('base64');

it('keys are 32 random bytes or more', () => {
  for (let at = 0; at < 1_000; at += 1) refuseWeakKey('KEY', randomBytes(32));
  for (const weak of [Buffer.alloc(0), randomBytes(31), Buffer.alloc(64), Buffer.from('abcabc'.repeat(20))])
    expect(() => refuseWeakKey('KEY', weak)).toThrow('KEY');
});

it('a ring is read in order, and one that is no ring is refused', () => {
  expect([...readKeyRing('RING', `a:${key()},b:${key()}`).keys()]).toEqual(['a', 'b']);
  for (const wrong of ['', 'k1:', key(), `a:${key()},a:${key()}`, `a:${key()},`, `a:${key()}:c`])
    expect(() => readKeyRing('RING', wrong), wrong).toThrow('RING');
});

it('a value that stands in an example file is refused, whatever it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  const value = key();
  writeFileSync(join(folder, 'some.env.example'), `# words\nOTHER=\nMULIAN_SIGNING_KEY=${value}\n`);
  expect(() => refuseExample('MULIAN_SIGNING_KEY', value, folder)).toThrow('some.env.example');
  expect(refuseExample('MULIAN_SIGNING_KEY', key(), folder)).toBeTruthy();
  rmSync(folder, { recursive: true });
  expect(() => refuseExample('MULIAN_PII_KEYS', 'k1:')).toThrow('mulian.env.example');
});
