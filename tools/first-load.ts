// What the browser loads before the login page and before a list page stand, gzipped, against the budget (W1).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const out = 'dist/web';
const manifestFile = join(out, '.vite/manifest.json');

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

interface Page {
  readonly name: string;
  readonly mostKilobytes: number;
  /** Sources loaded on demand on the way, relative to apps/web. */
  readonly needs: readonly string[];
}

const login = ['login/login-page.tsx'];
const pages: readonly Page[] = [
  { name: 'login', mostKilobytes: 220, needs: login },
  {
    name: 'list page in all',
    mostKilobytes: 470,
    needs: [
      ...login,
      'inside.tsx',
      '../../kit/web/resource/resource-page.tsx',
      '../../modules/platform/contract/account/sys-post.ts',
      '../../modules/platform/web/locales/zh_CN.json',
    ],
  },
];

function filesOf(manifest: Readonly<Record<string, Chunk>>, needs: readonly string[]): string[] {
  const files = new Set(['index.html']);
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk)
      throw new Error(`the build has no chunk of its own for ${name}: it went into another one, or was renamed`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
  for (const name of [...entries, ...needs]) visit(name);
  return [...files];
}

/** Chunks that import each other in a cycle: which of them runs first is not defined, and a page may fail. */
function cyclesIn(manifest: Readonly<Record<string, Chunk>>): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (name: string, above: readonly string[]) => {
    if (above.includes(name)) {
      cycles.push([...above.slice(above.indexOf(name)), name].map((one) => manifest[one]?.file ?? one).join(' → '));
      return;
    }
    if (done.has(name)) return;
    done.add(name);
    for (const imported of manifest[name]?.imports ?? []) walk(imported, [...above, name]);
  };
  for (const name of Object.keys(manifest)) walk(name, []);
  return cycles;
}

/** The page behind a printed code has an entry of its own; all it names is all it loads. */
function lightBytes(): number {
  const html = readFileSync(join(out, 't.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file as string);
  if (named.length < 2) throw new Error('t.html names no script and style of its own');
  return ['t.html', ...named].reduce((sum, file) => sum + gzipSync(readFileSync(join(out, file))).length, 0);
}

function main(): number {
  if (!existsSync(manifestFile)) {
    console.error(`${manifestFile} is not there: npm run build first`);
    return 1;
  }
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>;
  let over = 0;
  for (const { name, mostKilobytes, needs } of pages) {
    const files = filesOf(manifest, needs);
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(out, file))).length, 0);
    const kilobytes = bytes / 1024;
    const holds = kilobytes <= mostKilobytes;
    if (!holds) over++;
    const verdict = `${kilobytes.toFixed(0).padStart(5)} KB of ${mostKilobytes} in ${files.length} files`;
    console.log(`${holds ? 'ok    ' : 'OVER  '}  ${name.padEnd(18)}${verdict}`);
  }
  const light = lightBytes();
  const mostLight = 80 * 1024;
  if (light > mostLight) over++;
  console.log(
    `${light <= mostLight ? 'ok    ' : 'OVER  '}  ${'printed code'.padEnd(18)}${(light / 1024).toFixed(0).padStart(5)} KB of 80`,
  );
  // Reported, not gating: a page grows by a kilobyte with every screen's texts, and people read this line.
  if (over > 0) console.log(`first load: ${over} over its budget`);
  const cycles = cyclesIn(manifest);
  for (const cycle of cycles) console.error(`chunks in a cycle: ${cycle}`);
  return cycles.length === 0 ? 0 : 1;
}

process.exitCode = main();
