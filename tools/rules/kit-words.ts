import { lineOf } from '../tree.ts';
import type { Rule } from './rule.ts';

const stems = ['animal', 'cattle', 'sheep', 'livestock', 'vaccin', 'immunis', 'immuniz', 'veterinar', 'ear[ _-]?tag'];
const words = ['cows?', 'herds?', 'goats?', 'calf', 'calves', 'lambs?'];
// A word may begin inside a camelCase name (`isCow`), but `scowl` holds no cow.
const english = new RegExp(
  `(?<![A-Za-z])(?:${[...stems, ...words.map((one) => `(?:${one})(?![a-z])`)].join('|')})|(?:${[
    ...stems.map(capital),
    ...words.map((one) => `(?:${capital(one)})(?![a-z])`),
  ].join('|')})`,
  'g',
);
const han = /[畜牛羊兽獸疫]|耳标|耳標|养殖|養殖/g;

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).replace('tag', '[Tt]ag');
}

export const kitWords: Rule = {
  name: 'kit-words',
  sentence:
    'The kit is an engine for any trade: no word of livestock stands in kit/. Put it in the module it belongs to.',
  check(tree) {
    return tree.matching(/^kit\/.*\.(tsx?|json|css|md)$/).flatMap((file) => {
      if (file.startsWith('kit/server/db/types/')) return [];
      const text = tree.read(file);
      return [...text.matchAll(english), ...text.matchAll(han)].map((match) => ({
        place: `${file}:${lineOf(text, match.index)}`,
        what: `says "${match[0]}"`,
      }));
    });
  },
};
