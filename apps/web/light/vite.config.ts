import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { compressed } from '#tools/compressed-plugin.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const languages = ['zh_CN', 'zh_TW', 'en'];
const wanted = { animal: ['registry', 'publicAnimal'], label: ['traceability', 'publicTrace'] } as const;

/** Of the modules' texts those of this page alone: a phone on a market has no use for the others. */
function lightTexts(): Plugin {
  const id = 'virtual:light-texts';
  const textsOf = (language: string) =>
    Object.fromEntries(
      Object.entries(wanted).map(([name, [module, part]]) => {
        const file = join(root, 'modules', module, 'web', 'locales', `${language}.json`);
        return [name, JSON.parse(readFileSync(file, 'utf8'))[module][part]];
      }),
    );
  return {
    name: 'light-texts',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) =>
      source === `\0${id}`
        ? `export default ${JSON.stringify(Object.fromEntries(languages.map((one) => [one, textsOf(one)])))}`
        : null,
  };
}

/** The page behind a printed code, without the shell's libraries: built after the pages, beside them. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [lightTexts(), compressed()],
  build: {
    target: 'baseline-widely-available',
    outDir: '../../../dist/web',
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: join(import.meta.dirname, 't.html'),
      output: { entryFileNames: 'assets/light-[hash].js', assetFileNames: 'assets/light-[hash][extname]' },
    },
  },
});
