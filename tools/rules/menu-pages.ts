import { dirname, posix } from 'node:path';
import { pageFiles, readPageKeys, readShellPaths } from '../built-pages.ts';
import { readCatalogue } from '../catalogue.ts';
import { readList } from '../reason-list.ts';
import { lineOf, type Tree } from '../tree.ts';
import type { Finding, Rule } from './rule.ts';

export const menuPages: Rule = {
  name: 'menu-pages',
  sentence:
    'A menu row is enabled because a page stands behind it: every key of a pages.ts is a path of the screen catalogue, claimed once, and loads a file that exists.',
  check(tree) {
    const paths = new Set(readCatalogue(tree).map((screen) => screen.path));
    // Pages of the shell that stand in no menu, each with its reason.
    const beside = readList(tree, 'tools/pages-beside-the-menu.txt');
    const claimed = new Map<string, string>();
    const findings: Finding[] = [];
    for (const { path, file, line } of [...readPageKeys(tree), ...readShellPaths(tree)]) {
      const place = `${file}:${line}`;
      if (!paths.has(path) && !beside.has(path))
        findings.push({ place, what: `${path} is not in db/reference/screens` });
      const other = claimed.get(path);
      if (other) findings.push({ place, what: `${path} is claimed by ${other} already` });
      claimed.set(path, place);
    }
    return [...findings, ...missingFiles(tree), ...missingRoutes(tree)];
  },
};

function missingFiles(tree: Tree): Finding[] {
  const known = new Set(tree.files);
  return tree.matching(pageFiles).flatMap((file) => {
    const text = tree.read(file);
    return [...text.matchAll(/import\('(\.[^']+|#[^']+)'\)/g)].flatMap(({ 1: target = '', index }) => {
      const path = target.startsWith('#') ? target.slice(1) : posix.join(dirname(file), target);
      return known.has(path)
        ? []
        : [{ place: `${file}:${lineOf(text, index)}`, what: `loads ${path}, which is not there` }];
    });
  });
}

function missingRoutes(tree: Tree): Finding[] {
  const shell = tree.matching(/^apps\/web\/.*\.tsx?$/).map((file) => tree.read(file));
  return readShellPaths(tree)
    .filter(({ path }) => !shell.some((text) => text.includes(`'${path}'`)))
    .map(({ path, file, line }) => ({ place: `${file}:${line}`, what: `${path} is named nowhere in apps/web` }));
}
