import { basename } from 'node:path';
import { lineOf, type Tree } from '../tree.ts';
import type { Finding, Rule } from './rule.ts';

const table = 'db/migrations/ranges.tsv';

interface Range {
  readonly from: number;
  readonly to: number;
  /** Undefined: for every module. */
  readonly module: string | undefined;
}

export const migrationRanges: Rule = {
  name: 'migration-ranges',
  sentence: `Branches that grow side by side take migration numbers from the ranges of ${table}, each number once. A file in a module's range is named NNNN_<module>_<what>.sql and defines, alters and writes nothing of another module's schema or of the kit's; it may read, and set triggers of its own.`,
  check(tree) {
    const ranges = readRanges(tree);
    const begin = Math.min(...ranges.map((range) => range.from));
    const files = tree
      .matching(/^db\/migrations\/\d{4}_\w+\.sql$/)
      .map((file) => ({ file, number: Number(basename(file).slice(0, 4)), module: basename(file).split('_')[1] ?? '' }))
      .filter(({ number }) => number >= begin);
    return files.flatMap(({ file, number, module }, at): Finding[] => {
      const before = files[at - 1];
      if (before?.number === number) return [{ place: file, what: `has the number of ${before.file}` }];
      const range = ranges.find(({ from, to }) => from <= number && number <= to);
      if (!range) return [{ place: file, what: 'has a number of no range' }];
      if (!range.module) return wrongRange(file, module, number, ranges);
      if (range.module !== module) return [{ place: file, what: `has a number of the range of ${range.module}` }];
      return foreignStatements(file, tree.read(file), module);
    });
  },
};

function readRanges(tree: Tree): Range[] {
  if (!tree.files.includes(table)) return [];
  const [, ...lines] = tree.read(table).trimEnd().split('\n');
  return lines.map((line) => {
    const [from, to, module] = line.split('\t');
    return { from: Number(from), to: Number(to), module: module === '-' ? undefined : module };
  });
}

/** Once its range is used up, a module goes on in the last one, which is for everybody. */
function wrongRange(file: string, module: string, number: number, ranges: readonly Range[]): Finding[] {
  const own = ranges.find((range) => range.module === module);
  return own && number < own.from
    ? [{ place: file, what: `is of ${module}, whose range begins at ${String(own.from).padStart(4, '0')}` }]
    : [];
}

const objects = 'table|(?:materialized )?view|function|procedure|sequence|type|schema|domain';
const defines = new RegExp(
  [
    `\\b(?:create|alter|drop)\\s+(?:or\\s+replace\\s+)?(?:unlogged\\s+)?(?:${objects})\\s+(?:if\\s+(?:not\\s+)?exists\\s+)?(?:only\\s+)?`,
    '\\bcreate\\s+(?:unique\\s+)?index\\s+(?:concurrently\\s+)?(?:if\\s+not\\s+exists\\s+)?(?:\\w+\\s+)?on\\s+(?:only\\s+)?',
    '\\b(?:drop|alter)\\s+index\\s+(?:if\\s+exists\\s+)?',
    '\\b(?:insert\\s+into|update|delete\\s+from|truncate|merge\\s+into)\\s+(?:only\\s+)?',
  ]
    .map((start) => `${start}([a-z_]+)\\.([a-z0-9_]+)`)
    .join('|'),
  'gi',
);

function foreignStatements(file: string, sql: string, module: string): Finding[] {
  const text = sql.replace(/--.*$/gm, (comment) => ' '.repeat(comment.length));
  return [...text.matchAll(defines)].flatMap((match): Finding[] => {
    const [schema = '', name = ''] = match.slice(1).filter((one) => one !== undefined);
    // Figures are reported by adding rows to the kit's own tables.
    const reports = schema === 'kit' && /^insert/i.test(match[0]);
    return schema === module || reports
      ? []
      : [{ place: `${file}:${lineOf(text, match.index)}`, what: `changes ${schema}.${name}` }];
  });
}
