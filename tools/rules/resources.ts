import type { Field, Fields } from '#kit/contract/field.ts';
import { snake } from '#kit/contract/naming.ts';
import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import { loadModules } from '../contracts.ts';
import { withoutComments } from '../source-text.ts';
import { isTest, lineOf, type Tree } from '../tree.ts';
import type { Finding, Rule } from './rule.ts';

export const resources: Rule = {
  name: 'resources',
  sentence:
    'A resource is served when contract/module.ts of its module lists it under `resources`, and each field of its form is a column of its table, in snake_case.',
  async check(tree) {
    const listed = (await loadModules(tree)).flatMap((module) => module.resources);
    return [...unlisted(tree, listed), ...misnamed(tree, listed)];
  },
};

function unlisted(tree: Tree, listed: readonly AnyResource[]): Finding[] {
  const known = new Set(listed.map(fullName));
  const declared = /const (\w+) = defineResource\(\s*\{\s*module: '(\w+)',\s*name: '(\w+)'/g;
  return tree
    .matching(/^modules\/[^/]+\/contract\/.*\.ts$/)
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const text = withoutComments(tree.read(file));
      return [...text.matchAll(declared)]
        .filter(([, constant, module, name]) => {
          const face = `modules/${module}/contract/module.ts`;
          // One that is served in part lists the calls it has.
          const isInPart = tree.files.includes(face) && tree.read(face).includes(`endpointsOf(${constant})`);
          return !isInPart && !known.has(`${module}.${name}`);
        })
        .map(({ 2: module, 3: name, index }) => ({
          place: `${file}:${lineOf(text, index)}`,
          what: `${module}.${name} is not among the resources of modules/${module}/contract/module.ts`,
        }));
    });
}

/** Of tables that a migration creates; an amount of money may be stored in cents. */
function misnamed(tree: Tree, listed: readonly AnyResource[]): Finding[] {
  const columns = columnsOf(tree);
  return listed.flatMap((resource) => {
    const table = `${resource.module}.${snake(resource.name)}`;
    const own = columns.get(table);
    if (!own) return [];
    return (resource.form as string[]).flatMap((name): Finding[] => {
      const one = (resource.fields as Fields)[name] as Field;
      const column = one.pii ? `${snake(name)}_enc` : snake(name);
      return one.kind === 'point' ||
        one.kind === 'lines' ||
        one.derived ||
        own.has(column) ||
        own.has(`${column}_cents`)
        ? []
        : [{ place: fullName(resource), what: `${name}: ${table} has no column ${column}` }];
    });
  });
}

function columnsOf(tree: Tree): Map<string, Set<string>> {
  const tables = new Map<string, Set<string>>();
  for (const file of tree.matching(/^db\/migrations\/.*\.sql$/)) {
    const text = tree.read(file).replace(/--.*$/gm, '');
    for (const [, table = '', body = ''] of text.matchAll(/create (?:unlogged )?table ([a-z_.]+) \(\n([\s\S]*?)\n\)/g))
      tables.set(table, new Set([...body.matchAll(/(?:^|,) *\b([a-z_][a-z0-9_]*) /gm)].map((match) => match[1] ?? '')));
    for (const [, table = '', body = ''] of text.matchAll(/alter table (?:only )?([a-z_.]+)([^;]*);/g))
      for (const [, from, to] of body.matchAll(/(?:add column (?:if not exists )?|rename (?:column )?\w+ to )(\w+)()/g))
        tables.get(table)?.add(from ?? to ?? '');
  }
  return tables;
}
