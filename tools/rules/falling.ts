import type { Tree } from '../tree.ts';
import type { Finding, Rule } from './rule.ts';

/** A rule that older code breaks: each part has a number of places it may still break it in, which is only ever lowered. */
export function falling(
  name: string,
  sentence: string,
  most: Readonly<Record<string, number>>,
  find: (tree: Tree) => ReadonlyMap<string, readonly Finding[]>,
): Rule {
  return {
    name,
    sentence,
    check: (tree) =>
      [...find(tree)].flatMap(([part, found]) =>
        found.length > (most[part] ?? 0)
          ? [{ place: part, what: `${found.length} places, at most ${most[part] ?? 0}` }, ...found]
          : [],
      ),
    figures: (tree) => [...find(tree)].map(([part, found]) => `${part}: ${found.length} of ${most[part] ?? 0}`),
  };
}

/** Findings by part, every part of the list present. */
export function byPart(files: readonly string[], partOf: (file: string) => string, find: (file: string) => Finding[]) {
  const parts = new Map<string, Finding[]>();
  for (const file of files) {
    const found = find(file);
    if (found.length > 0) parts.set(partOf(file), [...(parts.get(partOf(file)) ?? []), ...found]);
  }
  return parts;
}
