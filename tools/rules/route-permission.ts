import { readList } from '../reason-list.ts';
import { withoutComments } from '../source-text.ts';
import { isTest, lineOf, type Tree } from '../tree.ts';
import type { Finding, Rule } from './rule.ts';

const list = 'tools/public-endpoints.txt';

export const routePermission: Rule = {
  name: 'route-permission',
  sentence: `Every endpoint says who may call it (access:), and one that is open to everybody stands in ${list} with its reason.`,
  check(tree) {
    const open = readList(tree, list, 2);
    const seen = new Set<string>();
    const findings: Finding[] = [];
    for (const { file, line, text } of endpointCalls(tree)) {
      const place = `${file}:${line}`;
      if (!/\baccess\s*[:,]/.test(text)) findings.push({ place, what: 'an endpoint without access' });
      if (!/\baccess:\s*['"]public['"]/.test(text)) continue;
      const call = `${literal(text, 'method')} ${literal(text, 'path')}`;
      seen.add(call);
      if (!open.get(call)) findings.push({ place, what: `${call} is public and has no reason in ${list}` });
    }
    for (const call of open.keys()) {
      if (!seen.has(call)) findings.push({ place: list, what: `${call} is no public endpoint (any more)` });
    }
    return findings;
  },
};

function endpointCalls(tree: Tree): { file: string; line: number; text: string }[] {
  return tree
    .matching(/^(kit|modules|apps)\/.*\.tsx?$/)
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const source = withoutComments(tree.read(file));
      return [...source.matchAll(/(?<!function )\bendpoint\(\{/g)].map(({ index }) => ({
        file,
        line: lineOf(source, index),
        text: source.slice(index, closing(source, source.indexOf('{', index))),
      }));
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
