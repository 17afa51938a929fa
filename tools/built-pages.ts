import { Tree } from './tree.ts';

export interface PageKey {
  readonly path: string;
  readonly file: string;
  readonly line: number;
}

/** Where pages are declared: one file per module and one of the shell, each a record from menu path to page. */
export const pageFiles = /^(modules\/[^/]+\/web|apps\/web)\/pages\.tsx?$/;
const key = /(?:^|[{,])\s*'(\/[^']*)':/g;
/** Catalogue paths the shell draws by its own routes (logins, exceptions), one per line. */
const shellPaths = 'tools/shell-paths.txt';

export function readPageKeys(tree: Tree): PageKey[] {
  return tree.matching(pageFiles).flatMap((file) =>
    tree
      .read(file)
      .split('\n')
      .flatMap((text, index) => [...text.matchAll(key)].map(([, path = '']) => ({ path, file, line: index + 1 }))),
  );
}

export function readShellPaths(tree: Tree): PageKey[] {
  if (!tree.files.includes(shellPaths)) return [];
  const lines = tree.read(shellPaths).split('\n');
  return lines.flatMap((path, index) => (path.startsWith('/') ? [{ path, file: shellPaths, line: index + 1 }] : []));
}

/** Menu paths that have a page, so that the loader of menus can leave the others disabled. */
export function builtPages(root: string): Set<string> {
  return new Set(readPageKeys(new Tree(root)).map((one) => one.path));
}
