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
