import { withoutComments } from '../source-text.ts';
import { isTest, lineOf } from '../tree.ts';
import { byPart, falling } from './falling.ts';

const cents = String.raw`\b(?:[\w.]+\.)?(?:\w+Cents|\w+_cents)\b`;
/** What may stand between an amount and the operator: a fallback, closing brackets, a cast. */
const after = String.raw`(?:\s*\?\?\s*[\w.]+|\s*,\s*0|\s*::\w+|\s*\))*`;
const mistakes = [
  new RegExp(`${cents}${after}\\s*(?:\\*\\*?|/|%)\\s*[\\w(]`, 'g'),
  new RegExp(`[\\w)]\\s*(?:\\*|/|%)\\s*\\(?${cents}`, 'g'),
  new RegExp(`${cents}${after}::(?:float\\d?|real|double)\\b`, 'g'),
  new RegExp(`\\b(?:Math\\.\\w+|parseFloat)\\([^;\\n]*${cents}[^;\\n]*[*/%]`, 'g'),
  /\b\w+Cents\b\s*[:=]\s*(?:[\w.?\s(]*\?\s*)?(?:Math\.(?:round|floor|ceil|trunc)|parseFloat)\(/g,
  new RegExp(`${cents}${after}\\.toFixed\\(`, 'g'),
];

export const moneyFloats = falling(
  'money-floats',
  'Amounts in cents are whole numbers: multiply, divide, split, read and tell them with kit/contract/money.ts, which rounds once and never through a float.',
  {},
  (tree) =>
    byPart(
      tree
        .matching(/^(kit|modules|apps)\/.*\.tsx?$/)
        .filter((file) => !isTest(file) && file !== 'kit/contract/money.ts'),
      (file) => file.split('/').slice(0, 2).join('/'),
      (file) => {
        const text = withoutComments(tree.read(file));
        const lines = new Set(
          mistakes.flatMap((one) => [...text.matchAll(one)].map(({ index }) => lineOf(text, index))),
        );
        return [...lines]
          .sort((a, b) => a - b)
          .map((line) => ({ place: `${file}:${line}`, what: 'computes with cents' }));
      },
    ),
);
