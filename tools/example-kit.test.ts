import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync('docs/kit-parts.md', 'utf8');
const examplesOf = (text: string) => [
  ...text.matchAll(/<!-- example: (\w+) -->\s+```ts\n([\s\S]*?)```\s+<!-- end of example -->/g),
];
const kernels = examplesOf(readFileSync('docs/depot-kernel.md', 'utf8'));
const examples = [...examplesOf(page), ...kernels];
const folder = join(import.meta.dirname, '..', '.tsbuild', 'example-kit');

test('every part has an example, and each compiles', () => {
  expect(kernels.length).toBeGreaterThan(0);
  expect(examples).toHaveLength((page.match(/^## /gm)?.length ?? 0) + kernels.length);
  mkdirSync(folder, { recursive: true });
  for (const [, name = '', text = ''] of examples) writeFileSync(join(folder, `${name}.ts`), text);
  const config = {
    extends: '../../tsconfig.base.json',
    compilerOptions: { composite: false, emitDeclarationOnly: false, noEmit: true, types: ['node'], rootDir: '../..' },
    // The server's own entry brings the types its plugins add.
    files: ['../../kit/server/http/app.ts', ...examples.map(([, name]) => `${name}.ts`)],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { status, stdout } = spawnSync('node_modules/.bin/tsc', ['-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
}, 240_000);
