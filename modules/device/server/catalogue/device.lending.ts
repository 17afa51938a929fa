import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { endOf } from '../binding/device-binding.ts';
import { clearWhereabouts } from '../ingest/rows/device-state.ts';
import { lendTo, takeBack } from './device.places.ts';

export interface Lendable {
  id: number;
  deviceNo: string;
  kind: string;
  modelId: number;
  status: string;
  ownerId: number;
  principalId: number;
}
/** By number, whoever asks; locked, so that two do not lend the same device. */
export const devicesNamed = (tx: Tx, deviceNos: readonly string[]): Promise<Lendable[]> =>
  inTenant(tx, tx.scope.tenantNo, 'device.lending', (sys) =>
    sys.query<Lendable>(
      `select id, device_no as "deviceNo", kind, model_id as "modelId", status, owner_id as "ownerId",
         principal_id as "principalId"
       from device.device where tenant_no = kit.tenant() and device_no = any ($1) order by id for update`,
      [deviceNos],
    ),
  );

/** Devices work at another unit from now on and stay their owner's. Those in use somewhere stay where they are. */
export const lendDevices = (tx: Tx, ids: readonly number[], toPrincipalId: number): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'device.lending', async (sys) => {
    const moved = await lendTo(sys, ids, toPrincipalId);
    if (moved.length > 0) await clearWhereabouts(sys, moved);
  });

const steps = {
  good: { name: 'returned', to: 'idle' },
  damaged: { name: 'repair', to: 'repairing' },
  lost: { name: 'reportLost', to: 'lost' },
} as const;
/** Back with their owner, whatever they were on; what is damaged goes to repair, what is lost is looked for. */
export const takeBackDevices = (
  tx: Tx,
  ids: readonly number[],
  state: keyof typeof steps,
  by: { readonly userId: number | null; readonly nickname: string | null },
): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'device.lending', async (sys) => {
    await endOf(sys, ids, state === 'lost' ? 'dropped' : state === 'damaged' ? 'broken' : 'returned', by.userId);
    const { name, to } = steps[state];
    for (const { id, before } of await takeBack(sys, ids, to))
      if (before !== to)
        await recordTransition(sys, by, { entity: 'device.device', entityId: id, name, from: before, to });
    await clearWhereabouts(sys, ids);
  });

export interface RepairSpan {
  deviceId: number;
  fromOn: string;
  /** The day it came back; null while it is being repaired. */
  toOn: string | null;
}
/** When devices were being repaired between two days, as their history has it. */
export const repairSpans = (tx: Tx, ids: readonly number[], from: string, to: string): Promise<RepairSpan[]> =>
  tx.query<RepairSpan>(
    `select "deviceId", "fromOn", "toOn" from (
       select h.entity_id as "deviceId", h.to_status,
         to_char(h.made_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "fromOn",
         to_char(lead(h.made_at) over (partition by h.entity_id order by h.id) at time zone 'Asia/Shanghai',
           'YYYY-MM-DD') as "toOn"
       from kit.transition_history h
       where h.tenant_no = kit.tenant() and h.entity = 'device.device' and h.entity_id = any ($1)) s
     where s.to_status = 'repairing' and s."fromOn" <= $3 and coalesce(s."toOn", $2) >= $2`,
    [ids, from, to],
  );
