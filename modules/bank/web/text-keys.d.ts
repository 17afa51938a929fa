import type texts from './locales/zh_CN.json';

declare module '#kit/web/i18n/i18n.ts' {
  interface TextSources {
    bank: typeof texts;
  }
}
