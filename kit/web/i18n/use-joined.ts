import { useLanguage } from '#kit/web/i18n/i18n.ts';

/** Puts things one after the other as the language does. */
export function useJoined(): (parts: readonly string[]) => string {
  const language = useLanguage();
  return (parts) => parts.join(language === 'en' ? ', ' : '、');
}
