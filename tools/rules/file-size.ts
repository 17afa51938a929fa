import type { Rule } from './rule.ts';

const most = 450;
const generated = /^kit\/server\/db\/types\//;

export const fileSize: Rule = {
  name: 'file-size',
  sentence: `No file above ${most} lines: split it along its nouns or verbs.`,
  check(tree) {
    return tree
      .matching(/\.tsx?$/)
      .filter((file) => !generated.test(file))
      .map((file) => ({ file, lines: countLines(tree.read(file)) }))
      .filter(({ lines }) => lines > most)
      .map(({ file, lines }) => ({ place: file, what: `has ${lines} lines` }));
  },
};

export function countLines(text: string): number {
  return text.trimEnd().split('\n').length;
}
