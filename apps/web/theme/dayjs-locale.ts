import { useEffect } from 'react';
import type { Language } from '#kit/contract/envelope.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';

const locales: Record<Language, { name: string; load: () => Promise<unknown> }> = {
  zh_CN: { name: 'zh-cn', load: () => import('dayjs/locale/zh-cn') },
  zh_TW: { name: 'zh-tw', load: () => import('dayjs/locale/zh-tw') },
  en: { name: 'en', load: async () => undefined },
};

/** Month and weekday names of date pickers come from dayjs, not from antd's texts. */
export function useDayjsLocale(): void {
  const language = useLanguage();
  useEffect(() => {
    const { name, load } = locales[language];
    void Promise.all([import('dayjs'), load()]).then(([{ default: dayjs }]) => dayjs.locale(name));
  }, [language]);
}
