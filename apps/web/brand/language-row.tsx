import { setLanguage, useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { languages, toHeader } from '#kit/web/i18n/language.ts';
import s from './brand.module.css';
import { languageNames } from './language-names.ts';

/** The three languages side by side: found at a glance, and lighter than a menu. */
export function LanguageRow() {
  const t = useT();
  const current = useLanguage();
  return (
    <fieldset className={s.languages} aria-label={t('shell.language')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={toHeader(language)}
          aria-pressed={language === current}
          onClick={() => void setLanguage(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </fieldset>
  );
}
