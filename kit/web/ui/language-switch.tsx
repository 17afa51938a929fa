// Chinese in this file: each language is shown by its own character, whichever is in use.

import { Segmented } from 'antd';
import { setLanguage, useLanguage } from '#kit/web/i18n/i18n.ts';

/** The three languages by one sign each, for pages that stand outside the shell. */
export function LanguageSwitch() {
  const language = useLanguage();
  return (
    <Segmented
      size="small"
      value={language}
      onChange={(value) => void setLanguage(value as typeof language)}
      options={[
        { value: 'zh_CN', label: '简' },
        { value: 'zh_TW', label: '繁' },
        { value: 'en', label: 'EN' },
      ]}
    />
  );
}
