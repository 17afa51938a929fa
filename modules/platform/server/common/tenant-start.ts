import type { Tx } from '#kit/server/db/database.ts';

type Start = (tx: Tx) => Promise<unknown>;
const starts = new Map<string, Start>();

/**
 * What a module gives a tenant to begin with. Runs in the transaction that opens it, under the new tenant's own sight.
 *
 * @example
 * registerTenantStart('sign', startSettings);
 */
export function registerTenantStart(module: string, start: Start): void {
  starts.set(module, start);
}

export async function startTenant(tx: Tx): Promise<void> {
  for (const start of starts.values()) await start(tx);
}
