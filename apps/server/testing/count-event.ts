import type { Tx } from '#kit/server/db/database.ts';
import type { Event } from '#kit/server/events/event.ts';

/** An effect that can be counted: one row for every time an event was dealt with. */
export async function countEvent(tx: Tx, event: Event): Promise<void> {
  await tx.query('insert into kit.test_effect (tenant_no, event_id) values ($1, $2)', [event.tenantNo, event.id]);
}
