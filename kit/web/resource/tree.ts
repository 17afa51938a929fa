import type { Row } from './resource-calls.ts';

export type TreeRow = Row & { children?: TreeRow[] };

/** Nests rows by their parent's id, in the order they came; a row whose parent is not among them stands at the top. */
export function nest(rows: readonly Row[], parentField: string): TreeRow[] {
  const byId = new Map<unknown, TreeRow>(rows.map((row) => [row.id, { ...row }]));
  const roots: TreeRow[] = [];
  for (const node of byId.values()) {
    const parent = byId.get(node[parentField]);
    if (!parent || isBelow(parent, node, byId, parentField)) roots.push(node);
    else if (parent.children) parent.children.push(node);
    else parent.children = [node];
  }
  return roots;
}

/** A circle of parents, which only broken data has, must not lose its rows. */
function isBelow(node: TreeRow, ancestor: TreeRow, byId: ReadonlyMap<unknown, TreeRow>, parentField: string): boolean {
  const seen = new Set<TreeRow>();
  for (let one: TreeRow | undefined = node; one && !seen.has(one); one = byId.get(one[parentField])) {
    if (one === ancestor) return true;
    seen.add(one);
  }
  return false;
}
