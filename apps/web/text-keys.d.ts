import type shellTexts from './locales/zh_CN.json';
import type welcomeTexts from './welcome/locales/zh_CN.json';

declare module '#kit/web/i18n/i18n.ts' {
  interface TextSources {
    shell: typeof shellTexts;
    welcome: typeof welcomeTexts;
  }
}
