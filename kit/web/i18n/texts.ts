import type { Language } from '#kit/contract/envelope.ts';

export type Texts = { readonly [key: string]: string | Texts };
type Load = () => Promise<Texts>;

// The engine's and the shell's Chinese is in the first load: it is the default and every language's fallback.
const bundled = import.meta.glob<Texts>(['../locales/zh_CN.json', '../../../apps/web/locales/zh_CN.json'], {
  eager: true,
  import: 'default',
});
const lazy = import.meta.glob<Texts>(
  [
    '../locales/*.json',
    '../../../apps/web/locales/*.json',
    '../../../apps/web/*/locales/*.json',
    '../../../modules/*/web/locales/*.json',
  ],
  { import: 'default' },
);

/** Texts of the engine and the shell are one source; each module is another, loaded with its first page, and so is a part of the shell with a folder of its own. */
export const baseSource = '';

function sourceOf(file: string): string {
  return /\/(?:modules\/([^/]+)\/web|apps\/web\/([^/]+))\/locales\//.exec(file)?.slice(1).find(Boolean) ?? baseSource;
}

export const bundledTexts: readonly Texts[] = Object.values(bundled);

export function loadersOf(source: string, language: Language): Load[] {
  return Object.entries(lazy)
    .filter(([file]) => sourceOf(file) === source && file.endsWith(`/${language}.json`) && !(file in bundled))
    .map(([, load]) => load);
}
