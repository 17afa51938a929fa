import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { issueCredential, revocationsOf } from '#modules/device/server/catalogue/device-credential.ts';
import type { DeviceBroker } from '#modules/device/server/index.ts';
import type { SimCredential } from './sim-device.ts';

export interface SimTarget extends SimCredential {
  id: number;
  kind: string;
  longitude: number;
  latitude: number;
  /** Tags a gateway hears. */
  tags: string[];
}

interface Found {
  id: number;
  deviceNo: string;
  kind: string;
  principalId: number;
  ownerId: number;
  longitude: number | null;
  latitude: number | null;
  tags: string[] | null;
}

/** Devices of models made for simulation, each with a credential of its own; made where there are too few. */
export async function prepareTargets(
  database: Database,
  broker: DeviceBroker,
  wanted: { tenantNo: number; devices: number; kinds: readonly string[] },
): Promise<SimTarget[]> {
  const { tenantNo, devices, kinds } = wanted;
  const scope = systemScope(tenantNo, 'simulate');
  await broker.saveAccount(tenantNo, await revocationsOf(database, tenantNo));
  return database.transaction(scope, async (tx) => {
    const [{ n } = { n: 0 }] = await tx.query<{ n: number }>(
      `select count(*)::int as n from device.device d join device.device_model m on m.id = d.model_id
       where d.tenant_no = $1 and m.model_code like 'SIM-%' and d.status = 'active' and d.kind = any ($2)`,
      [tenantNo, kinds],
    );
    if (n < devices)
      await tx.query(
        `insert into device.device (tenant_no, region_code, home_region, device_no, model_id, kind, principal_id, owner_id, status)
         select o.tenant_no, o.region_code, o.home_region, o.tenant_no || '-SIM' || lpad((g.n + $3)::text, 6, '0'), o.model_id, o.kind, o.principal_id,
           o.principal_id, 'active'
         from (select * from device.device where tenant_no = $1 and kind = $4 and status = 'active' order by id limit 1) o, generate_series(1, $2::int) g (n)
         on conflict do nothing`,
        [tenantNo, devices - n, n, kinds[0]],
      );
    const found = await tx.query<Found>(
      `select d.id, d.device_no as "deviceNo", d.kind, d.principal_id as "principalId", d.owner_id as "ownerId",
         coalesce(s.longitude, d.longitude) as longitude, coalesce(s.latitude, d.latitude) as latitude,
         case when d.kind = 'gateway' then (select array_agg(t.device_no) from (select t.device_no from device.device t
           where t.tenant_no = d.tenant_no and t.kind = 'earTag' and t.principal_id = d.principal_id and t.status = 'active' order by t.id limit 30) t) end as tags
       from device.device d join device.device_model m on m.id = d.model_id left join device.device_state s on s.tenant_no = d.tenant_no and s.device_id = d.id
       where d.tenant_no = $1 and m.model_code like 'SIM-%' and d.status = 'active' and d.kind = any ($2) order by array_position($2, d.kind), d.id limit $3`,
      [tenantNo, kinds, devices],
    );
    const targets: SimTarget[] = [];
    for (const one of found) {
      const { token } = await issueCredential(tx, { ...one, deviceId: one.id, reason: 'simulator', atOnce: false });
      targets.push({
        id: one.id,
        deviceNo: one.deviceNo,
        tenantNo,
        password: token,
        kind: one.kind,
        longitude: one.longitude ?? 122.27,
        latitude: one.latitude ?? 43.63,
        tags: one.tags ?? [],
      });
    }
    return targets;
  });
}
