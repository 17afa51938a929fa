import { AppError } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { logTemperature } from '#modules/depot/server/index.ts';
import type { ReadingRow } from './rows/device-reading.ts';

/** R51: what hangs in a store of goods reads for the store as well, and out of range is the store's alarm. */
export async function tellStores(tx: Tx, readings: readonly ReadingRow[]): Promise<void> {
  for (const { targetKind, targetId, metrics, eventAt, deviceId } of readings) {
    if (targetKind !== 'depot' || targetId === null || metrics.temp === undefined) continue;
    try {
      await logTemperature(tx, targetId, new Date(eventAt).toISOString(), metrics.temp, deviceId);
    } catch (error) {
      // Told of that moment already, or a store that was closed: the reading itself is kept all the same.
      if (!(error instanceof AppError)) throw error;
    }
  }
}
