import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { addDays, daysBetween } from '#modules/breeding/contract/record/days.ts';
import { rulesFor } from '../setting/rules.ts';

export interface BreedingState {
  readonly animalId: number;
  readonly status: string;
  /** Of a pregnancy that was confirmed. */
  readonly daysPregnant: number | null;
  readonly expectedOn: string | null;
}

/**
 * How females stand on a day, whoever keeps them.
 *
 * @example
 * const [cow] = await breedingState(tx, [animalId], '2026-11-17');
 */
export const breedingState = (tx: Tx, animalIds: readonly number[], on: string): Promise<BreedingState[]> =>
  inTenant(tx, tx.scope.tenantNo, 'breeding.state', async (sys) => {
    const rows = await sys.query<{
      animalId: number;
      status: string;
      servedOn: string | null;
      expectedOn: string | null;
    }>(
      `select c.animal_id as "animalId", c.status, to_char(i.served_on, 'YYYY-MM-DD') as "servedOn",
         to_char(c.expected_on, 'YYYY-MM-DD') as "expectedOn"
       from breeding.breeding_cycle c left join breeding.insemination i on i.id = c.pregnant_service_id
       where c.tenant_no = kit.tenant() and c.animal_id = any ($1) and c.opened_on <= $2
         and (c.closed_on is null or c.closed_on > $2)`,
      [animalIds, on],
    );
    return rows.map(({ animalId, status, servedOn, expectedOn }) => ({
      animalId,
      status,
      daysPregnant: status === 'pregnant' && servedOn ? daysBetween(servedOn, on) : null,
      expectedOn: status === 'pregnant' || status === 'served' ? expectedOn : null,
    }));
  });

/** Those in the last weeks before calving: what speaks against a vaccine. */
export const lateGestation = (tx: Tx, animalIds: readonly number[], on: string): Promise<number[]> =>
  inTenant(tx, tx.scope.tenantNo, 'breeding.state', async (sys) => {
    const rows = await sys.query<{ animalId: number; species: string; regionCode: number; expectedOn: string }>(
      `select c.animal_id as "animalId", a.species, c.region_code as "regionCode",
         to_char(c.expected_on, 'YYYY-MM-DD') as "expectedOn"
       from breeding.breeding_cycle c join breeding.animal_seen a on a.id = c.animal_id
       where c.tenant_no = kit.tenant() and c.animal_id = any ($1) and c.is_live and c.status = 'pregnant'
         and c.expected_on is not null`,
      [animalIds],
    );
    const [first] = rows;
    if (!first) return [];
    const rules = await rulesFor(sys, first.regionCode);
    return rows
      .filter(({ species, expectedOn }) => on >= addDays(expectedOn, -rules.of(species).lateGestationDays))
      .map((one) => one.animalId);
  });
