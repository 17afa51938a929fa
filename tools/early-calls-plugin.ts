import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Chunk {
  readonly type: 'chunk' | 'asset';
  readonly isEntry?: boolean;
  readonly facadeModuleId?: string | null;
  readonly imports?: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

const wanted = { login: /apps\/web\/login\/login-page\.tsx$/, inside: /apps\/web\/inside\.tsx$/ };

/** Scripts and styles of a chunk and all it imports. */
function filesOf(all: Readonly<Record<string, Chunk>>, names: readonly string[]): Set<string> {
  const files = new Set<string>();
  const take = (name: string) => {
    const chunk = all[name];
    if (!chunk || files.has(name)) return;
    files.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const one of chunk.imports ?? []) take(one);
  };
  for (const name of names) take(name);
  return files;
}

/** Puts apps/web/early.js before everything else on the entry page, with the names of the login page's files and the frame's. */
export function earlyCalls(): Plugin {
  const source = readFileSync(join(import.meta.dirname, '../apps/web/early.js'), 'utf8');
  let made: { readonly fileName: string; readonly source: string } | undefined;
  return {
    name: 'early-calls',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const all = (bundle ?? {}) as unknown as Readonly<Record<string, Chunk>>;
        const chunks = Object.entries(all).filter(([, one]) => one.type === 'chunk');
        // The entry page names these itself.
        const there = filesOf(
          all,
          chunks.filter(([, one]) => one.isEntry).map(([name]) => name),
        );
        const beside = (source: RegExp) => {
          const own = chunks.filter(([, one]) => source.test((one.facadeModuleId ?? '').replaceAll('\\', '/')));
          const names = own.map(([name]) => name);
          if (names.length === 0) throw new Error(`the build has no chunk of its own for ${source}`);
          return [...filesOf(all, names)].filter((file) => !there.has(file)).map((file) => `/${file}`);
        };
        const files = { login: beside(wanted.login), inside: beside(wanted.inside) };
        const text = source.replace("'__FILES__'", JSON.stringify(files));
        const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
        made = { fileName: `assets/early-${hash}.js`, source: text };
        return [{ tag: 'script', attrs: { src: `/${made.fileName}` }, injectTo: 'head-prepend' }];
      },
    },
    generateBundle() {
      if (made) this.emitFile({ type: 'asset', ...made });
    },
  };
}
