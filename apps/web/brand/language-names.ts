import type { Language } from '#kit/contract/envelope.ts';

// Chinese in this file: each language is called by its own name, whichever is in use.

/** Each language by its own name, so that it is found whichever is in use. */
export const languageNames: Record<Language, string> = { zh_CN: '简体中文', zh_TW: '繁體中文', en: 'English' };
