import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const pages = ['guide', 'operate'].flatMap((folder) =>
  readdirSync(join('docs', folder)).map((name) => join('docs', folder, name)),
);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const named = (text: string) => ({
  files: [...text.matchAll(/(?:apps|modules|e2e|deploy|tools)\/[\w./-]*\w/g)].map(([file]) => file),
  scripts: [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name),
  pictures: [...text.matchAll(/\]\(\.\.\/(pictures\/[^)]+)\)/g)].map(([, name = '']) => join('docs', name)),
});

it.each(pages)('%s names only what is there', (page) => {
  const { files, scripts: asked, pictures } = named(readFileSync(page, 'utf8'));
  expect([...files, ...pictures].filter((file) => !existsSync(file))).toEqual([]);
  expect(asked.filter((name) => !(name in scripts))).toEqual([]);
});

it('decisions are numbered without holes, in their names and in their titles', () => {
  const names = readdirSync('docs/decisions').filter((name) => name !== 'index.md');
  const wanted = names.map((_, index) => String(index + 1));
  expect(names.map((name) => String(Number(name.slice(0, 4))))).toEqual(wanted);
  const titles = names.map((name) => readFileSync(join('docs/decisions', name), 'utf8'));
  expect(titles.map((text) => /^# (\d+)\. /.exec(text)?.[1])).toEqual(wanted);
});

it('every line of the MLPS page names its proof or says that there is none', () => {
  const rows = readFileSync('docs/operate/mlps.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!要求|---)/.test(line));
  expect(rows.length).toBeGreaterThanOrEqual(18);
  const unproved = rows.filter((line) => !/`[\w./-]+`\s*\|$/.test(line) && !line.includes('**未做** | – |'));
  expect(unproved).toEqual([]);
});

it('control: a file, a script and a picture that are gone are seen', () => {
  expect(named('`apps/gone.ts` npm run vanish ![x](../pictures/no.png)')).toEqual({
    files: ['apps/gone.ts'],
    scripts: ['vanish'],
    pictures: ['docs/pictures/no.png'],
  });
});
