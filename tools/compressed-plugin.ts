import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const text = /\.(js|css|html|svg|json|webmanifest)$/;
/** Below this an answer fits one packet either way. */
const least = 1024;

/** Lays every text file of the pages beside itself as brotli and gzip, once, so that the program sends them without work. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true });
      for (const name of names.filter((one) => text.test(one))) {
        const path = join(folder, name);
        // A second build lays its few files beside those of the first, which are done.
        const done = await stat(`${path}.br`).catch(() => null);
        if (done && done.mtimeMs >= (await stat(path)).mtimeMs) continue;
        const content = await readFile(path);
        if (content.length < least) continue;
        const [small, common] = await Promise.all([
          promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
          promisify(gzip)(content, { level: 9 }),
        ]);
        await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, common)]);
      }
    },
  };
}
