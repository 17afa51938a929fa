import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type HandoverNews, writeEvents } from '#modules/registry/server/index.ts';
import { markToCollect, moveDevices } from '../catalogue/device.places.ts';
import { holdBindings } from '../ingest/known.ts';
import { clearWhereabouts } from '../ingest/rows/device-state.ts';

export interface NewBinding {
  deviceId: number;
  deviceKind: string;
  targetKind: string;
  targetId: number;
  targetText: string | null;
  earTag: string | null;
  role: 'wears' | 'placedAt';
  principalId: number;
  ownerId: number;
  bankId: number | null;
  insurerId: number | null;
  supervisorId: number | null;
  regionCode: number;
  /** Null is this moment. */
  fromAt: string | null;
  photos: readonly number[];
  previousId: number | null;
}

export async function insertBinding(tx: Tx, one: NewBinding, userId: number | null): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into device.device_binding (tenant_no, region_code, device_id, device_kind, target_kind, target_id,
      target_text, ear_tag, role,
       principal_id, owner_id, bank_id, insurer_id, supervisor_id, from_at, photo_from, previous_id, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, coalesce($15::timestamptz,
       clock_timestamp()), $16, $17, $18) returning id`,
    [
      tx.scope.tenantNo,
      one.regionCode,
      one.deviceId,
      one.deviceKind,
      one.targetKind,
      one.targetId,
      one.targetText,
      one.earTag,
      one.role,
      one.principalId,
      one.ownerId,
      one.bankId,
      one.insurerId,
      one.supervisorId,
      one.fromAt,
      one.photos,
      one.previousId,
      userId,
    ],
  );
  return row?.id as number;
}

interface Ended {
  id: number;
  deviceId: number;
  deviceNo: string;
  targetKind: string;
  targetId: number;
  principalId: number;
  regionCode: number;
}

/** Ends what is open of these devices, at a moment or now. */
export async function endOf(
  tx: Tx,
  deviceIds: readonly number[],
  reason: string,
  userId: number | null,
  more: { at?: string; photos?: readonly number[] } = {},
): Promise<Ended[]> {
  if (deviceIds.length === 0) return [];
  await holdBindings(tx);
  const ended = await tx.query<Ended>(
    `update device.device_binding b set to_at = greatest(b.from_at, coalesce($5::timestamptz, clock_timestamp())),
      end_reason = $3, unbound_by = $4,
       photo_to = $6, version = b.version + 1, updated_at = now()
     from device.device d where b.tenant_no = $1 and b.device_id = any ($2) and b.to_at is null
       and d.tenant_no = b.tenant_no and d.id = b.device_id
     returning b.id, b.device_id as "deviceId", d.device_no as "deviceNo", b.target_kind as "targetKind", b.target_id as "targetId",
       b.principal_id as "principalId", d.home_region as "regionCode"`,
    [tx.scope.tenantNo, deviceIds, reason, userId, more.at ?? null, more.photos ?? []],
  );
  await tellEvents(tx, 'deviceUnbound', ended, { reason });
  return ended;
}

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

/** What happened stands in the animal's life. */
export async function tellEvents(
  tx: Tx,
  kind: 'deviceBound' | 'deviceUnbound',
  bindings: readonly Ended[],
  summary: Record<string, string>,
): Promise<void> {
  const animals = bindings.filter((one) => one.targetKind === 'animal');
  if (animals.length === 0) return;
  await writeEvents(
    tx,
    animals.map((one) => ({
      animalId: one.targetId,
      kind,
      happenedOn: today(),
      principalId: one.principalId,
      regionCode: one.regionCode,
      source: { entity: 'device.deviceBinding', id: one.id, docNo: one.deviceNo },
      summary: { deviceNo: one.deviceNo, ...summary },
    })),
  );
}

const openOf = (tx: Tx, animalIds: readonly number[]) =>
  tx.query<{ id: number; deviceId: number }>(
    `select id, device_id as "deviceId" from device.device_binding
     where tenant_no = $1 and target_kind = 'animal' and target_id = any ($2) and to_at is null`,
    [tx.scope.tenantNo, animalIds],
  );

/** R10: an animal that leaves takes no device with it; its holder has to fetch them. */
export const endBindings = (
  tx: Tx,
  animalIds: readonly number[],
  reason: 'animalExit' | 'holderChange',
): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'device.binding', async (all) => {
    const devices = (await openOf(all, animalIds)).map((one) => one.deviceId);
    if (devices.length === 0) return;
    await endOf(all, devices, reason, tx.scope.userId);
    await markToCollect(all, devices);
  });

/** R10, R11: kept for another, the animal keeps its devices; from this moment what they say is the new holder's. */
export const handOn = (tx: Tx, news: HandoverNews): Promise<void> => {
  if (news.purpose !== 'entrust' && news.purpose !== 'returned') return endBindings(tx, news.animalIds, 'holderChange');
  return inTenant(tx, tx.scope.tenantNo, 'device.binding', async (all) => {
    const open = await openOf(all, news.animalIds);
    if (open.length === 0) return;
    await holdBindings(all);
    const [unit] = await all.query<{ region: number }>(
      'select region_code as region from registry.unit_view where id = $1',
      [news.toId],
    );
    const region = unit?.region ?? 0;
    await all.query(
      `with moment as (select clock_timestamp() as at),
       ended as (update device.device_binding b set to_at = m.at, end_reason = 'holderChange',
         version = b.version + 1, updated_at = now()
         from moment m where b.tenant_no = $1 and b.id = any ($2) and b.to_at is null returning b.*)
       insert into device.device_binding (tenant_no, region_code, device_id, device_kind, target_kind, target_id,
         target_text, ear_tag, role,
         principal_id, owner_id, bank_id, insurer_id, supervisor_id, from_at, previous_id, created_by)
       select e.tenant_no, case when e.region_code = 0 then 0 else $4::bigint end, e.device_id,
         e.device_kind, e.target_kind, e.target_id, e.target_text, e.ear_tag, e.role, $3,
         e.owner_id, e.bank_id, e.insurer_id, e.supervisor_id, m.at, e.id, $5
       from ended e, moment m`,
      [all.scope.tenantNo, open.map((one) => one.id), news.toId, region, tx.scope.userId],
    );
    const devices = open.map((one) => one.deviceId);
    await moveDevices(all, devices, news.toId, region);
    await clearWhereabouts(all, devices);
  });
};

/** Open bindings follow their device when its unit was merged; those that ended tell whose it was then. */
export const reassignBindings = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update device.device_binding set principal_id = case when principal_id = $1 then $2 else principal_id end,
       owner_id = case when owner_id = $1 then $2 else owner_id end
     where tenant_no = kit.tenant() and to_at is null and (principal_id = $1 or owner_id = $1)`,
    [from, to],
  );
