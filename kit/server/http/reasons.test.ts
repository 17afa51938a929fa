import { expect, it } from 'vitest';
import { type Cause, tellReason, toldData, toldText } from './reasons.ts';

const cause: Cause = {
  bizCode: 'held',
  key: 'full',
  args: { who: 'A. Bank' },
  wayOut: 'ask',
  evidence: { path: '/paper?id=7', permission: 'paper:list' },
  neutral: 'plain',
};
const say = (key: string, args: object = {}) => (key === 'full' ? `held by ${Object.values(args).join()}` : key);

it('tells what a rule rests on to whoever may see it, and to all others a sentence that names nobody', () => {
  expect(tellReason({ say, may: (one) => one === 'paper:list' }, cause)).toEqual({
    guard: 'held',
    words: 'held by A. Bank',
    wayOut: 'ask',
    evidence: '/paper?id=7',
  });
  const other = tellReason({ say, may: () => false }, cause);
  expect(other).toMatchObject({ words: 'plain', evidence: null });
  expect(JSON.stringify(other)).not.toContain('Bank');
});

it('says the same once, and leaves other data as they are', () => {
  expect(toldData({ say, may: () => false }, { causes: [cause, cause] })).toEqual({ reasons: [expect.anything()] });
  expect(toldData({ say, may: () => false }, { n: 1 })).toEqual({ n: 1 });
});

it('says the refusal itself no plainer than its first cause', () => {
  const refused = { key: 'full', args: { who: 'A. Bank' }, data: { causes: [cause] } };
  expect(toldText({ say, may: () => false }, refused)).toBe('plain');
  expect(toldText({ say, may: () => true }, refused)).toBe('held by A. Bank');
  expect(toldText({ say, may: () => false }, { key: 'other', args: {}, data: { causes: [cause] } })).toBe('other');
});
