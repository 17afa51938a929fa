import { isTest, type Tree } from '../tree.ts';
import { countLines } from './file-size.ts';
import type { Rule } from './rule.ts';

const engine =
  /^kit\/(contract|server\/(resource|report|sheets)|web\/(resource|report|document|fields|cells|sheets|views|history))\/.*\.tsx?$/;

/** Not a part of lists and forms: arithmetic of amounts for every module's own rules, and a tool of any code. */
const apart = new Set(['kit/contract/money.ts', 'kit/contract/once-per.ts']);

interface Figure {
  readonly what: string;
  readonly most: number;
  readonly now: number;
}

export const engineBudget: Rule = {
  name: 'engine-budget',
  sentence:
    'The resource engine stays small enough to be read in a day: an option needs three callers in two modules. What does not fit goes to the module, one rung down the ladder.',
  check: (tree) =>
    figures(tree)
      .filter(({ now, most }) => now > most)
      .map(({ what, now, most }) => ({ place: 'kit', what: `${what}: ${now}, budget ${most}` })),
  figures: (tree) => figures(tree).map(({ what, now, most }) => `${what}: ${now} of ${most}`),
};

function figures(tree: Tree): Figure[] {
  const read = (file: string) => (tree.files.includes(file) ? tree.read(file) : '');
  const files = tree.matching(engine).filter((file) => !isTest(file) && !apart.has(file));
  const lines = files.reduce((sum, file) => sum + countLines(tree.read(file)), 0);
  const shape = block(read('kit/contract/resource.ts'), /export interface ResourceShape[\s\S]*?\n}/);
  const kinds = block(read('kit/contract/field.ts'), /export type FieldKind =[^;]*;/);
  const listPage = read('kit/web/resource/list-page.tsx');
  return [
    { what: 'engine lines', now: lines, most: 9000 },
    { what: 'resource keys', now: shape.match(/^ {2}readonly \w+/gm)?.length ?? 0, most: 15 },
    { what: 'field kinds', now: kinds.match(/'\w+'/g)?.length ?? 0, most: 24 },
    { what: 'list-page.tsx lines', now: listPage ? countLines(listPage) : 0, most: 120 },
  ];
}

const block = (text: string, pattern: RegExp): string => pattern.exec(text)?.[0] ?? '';
