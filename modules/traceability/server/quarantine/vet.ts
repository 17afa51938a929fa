import { refusal } from '#kit/contract/errors.ts';
import { within } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';

export interface Vet {
  readonly id: number;
  readonly name: string;
  readonly unitId: number;
}

/** R14: whoever acts is on the staff of a station, serves the place, and does not work for the declarer. */
export async function vetOf(call: Call, regionCode: number, declarerId: number): Promise<Vet> {
  const staff = await inTenant(call.tx, call.actor.tenantNo, 'officialVet', (all) =>
    staffOfUser(all, call.actor.userId),
  );
  const vet = staff.find((one) => one.unitId !== declarerId);
  if (staff.some((one) => one.unitId === declarerId)) throw refusal('samePerson', 'traceability.refusal.vetOfDeclarer');
  if (!vet) throw refusal('vetRegion', 'traceability.refusal.noVet');
  if (!call.actor.scope.regions.some((code) => within(regionCode, code)))
    throw refusal('vetRegion', 'traceability.refusal.vetRegion');
  return vet;
}

const staffOfUser = (tx: Tx, userId: number): Promise<Vet[]> =>
  tx.query<Vet>(
    `select s.id, s.name, s.principal_id as "unitId" from traceability.staff_seen s
     where s.tenant_no = kit.tenant() and s.user_id = $1 and s.status = 'active' order by s.id`,
    [userId],
  );
