import { withoutComments } from '../source-text.ts';
import { isTest, lineOf, type Tree } from '../tree.ts';
import type { Finding, Rule } from './rule.ts';

/** The engine's own writers, which write whatever table they are given: rows, lines of documents, and the renewal of sealed values. */
const writers = new Set(['kit/server/resource/write.ts', 'kit/server/resource/lines.ts', 'kit/server/pii/reseal.ts']);
const name = '"?([a-z_][a-z0-9_]*|\\$\\{)"?';
const sqlWrite = new RegExp(
  `\\b(?:insert\\s+into|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?|update)\\s+(?:only\\s+)?${name}(?:\\.${name})?`,
  'gi',
);
const builderWrite = /\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*(?:(['"`])([^'"`]*)\1|[^)])/g;

interface Write {
  readonly index: number;
  /** Undefined when the text does not tell. */
  readonly schema: string | undefined;
  readonly table: string | undefined;
}

export const writePath: Rule = {
  name: 'write-path',
  sentence:
    'A table is written in one place: by kit/server/resource/write.ts, or by <table>.ts (its parts: <table>.<part>.ts) below modules/<schema>/server/ of the module that owns it. Others call that file; nobody outside kit/server writes schema kit.',
  check(tree) {
    const tables = migratedTables(tree);
    return tree
      .matching(/^(kit|modules|apps)\/.*\.tsx?$/)
      .filter((file) => !isTest(file) && !writers.has(file))
      .flatMap((file) => {
        const text = withoutComments(tree.read(file));
        return writesIn(text, tables)
          .filter((write) => !isAllowed(file, write))
          .map((write): Finding => ({ place: `${file}:${lineOf(text, write.index)}`, what: inWords(write) }));
      });
  },
};

function migratedTables(tree: Tree): Set<string> {
  const created = /create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?[a-z_]+\.([a-z0-9_]+)/gi;
  const names = tree.matching(/^db\/.*\.sql$/).flatMap((file) => [...tree.read(file).matchAll(created)]);
  return new Set(names.map((match) => match[1] ?? ''));
}

function writesIn(text: string, tables: ReadonlySet<string>): Write[] {
  const writes: Write[] = [];
  for (const match of text.matchAll(sqlWrite)) {
    const [, first = '', second] = match;
    if (first === '${' || second === '${') writes.push({ index: match.index, schema: undefined, table: undefined });
    else if (second) writes.push({ index: match.index, schema: first, table: second });
    // Without a schema it is a common table expression, a temporary table or prose, unless such a table exists.
    else if (tables.has(first)) writes.push({ index: match.index, schema: undefined, table: first });
  }
  for (const match of text.matchAll(builderWrite)) {
    const [schema, table] = (match[2]?.split(' ')[0] ?? '').split('.');
    writes.push({ index: match.index, schema: table ? schema : undefined, table: table ?? schema });
  }
  return writes;
}

function isAllowed(file: string, { schema, table }: Write): boolean {
  if (!schema || !table) return false;
  if (schema === 'kit') return file.startsWith('kit/server/');
  const noun = table.replaceAll('_', '-');
  const own = `modules/${schema}/server/`;
  if (!file.startsWith(own)) return false;
  const name = file.split('/').at(-1) ?? '';
  // A folder is a topic and may have a table's name: only the file's own name counts.
  return name === `${noun}.ts` || name.startsWith(`${noun}.`);
}

function inWords({ schema, table }: Write): string {
  if (schema && table) return `writes ${schema}.${table}`;
  return table ? `writes ${table} without naming its schema` : 'writes a table whose name is not in the text';
}
