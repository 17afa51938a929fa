import type { Tx } from '#kit/server/db/database.ts';

/** The device moves with what it is on: whose it is stays, where it works changes. */
export const moveDevices = (tx: Tx, ids: readonly number[], principalId: number, region: number): Promise<unknown[]> =>
  tx.query(
    `update device.device set principal_id = $3, home_region = $4::bigint, region_code = case
      when share_scope = 'jurisdiction' then $4::bigint else 0 end,
       version = version + 1, updated_at = now() where tenant_no = $1 and id = any ($2)`,
    [tx.scope.tenantNo, ids, principalId, region],
  );

export const markInstalled = (tx: Tx, ids: readonly number[]): Promise<unknown[]> =>
  tx.query(
    `update device.device set status = case when status = 'idle' then 'active' else status end, to_collect = false,
       installed_on = coalesce(installed_on, (now() at time zone 'Asia/Shanghai')::date), version = version + 1,
         updated_at = now()
     where tenant_no = $1 and id = any ($2)`,
    [tx.scope.tenantNo, ids],
  );

export const markToCollect = (tx: Tx, ids: readonly number[]): Promise<unknown[]> =>
  tx.query(
    `update device.device set to_collect = true, version = version + 1, updated_at = now() where tenant_no = $1
      and id = any ($2)`,
    [tx.scope.tenantNo, ids],
  );

/** What a unit kept or owned is the survivor's after a merge. */
export const reassignDevices = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update device.device set principal_id = case when principal_id = $1 then $2 else principal_id end,
       owner_id = case when owner_id = $1 then $2 else owner_id end, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and (principal_id = $1 or owner_id = $1)`,
    [from, to],
  );

/** Who else has a claim on what these devices watch. */
export const setDeviceParty = async (
  tx: Tx,
  ids: readonly number[],
  party: 'bankId' | 'insurerId' | 'supervisorId',
  principalId: number | null,
): Promise<void> => {
  const column = { bankId: 'bank_id', insurerId: 'insurer_id', supervisorId: 'supervisor_id' }[party];
  await tx.query(
    `update device.device set ${column} = $3, version = version + 1, updated_at = now() where tenant_no = $1
      and id = any ($2)`,
    [tx.scope.tenantNo, ids, principalId],
  );
};
