import { expect, it } from 'vitest';
import { Texts } from '#kit/server/http/texts.ts';

const texts = new Texts(process.cwd());

it('says a number with the word it takes', () => {
  expect(texts.say('en', 'error.tooOften', { m: 1 })).toBe('Too many attempts, try again in 1 minute');
  expect(texts.say('en', 'error.tooOften', { m: 15 })).toBe('Too many attempts, try again in 15 minutes');
  expect(texts.say('zh_CN', 'error.tooOften', { m: 1 })).toBe('尝试过于频繁，请 1 分钟后再试');
});

it('takes the form for one of a text within another', () => {
  const said = (n: number) => texts.say('en', 'depot.ledger.short', { n, unit: '@depot.unit.dose', m: 5 });
  expect(said(1)).toContain('1 dose available');
  expect(said(2)).toContain('2 doses available');
});
