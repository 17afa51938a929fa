import { expect, test } from 'vitest';
import { alphabet, showCode } from '#modules/traceability/contract/code/trace-code.ts';
import { makeCoding, mostSerials } from './coding.ts';

const coding = makeCoding('a secret of the test');

test('R38 every serial has its own code, and its code leads back to it', () => {
  const seen = new Set<string>();
  for (let serial = 0; serial < 2_000; serial += 1) {
    const code = coding.code('P', { cell: 3, serial });
    seen.add(code);
    if (serial % 97 === 0)
      expect(coding.read(showCode(code).toLowerCase())).toEqual({ kind: 'P', code, cell: 3, serial });
  }
  expect(seen.size).toBe(2_000);
  const last = { cell: 31, serial: mostSerials - 1 };
  expect(coding.read(coding.code('L', last))).toMatchObject({ kind: 'L', ...last });
  expect(() => coding.code('A', { cell: 0, serial: mostSerials })).toThrow();
});

test('R45 of a code with one sign changed, one in 32,768 passes the check and stands for another serial; the kind counts', () => {
  const code = coding.code('P', { cell: 0, serial: 77 });
  let passed = 0;
  let tried = 0;
  for (let at = 1; at < 12; at += 1)
    for (const sign of alphabet) {
      if (sign === code[at]) continue;
      tried += 1;
      const read = coding.read(code.slice(0, at) + sign + code.slice(at + 1));
      if (read) passed += 1;
      expect(read?.serial).not.toBe(77);
    }
  expect(tried).toBe(341);
  expect(passed).toBeLessThanOrEqual(1);
  expect(coding.read(`A${code.slice(1)}`)).toBeNull();
  expect(makeCoding('another secret').read(code)).toBeNull();
});
