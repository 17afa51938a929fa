import { withoutComments } from '../source-text.ts';
import { isTest } from '../tree.ts';
import { byPart, falling } from './falling.ts';

const widest = 120;

export const wideSql = falling(
  'wide-sql',
  `A line of SQL has at most ${widest} columns, as the code around it: break it before a clause.`,
  {
    'kit/server': 51,
    'modules/depot': 325,
    'modules/platform': 314,
    'modules/prevention': 820,
    'modules/registry': 385,
  },
  (tree) =>
    byPart(
      tree.matching(/^(kit\/server|modules\/[^/]+\/server)\/.*\.ts$/).filter((file) => !isTest(file)),
      (file) => file.split('/').slice(0, 2).join('/'),
      (file) =>
        withoutComments(tree.read(file))
          .split('\n')
          .flatMap((line, at) =>
            line.trimEnd().length > widest &&
            /\b(select|from|where|join|insert|update|values|and|coalesce)\b/i.test(line)
              ? [{ place: `${file}:${at + 1}`, what: `${line.trimEnd().length} columns` }]
              : [],
          ),
    ),
);
