import { globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { covers, readRolePermissions } from '#db/reference-files.ts';
import { readPageKeys } from '#tools/built-pages.ts';
import { readCatalogue } from '#tools/catalogue.ts';
import { Tree } from '#tools/tree.ts';

type DailyWork = Readonly<Record<string, readonly string[]>>;
const files = globSync('modules/*/contract/daily-work.ts').map((file) => pathToFileURL(file).href);
const found: { dailyWork: DailyWork; firstPages?: Readonly<Record<string, string>> }[] = await Promise.all(
  files.map((file) => import(file)),
);
const works = found.flatMap((one) => Object.entries(one.dailyWork));
const permissions = readRolePermissions();
const tree = new Tree(process.cwd());
const built = new Set(readPageKeys(tree).map((one) => one.path));
const screens = new Map(readCatalogue(tree).map((one) => [one.path, one]));

it('every role that may do something has a menu of its daily work', () => {
  const declared = new Set(works.map(([role]) => role));
  expect([...permissions.keys()].filter((role) => role !== '*' && !declared.has(role))).toEqual([]);
});

it.each(works)('%s may open every page of its daily work', (role, paths) => {
  const held = ['*', role].flatMap((one) => permissions.get(one) ?? []);
  const opens = (path: string) =>
    built.has(path) &&
    (screens.get(path)?.permissions[0] ?? '').split('|').some((wanted) => held.some((one) => covers(one, wanted)));
  expect(paths.filter((path) => !opens(path))).toEqual([]);
});

it('a role of several modules begins its day on a page of its own work, and one module says which', () => {
  const first = found.flatMap((one) => Object.entries(one.firstPages ?? {}));
  expect(new Set(first.map(([role]) => role)).size).toBe(first.length);
  expect(first.filter(([role, path]) => !works.some(([one, paths]) => one === role && paths.includes(path)))).toEqual(
    [],
  );
});
