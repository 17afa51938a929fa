// What is offered works: whoever may open a page may open the pages its buttons and links lead to, or the code asks first.
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { covers, readRolePermissions } from '#db/reference-files.ts';
import { permissionFor } from '#kit/contract/resource.ts';
import { modules } from '#modules/index.contract.ts';
import { pageFiles } from '#tools/built-pages.ts';
import { readCatalogue } from '#tools/catalogue.ts';
import { Tree } from '#tools/tree.ts';

const tree = new Tree(process.cwd());
const known = new Set(tree.files);
const screens = new Map(readCatalogue(tree).map((one) => [one.path, one.permissions[0] ?? '']));
const roles = [...readRolePermissions()].filter(([role]) => role !== '*');
const everybody = readRolePermissions().get('*') ?? [];
const holds = (held: readonly string[], permission: string) =>
  permission.split('|').some((wanted) => [...everybody, ...held].some((one) => covers(one, wanted)));
/** Permission to make a new record, by the path of the list that `?open=new` opens the form on. */
const addOf = new Map(
  modules.flatMap((one) =>
    (one.resources ?? []).flatMap((resource) =>
      resource.screen && resource.operations.includes('add')
        ? [[resource.screen, permissionFor(resource, 'add')] as const]
        : [],
    ),
  ),
);

/** Files of the web that a page draws itself with, by the imports in them; pages of other files lead their own lives. */
function filesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, from = ''] of tree.read(file).matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
    const to = from.startsWith('.') ? normalize(join(dirname(file), from)) : from.replace(/^#/, '');
    if (/^modules\/[^/]+\/web\//.test(to) && known.has(to) && !pageFiles.test(to)) filesOf(to, seen);
  }
  return seen;
}

const pages = tree.matching(pageFiles).flatMap((file) =>
  [...tree.read(file).matchAll(/'(\/[^']+)':\s*\(\) =>\s*import\('([^']+)'\)/g)].map(([, path = '', from = '']) => ({
    path,
    file: from.startsWith('.') ? normalize(join(dirname(file), from)) : from.replace(/^#/, ''),
  })),
);

/** Links draw themselves as plain text to whoever may not follow them, and a list asks before it opens its form. */
const asksItself = /<(?:PageLink|MaybeLink|Opens)\b[\s\S]*?>|\bonForm=.*/g;
/** Somebody asked, in the same expression: by permission, by the row's `_can`, by what may be opened. */
const asked = /_can\b|\b(?:can|has)\(|\bmay\w*\b/;
const near = 320;

/** Literals that name a page which are offered without asking, with the permission behind them. */
function unasked(file: string): { to: string; wanted: string }[] {
  const text = tree.read(file).replace(asksItself, '');
  // Whatever else names an address hands it to one of those that ask.
  if (!text.includes('openPage(')) return [];
  const found = text.matchAll(/(?<!import\()['"`](\/[a-zA-Z]+\/[a-zA-Z/]+)(\?open=new)?[^'"`]*['"`]/g);
  return [...found].flatMap(({ index, 1: to = '', 2: isNew }) => {
    const opens = screens.get(to) ?? '';
    // A name for an address is asked about where it is used.
    const isAsked =
      asked.test(text.slice(Math.max(0, index - near), index + near / 2)) ||
      /const \w+ = $|\(id\) => $/.test(text.slice(0, index));
    return [...(isAsked ? [] : [opens]), ...(isNew ? [addOf.get(to) ?? ''] : [])]
      .filter((one) => one && !text.includes(`'${one}'`))
      .map((wanted) => ({ to, wanted }));
  });
}

it('offers no button without its page or its form', () => {
  expect(pages.length).toBeGreaterThan(80);
  const faults = pages.flatMap(({ path, file }) => {
    const opens = screens.get(path) ?? '';
    const visitors = roles.filter(([, held]) => opens && holds(held, opens));
    return [...filesOf(file)].flatMap((part) =>
      unasked(part).flatMap(({ to, wanted }) => {
        const refused = visitors.filter(([, held]) => !holds(held, wanted)).map(([role]) => role);
        return refused.length > 0 ? [`${part}: ${to} needs ${wanted}, which ${refused.join()} of ${path} lack`] : [];
      }),
    );
  });
  expect([...new Set(faults)]).toEqual([]);
});
