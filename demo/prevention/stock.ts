import type { Tx } from '#kit/server/db/database.ts';
import { fillStockDays } from '#modules/prevention/server/livestock/stock-day.ts';
import { shiftDay } from '../herds.ts';

/** Twenty-five months of stock: every day of the last two, and every week and month's end before. */
export async function saveStockDays(tx: Tx, today: string): Promise<void> {
  const days = Array.from({ length: 770 }, (_, back) => shiftDay(today, -back - 1));
  const isKept = (day: string, back: number) => back < 60 || back % 7 === 0 || shiftDay(day, 1).endsWith('-01');
  await fillStockDays(tx, days.filter(isKept));
}
