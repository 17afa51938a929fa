import { withoutComments } from '../source-text.ts';
import { isTest, lineOf } from '../tree.ts';
import { byPart, falling } from './falling.ts';

/** Paper is printed in fixed colours; palettes and big screens name theirs in one file each. */
const palette = /(palette|colours)\.ts$|print\.css$|papers\.css$|slip-sheet\.css$/;
const hex = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b(?!\w)/gi;

export const colours = falling(
  'colours',
  'A colour comes from the theme (theme.useToken, var(--ant-…)) or from a palette file (palette.ts, *colours.ts), so that dark mode and a tenant’s colour reach it.',
  { 'kit/web': 34, 'modules/depot': 3, 'modules/platform': 16, 'modules/prevention': 30, 'modules/registry': 12 },
  (tree) =>
    byPart(
      tree
        .matching(/^(kit\/web|modules\/[^/]+\/web)\/.*\.(tsx?|css)$/)
        .filter((file) => !isTest(file) && !palette.test(file)),
      (file) => file.split('/').slice(0, 2).join('/'),
      (file) => {
        const text = file.endsWith('.css')
          ? tree.read(file).replace(/\/\*[\s\S]*?\*\//g, '')
          : withoutComments(tree.read(file));
        return [...text.matchAll(hex)].map(({ 0: found, index }) => ({
          place: `${file}:${lineOf(text, index)}`,
          what: `writes the colour ${found}`,
        }));
      },
    ),
);
