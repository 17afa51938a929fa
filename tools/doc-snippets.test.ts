import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gone, snippetsIn } from './doc-snippets.ts';

const docs = readdirSync('docs').filter((name) => name.endsWith('.md'));

test('code that the documents quote stands in the files they name', () => {
  const quoted = docs.flatMap((doc) =>
    snippetsIn(readFileSync(join('docs', doc), 'utf8')).map((snippet) => ({ doc, snippet })),
  );
  expect(quoted.length).toBeGreaterThanOrEqual(7);
  const stale = quoted.flatMap(({ doc, snippet }) => {
    if (!existsSync(snippet.file)) return [`docs/${doc}: ${snippet.file} is not there`];
    return gone(snippet, readFileSync(snippet.file, 'utf8')).map(
      (part) => `docs/${doc}: ${snippet.file} no longer holds\n${part}`,
    );
  });
  expect(stale).toEqual([]);
});

test('control: a changed line, a cut line and a changed order are seen', () => {
  const [snippet] = snippetsIn('Text.\n\n`a/b.ts`:\n\n```ts\none();\ntwo();\n…\n  four();\n```\n');
  if (!snippet) throw new Error('not found');
  expect(snippet).toEqual({ file: 'a/b.ts', parts: ['one();\ntwo();', '  four();'] });
  const source = 'zero();\none();\ntwo();\nthree();\n  four();\n';
  expect(gone(snippet, source)).toEqual([]);
  expect(gone(snippet, source.replace('two', 'too'))).toEqual(['one();\ntwo();']);
  expect(gone(snippet, source.replace('  four();', '  four(); five();'))).toEqual(['  four();']);
  expect(gone(snippet, '  four();\none();\ntwo();\n')).toEqual(['  four();']);
});
