import type { Tx } from '#kit/server/db/database.ts';

export interface ToldEvent {
  readonly principalId: number;
  readonly clientId: string;
  readonly kind: 'birth' | 'weight';
  readonly sourceId: string;
}

/**
 * Takes a partner's own number of an event. Null where it is new, and the caller's to record; else the key of what it became. Who comes
 * second waits for the first.
 */
export async function takeEvent(tx: Tx, { principalId, clientId, kind, sourceId }: ToldEvent): Promise<string | null> {
  const taken = await tx.query(
    `insert into traceability.icar_event (tenant_no, region_code, principal_id, client_id, kind, source_id)
     select kit.tenant(), u.region_code, u.id, $2, $3, $4 from traceability.unit_seen u
     where u.tenant_no = kit.tenant() and u.id = $1
     on conflict (tenant_no, client_id, kind, source_id) do nothing returning 1 as taken`,
    [principalId, clientId, kind, sourceId],
  );
  if (taken.length > 0) return null;
  const [first] = await tx.query<{ key: string | null }>(
    `select event_key as key from traceability.icar_event
     where tenant_no = kit.tenant() and client_id = $1 and kind = $2 and source_id = $3`,
    [clientId, kind, sourceId],
  );
  return first?.key ?? '';
}

export const keepKey = (tx: Tx, { clientId, kind, sourceId }: ToldEvent, key: string): Promise<unknown[]> =>
  tx.query(
    `update traceability.icar_event set event_key = $4
     where tenant_no = kit.tenant() and client_id = $1 and kind = $2 and source_id = $3`,
    [clientId, kind, sourceId, key],
  );

export const reassignToldEvents = (tx: Tx, from: number, to: number): Promise<unknown[]> =>
  tx.query(
    `update traceability.icar_event set principal_id = $2 where tenant_no = kit.tenant() and principal_id = $1`,
    [from, to],
  );
