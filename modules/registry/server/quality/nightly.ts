import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { lastRun, markRun, takeTime } from '../common/night-run.ts';
import { renewCountGaps, renewScales } from '../principal/principal.scale.ts';
import { renewDifferences } from './quality-difference.ts';
import { keepMonth } from './quality-month.ts';
import { type VillageFigures, villageStatement } from './villages.ts';

/** What the board cannot ask while somebody waits: scales once a month, counts, counters and books, and how the month stands, every night. */
export async function tendQuality(tx: Tx): Promise<void> {
  await takeTime(tx);
  const day = today();
  const month = day.slice(0, 7);
  if ((await lastRun(tx, 'scales'))?.slice(0, 7) !== month) {
    await renewScales(tx);
    await markRun(tx, 'scales');
  }
  await renewCountGaps(tx);
  await renewDifferences(tx, day);
  const { text, values } = villageStatement([0, 1e12], day);
  await keepMonth(tx, `${month}-01`, await tx.query<VillageFigures>(text, [...values]));
}
