import { expect, it } from 'vitest';
import { countedTexts, mostPrepared, PreparedStatements, statementName, usesBeforePreparing } from './statements.ts';

it('a text gets a name when it is used again, and always the same one', () => {
  const names = Array.from({ length: usesBeforePreparing + 2 }, () => statementName('select again'));
  expect(names.slice(0, usesBeforePreparing - 1).every((name) => name === '')).toBe(true);
  expect(new Set(names.slice(usesBeforePreparing - 1)).size).toBe(1);
  expect(names.at(-1)).not.toBe('');
});

it('the process remembers a bounded number of texts, and those in use among them', () => {
  const kept = statementName('select again');
  for (let at = 0; at < 20_000; at += 1) {
    statementName(`select ${at}`);
    if (at % 100 === 0) expect(statementName('select again')).toBe(kept);
  }
  expect(countedTexts()).toBeLessThanOrEqual(1_000);
});

it('the least recently used statement gives way', () => {
  const statements = new PreparedStatements();
  for (let at = 0; at < mostPrepared; at += 1) expect(statements.add(`s${at}`).closed).toEqual([]);
  expect(statements.use('s0')).not.toBeNull();
  expect(statements.add('new').closed).toEqual(['s1']);
  expect(statements.use('s1')).toBeNull();
  expect(statements.use('s0')).not.toBeNull();
});
