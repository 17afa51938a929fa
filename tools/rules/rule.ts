import type { Tree } from '../tree.ts';

export interface Finding {
  /** `path` or `path:line`. */
  readonly place: string;
  readonly what: string;
}

export interface Rule {
  readonly name: string;
  /** Printed above the findings: what must hold, so that whoever broke it knows what to do instead. */
  readonly sentence: string;
  check(tree: Tree): Finding[] | Promise<Finding[]>;
  /** Figures worth seeing even when the rule holds. */
  figures?(tree: Tree): string[];
}
