import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

/**
 * Keeps what devices say of these animals beyond its days, for as long as the source wants: without an end until it is
 * called again with one.
 */
export const evidenceHold = (
  tx: Tx,
  animalIds: readonly number[],
  source: string,
  untilOn: string | null = null,
): Promise<unknown> =>
  inTenant(tx, tx.scope.tenantNo, 'evidenceHold', (all) =>
    all.query(
      `insert into device.evidence_hold (tenant_no, animal_id, source, until_on)
       select kit.tenant(), a, $2, $3 from unnest($1::bigint[]) a
       on conflict (tenant_no, animal_id, source) do update set until_on = excluded.until_on`,
      [animalIds, source, untilOn],
    ),
  );

/** Until when a source holds its animals, once it is over; null when it goes on after all. */
export const evidenceUntil = (tx: Tx, source: string, untilOn: string | null): Promise<unknown> =>
  inTenant(tx, tx.scope.tenantNo, 'evidenceHold', (all) =>
    all.query('update device.evidence_hold set until_on = $2 where tenant_no = kit.tenant() and source = $1', [
      source,
      untilOn,
    ]),
  );

/** Nothing of these is wanted any more. */
export const endHolds = (tx: Tx, today: string): Promise<unknown> =>
  tx.query('delete from device.evidence_hold where tenant_no = kit.tenant() and until_on < $1', [today]);
