import { expect, test } from 'vitest';
import { readCatalogue, readSeedScreens } from './catalogue.ts';
import { Tree } from './tree.ts';

const tree = new Tree(process.cwd());

test('the catalogue holds the 301 views and 25 public routes of the specification, each once', () => {
  const seed = readSeedScreens(tree);
  const count = (kind: string) => seed.filter((one) => one.kind === kind).length;
  expect([count('view'), count('public'), count('redirect')]).toEqual([301, 25, 1]);
  const paths = readCatalogue(tree).map((one) => one.path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(seed.map((one) => one.path).filter((path) => !paths.includes(path))).toEqual([]);
});
