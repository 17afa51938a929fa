import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { traceVehicle } from '#modules/traceability/contract/subject/trace-subject.ts';

export interface Vehicle {
  readonly id: number;
  readonly plateNo: string;
  readonly carrierId: number;
  readonly carrierName: string;
  readonly capacity: number;
  readonly validTo: string;
  readonly status: string;
}

/** A vehicle by its plate, whoever asks: the sender does not see the carrier's rows. */
export const vehicleOf = async (tx: Tx, plateNo: string): Promise<Vehicle | null> => {
  const [row] = await inTenant(tx, tx.scope.tenantNo, 'vehicleOf', (all) =>
    all.query<Vehicle>(
      `select v.id, v.plate_no as "plateNo", v.carrier_id as "carrierId",
         registry.principal_name(v.carrier_id) as "carrierName", v.capacity,
         to_char(v.valid_to, 'YYYY-MM-DD') as "validTo", v.status
       from traceability.trace_vehicle v where v.tenant_no = kit.tenant() and v.plate_no = $1`,
      [plateNo],
    ),
  );
  return row ?? null;
};

const statusOn = (validTo: string) => (validTo < today() ? 'expired' : 'active');

export const vehicleRoutes = (): Route[] =>
  serveResource(traceVehicle)({
    before: {
      add: async (_call, values) => ({ status: statusOn(values.validTo) }),
      edit: async (_call, values) => ({ status: statusOn(values.validTo) }),
      transition: async (_call, move, row) => {
        if (move.name === 'resume' && row.validTo < today())
          throw refusal('vehicleExpired', 'traceability.refusal.vehicleExpired', { on: row.validTo });
        return undefined;
      },
    },
  });

export const expireVehicles = (tx: Tx): Promise<unknown> =>
  tx.query(
    `update traceability.trace_vehicle set status = 'expired', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and status = 'active' and valid_to < $1::date`,
    [today()],
  );

export const reassignVehicles = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update traceability.trace_vehicle t set carrier_id = u.id, region_code = u.region_code, version = t.version + 1,
       updated_at = now()
     from traceability.unit_seen u where u.id = $2 and t.tenant_no = kit.tenant() and t.carrier_id = $1`,
    [from, to],
  );
