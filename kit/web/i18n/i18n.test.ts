import { afterEach, expect, it } from 'vitest';
import { setLanguage, t } from './i18n.ts';
import { languageKey } from './language.ts';

afterEach(() => setLanguage('zh_CN'));

it('speaks zh_CN by default', () => expect(t('ok.saved')).toBe('保存成功'));

it('says a number with the word it takes', async () => {
  await setLanguage('en');
  expect(t('error.tooOften', { m: 1 })).toBe('Too many attempts, try again in 1 minute');
  expect(t('error.tooOften', { m: '2.5' })).toBe('Too many attempts, try again in 2.5 minutes');
  await setLanguage('zh_CN');
  expect(t('error.tooOften', { m: 1 })).toContain('1');
});

it('switches without a reload and stores the language under i18n-lang (R80)', async () => {
  await setLanguage('en');
  expect(t('ok.saved')).toBe('Saved');
  expect(t('error.tooLarge', { n: 5 })).toBe('File larger than 5 MB');
  expect(localStorage.getItem(languageKey)).toBe('en');
  expect(document.documentElement.lang).toBe('en');
  await setLanguage('zh_TW');
  expect(t('ok.saved')).toBe('儲存成功');
});
