import { lineOf } from '../tree.ts';
import type { Rule } from './rule.ts';

/** Migrations up to this one replaced functions; what they left is in db/functions. */
const last = 229;

export const functionFiles: Rule = {
  name: 'function-files',
  sentence:
    'A migration creates a function; to change one, edit its only current body in db/functions/<schema>/<name>.sql, or put it there. The runner applies what changed.',
  check(tree) {
    const misnamed = tree.matching(/^db\/functions\/\w+\/\w+\.sql$/).flatMap((file) => {
      const [, , schema, name] = file.replace(/\.sql$/, '').split('/');
      const defined = [...tree.read(file).matchAll(/^create or replace function (\w+\.\w+)/gm)].map((one) => one[1]);
      return defined.length === 1 && defined[0] === `${schema}.${name}`
        ? []
        : [{ place: file, what: `defines ${defined.join(', ') || 'nothing'}` }];
    });
    const replaced = tree
      .matching(/^db\/migrations\/\d{4}_\w+\.sql$/)
      .filter((file) => Number(file.slice('db/migrations/'.length, 'db/migrations/'.length + 4)) > last)
      .flatMap((file) => {
        const sql = tree.read(file);
        return [...sql.matchAll(/^\s*create\s+or\s+replace\s+function\s+(\w+\.\w+)/gim)].map((one) => ({
          place: `${file}:${lineOf(sql, one.index)}`,
          what: `replaces ${one[1]}`,
        }));
      });
    return [...misnamed, ...replaced];
  },
};
