import type { Tx } from '#kit/server/db/database.ts';

/** R63: a day on which a device in use said nothing is a day offline, and counts in its rate. */
export const closeDay = (tx: Tx, day: string): Promise<{ id: number }[]> =>
  tx.query<{ id: number }>(
    `insert into device.device_day (tenant_no, region_code, principal_id, bank_id, insurer_id, device_id, day, kind,
       model_id)
     select d.tenant_no, d.region_code, d.principal_id, d.bank_id, d.insurer_id, d.id, $2::date, d.kind, d.model_id
     from device.device d join device.device_state s on s.tenant_no = d.tenant_no and s.device_id = d.id
     where d.tenant_no = $1 and d.status = 'active'
       and s.last_seen_at < ($2::date)::timestamp at time zone 'Asia/Shanghai'
     on conflict do nothing returning device_id as id`,
    [tx.scope.tenantNo, day],
  );
