import type { Tx } from '#kit/server/db/database.ts';
import { addWorkingDays } from '#modules/platform/server/index.ts';

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** The last of so many working days that begin with a day, which counts itself if it is one. */
export const lastWorkDay = (tx: Pick<Tx, 'query'>, from: string, days: number): Promise<string> =>
  addWorkingDays(tx, dayBefore(from), days);
