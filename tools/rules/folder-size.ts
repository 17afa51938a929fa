import type { Rule } from './rule.ts';

const most = 20;

export const folderSize: Rule = {
  name: 'folder-size',
  sentence: `A folder of a module holds at most ${most} entries: what belongs together gets a folder of its topic, of the same name on every side.`,
  check(tree) {
    const entries = new Map<string, Set<string>>();
    for (const file of tree.matching(/^modules\/[^/]+\/[^/]+\//)) {
      const parts = file.split('/');
      for (let at = 3; at < parts.length; at++) {
        const folder = parts.slice(0, at).join('/');
        entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[at] ?? ''));
      }
    }
    return [...entries]
      .filter(([, names]) => names.size > most)
      .map(([folder, names]) => ({ place: folder, what: `has ${names.size} entries` }));
  },
};
