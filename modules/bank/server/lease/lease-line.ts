import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { leaseLine } from '#modules/bank/contract/lease/lease.ts';
import { nameOfUnit } from './lease-names.ts';

export interface OpenLine {
  readonly id: number;
  readonly leaseId: number;
  readonly deviceId: number;
  readonly deviceNo: string;
  readonly monthRent: number;
  readonly deviceValue: number;
  readonly fromOn: string;
}
const columns = `id, lease_id as "leaseId", device_id as "deviceId", device_no as "deviceNo", month_rent as "monthRent",
  device_value as "deviceValue", to_char(from_on, 'YYYY-MM-DD') as "fromOn"`;

/** Lines whose device is out, locked. */
export const openLines = (
  tx: Tx,
  of: { readonly leaseId?: number; readonly lineId?: number; readonly deviceNos?: readonly string[] },
): Promise<OpenLine[]> =>
  tx.query<OpenLine>(
    `select ${columns} from bank.lease_line where tenant_no = kit.tenant() and returned_on is null
       and ($1::bigint is null or lease_id = $1) and ($2::bigint is null or id = $2)
       and ($3::text[] is null or device_no = any ($3)) order by id for update`,
    [of.leaseId ?? null, of.lineId ?? null, of.deviceNos ?? null],
  );

export interface NewLine {
  readonly deviceId: number;
  readonly deviceNo: string;
  readonly kind: string;
  readonly modelId: number;
  readonly monthRent: number;
  readonly deviceValue: number;
}
/** Out from a day on, under a lease; R49 is the table's own constraint. */
export const insertLines = (
  tx: Tx,
  leaseId: number,
  on: string,
  lines: readonly NewLine[],
  how: { readonly state: string; readonly photos: readonly number[] },
): Promise<{ id: number }[]> =>
  tx.query<{ id: number }>(
    `insert into bank.lease_line (tenant_no, lease_id, lessor_id, lessee_id, for_bank_id, device_id, device_no,
       device_kind, model_id, month_rent, device_value, from_on, to_on, deliver_state, deliver_photos, created_by,
       updated_by)
     select l.tenant_no, l.id, l.lessor_id, l.lessee_id, l.for_bank_id, r."deviceId", r."deviceNo", r.kind, r."modelId",
       r."monthRent", r."deviceValue", $2, greatest(l.to_on, $2::date), $3, $4, $5, $5
     from bank.device_lease l, jsonb_to_recordset($6::jsonb) r("deviceId" bigint, "deviceNo" text, kind text,
       "modelId" bigint, "monthRent" bigint, "deviceValue" bigint)
     where l.tenant_no = kit.tenant() and l.id = $1 returning id`,
    [leaseId, on, how.state, how.photos, tx.scope.userId, JSON.stringify(lines)],
  );

export const closeLines = (
  tx: Tx,
  ids: readonly number[],
  on: string,
  how: { readonly state: string; readonly note: string | null; readonly photos: readonly number[] },
): Promise<unknown> =>
  tx.query(
    `update bank.lease_line set returned_on = $2, return_state = $3, return_note = $4, return_photos = $5,
       version = version + 1, updated_at = now(), updated_by = $6
     where tenant_no = kit.tenant() and id = any ($1)`,
    [ids, on, how.state, how.note, how.photos, tx.scope.userId],
  );

/** What is out ends with the lease's new last day. */
export const moveEnd = (tx: Tx, leaseId: number, toOn: string): Promise<unknown> =>
  tx.query(
    `update bank.lease_line set to_on = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and lease_id = $1 and returned_on is null and from_on <= $2`,
    [leaseId, toOn],
  );

const ofDevice = (sql: string) =>
  `(select ${sql} from bank.watch_device d where d.tenant_no = t.tenant_no and d.id = t.device_id)`;

export const lineRoutes = (): Route[] =>
  serveResource(leaseLine)({
    expressions: {
      lessor: nameOfUnit('lessor_id'),
      lessee: nameOfUnit('lessee_id'),
      forBank: nameOfUnit('for_bank_id'),
      place: `(select coalesce(b.ear_tag, b.target_text) from bank.watch_binding b where b.tenant_no = t.tenant_no
        and b.device_id = t.device_id limit 1)`,
      online: ofDevice(`case when d.last_seen_at is null then 'never' when d.silent_due_at > now() then 'online'
        else 'silent' end`),
      batteryPct: ofDevice('d.battery_pct'),
      deviceStatus: ofDevice('d.status'),
      lastAlarm: `(select max(a.opened_at) from platform.alarm_view a where a.tenant_no = t.tenant_no
        and a.device_id = t.device_id)`,
      isOut: '(t.returned_on is null)',
    },
    match: { modelId: (value, add) => `t.model_id = any (${add(value.split(',').map(Number))}::bigint[])` },
  });

/** The devices of a lease that still runs go with it to the unit its lessee was merged into. */
export const reassignLeaseLines = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update bank.lease_line l set lessee_id = $2, updated_at = now() from bank.device_lease d
     where l.tenant_no = kit.tenant() and l.lessee_id = $1 and l.lessor_id <> $2
       and d.tenant_no = l.tenant_no and d.id = l.lease_id and d.status <> 'ended'`,
    [from, to],
  );
