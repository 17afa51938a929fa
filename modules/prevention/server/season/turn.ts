import type { Tx } from '#kit/server/db/database.ts';
import { turnSeasons } from '../prevention-season.ts';
import { pulse } from '../visit/effects.ts';

/** Seasons whose day has come begin, those whose last day is over end, and whoever watches is told. */
export async function turn(tx: Tx): Promise<void> {
  for (const season of await turnSeasons(tx))
    for (const code of season.regionCodes) await pulse(tx, code, season.status);
}
