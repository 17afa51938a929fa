import { withoutComments } from '../source-text.ts';
import { isTest, lineOf, type Tree } from '../tree.ts';
import { byPart, falling } from './falling.ts';

const named = /\b(?:from|join|into|update|using)\s+(?:only\s+|lateral\s+)?([a-z]+)\.([a-z0-9_]+)/gi;

const tablesOf = (tree: Tree): ReadonlySet<string> =>
  new Set(
    tree
      .matching(/^db\/.*\.sql$/)
      .flatMap((file) => [
        ...tree
          .read(file)
          .matchAll(/create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([a-z_]+\.[a-z0-9_]+)/gi),
      ])
      .map((match) => (match[1] ?? '').toLowerCase()),
  );

export const foreignTables = falling(
  'foreign-tables',
  'SQL of a module names its own tables, the kit’s, and the views and functions another module publishes (create view, create function in its migrations): its tables are its own business.',
  { 'modules/depot': 59, 'modules/prevention': 250, 'modules/registry': 33 },
  (tree) => {
    const tables = tablesOf(tree);
    const moduleOf = (file: string) => file.split('/')[1] ?? '';
    return byPart(
      tree.matching(/^modules\/[^/]+\/server\/.*\.ts$/).filter((file) => !isTest(file)),
      (file) => `modules/${moduleOf(file)}`,
      (file) => {
        const text = withoutComments(tree.read(file));
        return [...text.matchAll(named)]
          .filter(
            ([, schema = '', table]) =>
              schema !== 'kit' && schema !== moduleOf(file) && tables.has(`${schema}.${table}`),
          )
          .map(({ 1: schema, 2: table, index }) => ({
            place: `${file}:${lineOf(text, index)}`,
            what: `names ${schema}.${table}`,
          }));
      },
    );
  },
);
