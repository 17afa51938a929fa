import { expect, it } from 'vitest';
import * as contract from '#kit/contract/envelope.ts';
import { defaultLanguage, languages, toHeader } from './language.ts';

it('says what the contract says', () => {
  expect(languages).toEqual(contract.languages);
  expect(defaultLanguage).toBe(contract.defaultLanguage);
  expect(languages.map(toHeader)).toEqual(contract.languages.map(contract.toHeader));
});
