import { describe, expect, it } from 'vitest';
import { eachOf } from '#modules/platform/server/common/each-of.ts';

describe('work by the clock', () => {
  it('goes on after a fault, and tells of all of them at the end', async () => {
    const done: number[] = [];
    const work = eachOf([1, 2, 3, 4], async (n) => {
      if (n % 2 === 0) throw new Error(`no ${n}`);
      done.push(n);
    });
    await expect(work).rejects.toMatchObject({ errors: [new Error('no 2'), new Error('no 4')] });
    expect(done).toEqual([1, 3]);
  });
});
