import { setTimeout as pause } from 'node:timers/promises';

/** Waits until something is so; the limit is for what never happens, not for a machine that is busy. */
export async function until(test: () => Promise<boolean> | boolean, seconds = 120): Promise<void> {
  const end = Date.now() + seconds * 1_000;
  while (!(await test())) {
    if (Date.now() > end) throw new Error(`not so after ${seconds} s: ${test}`);
    await pause(50);
  }
}
