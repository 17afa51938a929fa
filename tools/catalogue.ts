import type { Tree } from './tree.ts';

/** One line of `db/reference/screens/<module>.tsv`. */
export interface Screen {
  readonly module: string;
  readonly file: string;
  readonly line: number;
  readonly path: string;
  readonly kind: string;
  readonly permissions: readonly string[];
}

const folder = /^db\/reference\/screens\/([a-z]+)\.tsv$/;

/** Every screen the product is to have, built or not. */
export function readCatalogue(tree: Tree): Screen[] {
  return tree.matching(folder).flatMap((file) => {
    const [head = '', ...rows] = tree.read(file).trimEnd().split('\n');
    const names = head.split('\t');
    const module = folder.exec(file)?.[1] ?? '';
    return rows.map((row, index) => {
      const cells = row.split('\t');
      const cell = (name: string) => cells[names.indexOf(name)] ?? '-';
      const permissions = [cell('permission'), ...cell('actions').split('|')].filter((one) => one !== '-');
      return { module, file, line: index + 2, path: cell('path'), kind: cell('kind'), permissions };
    });
  });
}

/** A page the customer's specification names: a view by its name, a route that needs no login, or the page that reloads a tab. */
export interface SeedScreen {
  readonly path: string;
  readonly kind: 'view' | 'public' | 'redirect';
}

/** What the specification names; the rest of the catalogue we added. */
export function readSeedScreens(tree: Tree): SeedScreen[] {
  const [, ...rows] = tree.read('db/reference/seed-screens.tsv').trimEnd().split('\n');
  return rows.map((row) => {
    const [path = '', kind = ''] = row.split('\t');
    return { path, kind: kind as SeedScreen['kind'] };
  });
}
