import { withoutComments } from '../source-text.ts';
import { isTest, lineOf, type Tree } from '../tree.ts';
import type { Finding, Rule } from './rule.ts';

export const routePermission: Rule = {
  name: 'route-permission',
  sentence:
    "Every endpoint says who may call it (access:), and above access: 'public' stands why: // Public: <reason>.",
  check(tree) {
    return endpointCalls(tree).flatMap(({ file, line, text, original }): Finding[] => {
      const place = `${file}:${line}`;
      if (!/\baccess\s*[:,]/.test(text)) return [{ place, what: 'an endpoint without access' }];
      if (!/\baccess:\s*['"]public['"]/.test(text) || /\/\/ Public: \S.*\n\s*access:/.test(original)) return [];
      return [{ place, what: `${literal(text, 'method')} ${literal(text, 'path')} is public and does not say why` }];
    });
  },
};

function endpointCalls(tree: Tree): { file: string; line: number; text: string; original: string }[] {
  return tree
    .matching(/^(kit|modules|apps)\/.*\.tsx?$/)
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const original = tree.read(file);
      const source = withoutComments(original);
      return [...source.matchAll(/(?<!function )\bendpoint\(\{/g)].map(({ index }) => {
        const end = closing(source, source.indexOf('{', index));
        const line = lineOf(source, index);
        return { file, line, text: source.slice(index, end), original: original.slice(index, end) };
      });
    });
}

function closing(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    if (source[at] === '{') depth++;
    if (source[at] === '}' && --depth === 0) return at + 1;
  }
  return source.length;
}

const literal = (text: string, key: string): string =>
  new RegExp(`\\b${key}:\\s*['"]([^'"]*)['"]`).exec(text)?.[1] ?? '?';
