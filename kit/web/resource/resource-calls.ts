import { useQueryClient } from '@tanstack/react-query';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { type AnyResource, type CallName, endpointsOf, fullName, linesIn } from '#kit/contract/resource.ts';
import { dropLookups } from '#kit/web/lookups/lookups.ts';

/** A row as the engine handles it; a page that knows its resource takes `RowOf` instead. */
export interface Row {
  readonly id: number;
  readonly version: number;
  readonly _can: readonly string[];
  readonly [name: string]: unknown;
}

export type Values = Readonly<Record<string, unknown>>;

export function callOf(resource: AnyResource, operation: CallName): AnyEndpoint {
  const found = endpointsOf(resource)[operation];
  if (!found) throw new Error(`${fullName(resource)} does not offer ${operation}`);
  return found;
}

/** Lines want the room of a table. */
export const drawerWidth = (resource: AnyResource): number => (linesIn(resource).length > 0 ? 1160 : 880);

/** Every query of a resource begins with this, so that any write makes all of them stale. */
export const resourceKey = (resource: AnyResource) => [fullName(resource)] as const;

/** To be called after a write. */
export function useChanged(resource: AnyResource): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: resourceKey(resource) }),
      dropLookups(client, fullName(resource)),
    ]);
  };
}
