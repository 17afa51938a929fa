import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync('docs/kit-parts.md', 'utf8');
const [, ...sections] = page.split(/^## /m);
const kernel = ['depot', 'sign', 'cure'].map((name) => readFileSync(`docs/${name}-kernel.md`, 'utf8')).join('\n');
const marked = (kind: string, text = page) => [
  ...text.matchAll(
    new RegExp(`<!-- ${kind}: (\\w+) -->\\s+\`\`\`ts\\n([\\s\\S]*?)\`\`\`\\s+<!-- end of example -->`, 'g'),
  ),
];

function compile(
  side: string,
  examples: readonly RegExpExecArray[],
  options: object,
  first: readonly string[],
): string {
  const folder = join(import.meta.dirname, '..', '.tsbuild', `example-${side}`);
  mkdirSync(folder, { recursive: true });
  for (const [, name = '', text = ''] of examples) writeFileSync(join(folder, `${name}.ts`), text);
  const config = {
    extends: '../../tsconfig.base.json',
    compilerOptions: { composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: '../..', ...options },
    files: [...first, ...examples.map(([, name]) => `${name}.ts`)],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { status, stdout } = spawnSync('node_modules/.bin/tsc', ['-p', folder], { encoding: 'utf8' });
  return status === 0 ? stdout : `${stdout}\nended with ${status}`;
}

test('every part has an example, and each compiles on its side', () => {
  expect(sections.filter((one) => !/<!-- (page )?example: /.test(one)).map((one) => one.split('\n')[0])).toEqual([]);
  const kernels = marked('example', kernel);
  expect(kernels.length).toBeGreaterThan(0);
  // The server's own entry brings the types its plugins add.
  expect(
    compile('kit', [...marked('example'), ...kernels], { types: ['node'] }, ['../../kit/server/http/app.ts']),
  ).toBe('');
  const { compilerOptions } = JSON.parse(readFileSync('tsconfig.web.json', 'utf8')) as { compilerOptions: object };
  expect(compile('page', marked('page example'), { ...compilerOptions, rootDir: '../..', outDir: undefined }, [])).toBe(
    '',
  );
}, 240_000);
