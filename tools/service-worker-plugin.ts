import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Chunk {
  readonly type: 'chunk' | 'asset';
  readonly fileName: string;
  readonly isEntry?: boolean;
  readonly facadeModuleId?: string | null;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/** What must be there without a network besides the forms of the field: the frame and the texts. */
const wanted = [/apps\/web\/(inside|app-holders)\.tsx$/, /\/web\/locales\/[^/]+\.json$/];
/** A page that imports one of these, itself or by its own parts, is filled in where there may be no network. */
const fieldParts = /\/kit\/web\/field\/(outbox|kept-query)\.ts$/;
const isKit = /\/kit\//;
const isPage = /\/modules\/[^/]+\/web\/.*\.page\.tsx$/;
/** Loaded on demand by something wanted, and wanted too: its panels. */
const panels = [
  /modules\/prevention\/web\/visit\//,
  /modules\/breeding\/web\/service\//,
  /antd\/(es\/)?locale\//,
  /dayjs\/(esm\/)?locale\//,
  /kit\/web\/map\/centre/,
];

/** Writes the service worker with the names of what it has to keep. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    // After the builder's own last look, which drops chunks that turned out empty.
    enforce: 'post',
    generateBundle(_, bundle) {
      const all = bundle as unknown as Readonly<Record<string, Chunk>>;
      const files = new Set<string>();
      const take = (name: string) => {
        const chunk = all[name];
        if (!chunk || files.has(name)) return;
        files.add(name);
        for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
        for (const one of chunk.imports ?? []) take(one);
      };
      const matches = (chunk: Chunk, patterns: readonly RegExp[]) =>
        patterns.some((one) => one.test((chunk.facadeModuleId ?? '').replaceAll('\\', '/')));
      const isField = (page: string, seen = new Set<string>()): boolean =>
        (this.getModuleInfo(page)?.importedIds ?? []).some((id) => {
          if (seen.has(id)) return false;
          seen.add(id);
          return fieldParts.test(id) || (id.includes('/modules/') && !isKit.test(id) && isField(id, seen));
        });
      const isFieldPage = ({ facadeModuleId: page }: Chunk) => !!page && isPage.test(page) && isField(page);
      for (const chunk of Object.values(all)) {
        if (chunk.type !== 'chunk') continue;
        if (chunk.isEntry || matches(chunk, wanted) || matches(chunk, panels) || isFieldPage(chunk))
          take(chunk.fileName);
      }
      // Written beside the chunks, by the plugin of that name.
      const early = Object.keys(all).filter((name) => name.startsWith('assets/early-'));
      for (const name of early) files.add(name);
      const list = ['/', '/logo.svg', '/manifest.webmanifest', ...[...files].sort().map((one) => `/${one}`)];
      const version = createHash('sha256').update(list.join()).digest('hex').slice(0, 12);
      const source = readFileSync(join(import.meta.dirname, '../apps/web/service-worker.js'), 'utf8')
        .replace("'__FILES__'", JSON.stringify(list))
        .replace('__VERSION__', version);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}
