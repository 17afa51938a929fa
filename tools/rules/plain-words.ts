import { lineOf } from '../tree.ts';
import type { Rule } from './rule.ts';

/** Words with no technical meaning that were replaced, and what is said instead. Stems match inside names: `reckonLines`. */
const instead: readonly (readonly [stem: RegExp, plain: string])[] = [
  [/reckon/gi, 'compute'],
  [/sluice/gi, 'fault proxy'],
  [/(?<!wa)rehous/gi, 'move to another store'],
  [/doorkeeper/gi, 'authenticator'],
  [/\b(file|job|view|history|access)-?desks?\b/gi, 'port'],
  [/\b(whence|hither|thither|heretofore|forthwith|whilst|betwixt)\b/gi, 'a word of today'],
];
const own = /^tools\/(rules\/plain-words|walls\.test)\.ts$/;

export const plainWords: Rule = {
  name: 'plain-words',
  sentence:
    'Names, comments and docs use plain technical English: a word on the list of tools/rules/plain-words.ts has a plain one beside it.',
  check(tree) {
    return tree
      .matching(/\.(tsx?|mjs|cjs|md)$/)
      .filter((file) => !own.test(file))
      .flatMap((file) => {
        const text = `${file}\n${tree.read(file)}`;
        return instead.flatMap(([stem, plain]) =>
          [...text.matchAll(stem)].map(({ 0: word, index }) => ({
            place: `${file}:${Math.max(1, lineOf(text, index) - 1)}`,
            what: `says "${word}": ${plain}`,
          })),
        );
      });
  },
};
