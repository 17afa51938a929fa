import { createHash } from 'node:crypto';

/**
 * A prepared statement keeps its query tree and plan in the database, about 80 kB each, on every connection. Texts that differ by
 * the filters and sorts a caller chose are as many as their combinations: only those in regular use are prepared, and only so many.
 */
export const mostPrepared = 128;
/** A text is sent unprepared until it was used this often. */
export const usesBeforePreparing = 3;
/** Texts whose uses are counted; twice as many are remembered at most. */
const mostCounted = 500;

interface Counted {
  uses: number;
  name: string | null;
}

let recent = new Map<string, Counted>();
let earlier = new Map<string, Counted>();

/** The name a text is prepared under, the same on every connection; empty for one that is not worth preparing yet. */
export function statementName(text: string): string {
  let counted = recent.get(text);
  if (!counted) {
    if (recent.size >= mostCounted) {
      earlier = recent;
      recent = new Map();
    }
    counted = earlier.get(text) ?? { uses: 0, name: null };
    recent.set(text, counted);
  }
  if (counted.name === null) {
    counted.uses += 1;
    if (counted.uses < usesBeforePreparing) return '';
    counted.name = createHash('sha1').update(text).digest('base64url');
  }
  return counted.name;
}

/** How many texts this process remembers. */
export const countedTexts = (): number => new Set([...recent.keys(), ...earlier.keys()]).size;

export interface Prepared<Shape> {
  /** What its rows look like, once the database has said so. */
  shape: Shape | undefined;
}

/** What stands prepared on one connection, the least recently used first. */
export class PreparedStatements<Shape> {
  readonly #kept = new Map<string, Prepared<Shape>>();

  /** Null if it must be prepared first. */
  use(name: string): Prepared<Shape> | null {
    const found = this.#kept.get(name);
    if (!found) return null;
    this.#kept.delete(name);
    this.#kept.set(name, found);
    return found;
  }

  /** Counts it as prepared, and returns the names of those that must be closed in its favour. */
  add(name: string): { prepared: Prepared<Shape>; closed: string[] } {
    const prepared: Prepared<Shape> = { shape: undefined };
    this.#kept.set(name, prepared);
    const closed: string[] = [];
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostPrepared) break;
      this.#kept.delete(oldest);
      closed.push(oldest);
    }
    return { prepared, closed };
  }

  /** Whether the database knows it now is uncertain: it is prepared again at its next use. */
  forget(name: string, prepared: Prepared<Shape>): void {
    if (this.#kept.get(name) === prepared) this.#kept.delete(name);
  }
}
