import type { Database, Tx } from '#kit/server/db/database.ts';
import type { Event } from '#kit/server/events/event.ts';
import { publish } from '#kit/server/events/outbox.ts';
import { reloadDictionaries } from './dictionaries.ts';
import { loadRegions } from './region/regions.ts';

const topic = 'reference';
type Kind = 'dictionaries' | 'regions';

/** Told with the commit to every process that keeps reference data in memory, this one first. */
export async function referenceChanged(tx: Tx, database: Database, kind: Kind): Promise<void> {
  await publish(tx, topic, { kind });
  tx.afterCommit(() => void reload(database, kind, tx.scope.tenantNo));
}

export function hearReference(database: Database, event: Event): void {
  if (event.topic === topic) void reload(database, event.kind as Kind, event.tenantNo);
}

async function reload(database: Database, kind: Kind, tenantNo: number): Promise<void> {
  // A process that is stopping has no connection left to read with, and nobody left to read for.
  await (kind === 'regions' ? loadRegions(database) : reloadDictionaries(database, tenantNo)).catch(() => {});
}
