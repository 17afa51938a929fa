import type { Tx } from '#kit/server/db/database.ts';

/** A part of the world that is too large for one transaction: what came in earlier turns, the planner knows in later ones. */
export interface Turns {
  take<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  analyse(...tables: readonly string[]): Promise<void>;
}

export interface Step {
  readonly step: string;
  readonly seconds: number;
}

/** Tells how long every step took: each call names what was done since the call before. */
export function stopwatch(): { lap(step: string): void; table(): readonly Step[] } {
  const steps: Step[] = [];
  let from = performance.now();
  return {
    lap(step) {
      const to = performance.now();
      steps.push({ step, seconds: Math.round((to - from) / 10) / 100 });
      from = to;
    },
    table: () => steps,
  };
}
