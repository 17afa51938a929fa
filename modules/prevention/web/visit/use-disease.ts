import { useLanguage } from '#kit/web/i18n/i18n.ts';
import type { DiseaseWords } from '#modules/prevention/contract/visit/visit-sheet.ts';

/** A disease in the language of the reader. */
export function useDisease(words: DiseaseWords | undefined): (code: string) => string {
  const language = useLanguage();
  const key = language === 'en' ? 'en' : language === 'zh_TW' ? 'tw' : 'zh';
  return (code) => words?.find((one) => one.code === code)?.[key] ?? code;
}
