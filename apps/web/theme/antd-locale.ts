import type { ConfigProviderProps } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { useEffect, useState } from 'react';
import type { Language } from '#kit/contract/envelope.ts';

type AntdLocale = NonNullable<ConfigProviderProps['locale']>;

const loaders: Record<Language, () => Promise<AntdLocale>> = {
  zh_CN: async () => zhCN,
  zh_TW: async () => (await import('antd/locale/zh_TW')).default,
  en: async () => (await import('antd/locale/en_US')).default,
};

/** antd's own texts in the language; the former ones stay until the new ones are here. */
export function useAntdLocale(language: Language): AntdLocale {
  const [locale, setLocale] = useState<AntdLocale>(zhCN);
  useEffect(() => {
    let wanted = true;
    void loaders[language]().then((loaded) => wanted && setLocale(loaded));
    return () => {
      wanted = false;
    };
  }, [language]);
  return locale;
}
