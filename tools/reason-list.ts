import type { Tree } from './tree.ts';

/** A closed list of exceptions, one per line: what it is (so many words), then why. Lines with # are comments. */
export function readList(tree: Tree, file: string, words = 1): Map<string, string> {
  if (!tree.files.includes(file)) return new Map();
  const lines = tree.read(file).split('\n');
  return new Map(
    lines
      .filter((line) => line.trim() && !line.startsWith('#'))
      .map((line) => {
        const parts = line.trim().split(/\s+/);
        return [parts.slice(0, words).join(' '), parts.slice(words).join(' ')];
      }),
  );
}
