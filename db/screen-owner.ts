import type { TsvRow } from './reference-files.ts';

/** A line of the screen catalogue with the module it belongs to. */
export interface Screen {
  readonly path: string;
  readonly kind: string;
  readonly entity: string;
  readonly permission: string;
  /** Directory of the menu; empty outside it. */
  readonly menu: string;
  readonly module: string;
}

export const screenOf = (row: TsvRow, module: string): Screen => ({
  path: row.path ?? '',
  kind: row.kind ?? '',
  entity: row.entity ?? '',
  permission: row.permission ?? '',
  menu: row.menu ?? '',
  module,
});

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const areaOf = (permission: string): string => permission.slice(0, permission.lastIndexOf(':'));

/** `/a/animalDetail` and `/a/animal/detail` extend `/a/animal`; `/a/animals` does not. */
const extendsPath = (path: string, shorter: string): boolean =>
  path.startsWith(shorter) && /^[/A-Z]/.test(path.slice(shorter.length));

/**
 * The menu entry a page outside the menu belongs to, of the same module and system: the one whose path it extends, else the one with
 * its permission, its entity or its permission's area, else the first list of its folder, else the entry before it in the catalogue.
 */
export function ownerOf(page: Screen, catalogue: readonly Screen[]): string | null {
  if (page.menu || !page.permission) return null;
  const system = page.path.split('/')[1];
  const entries = catalogue.filter(
    (one) => one.menu && one.module === page.module && one.path.split('/')[1] === system,
  );
  const at = catalogue.indexOf(page);
  const folder = folderOf(page.path);
  const owner =
    entries
      .filter((one) => extendsPath(page.path, one.path))
      .toSorted((one, other) => other.path.length - one.path.length)[0] ??
    entries.find((one) => one.permission === page.permission) ??
    entries.find((one) => one.entity === page.entity) ??
    entries.find((one) => areaOf(one.permission) === areaOf(page.permission)) ??
    entries.find((one) => one.kind === 'list' && folder.lastIndexOf('/') > 0 && folderOf(one.path) === folder) ??
    entries.findLast((one) => catalogue.indexOf(one) < at);
  return owner?.path ?? null;
}
