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

/** At another unit, let out; what is in use stays where it is. Answers those that moved. */
export const lendTo = async (tx: Tx, ids: readonly number[], principalId: number): Promise<number[]> => {
  const [unit] = await tx.query<{ region: number }>('select region_code as region from registry.principal_places($1)', [
    [principalId],
  ]);
  const moved = await tx.query<{ id: number; moved: boolean }>(
    `update device.device d set ownership = 'leased', version = version + 1, updated_at = now(),
       principal_id = case when status = 'idle' then $3 else principal_id end,
       home_region = case when status = 'idle' then $4::bigint else home_region end,
       region_code = case when status <> 'idle' then region_code when share_scope = 'jurisdiction' then $4::bigint
         else 0 end
     where tenant_no = $1 and id = any ($2) returning id, status = 'idle' as moved`,
    [tx.scope.tenantNo, ids, principalId, unit?.region ?? 0],
  );
  return moved.filter((one) => one.moved).map((one) => one.id);
};
/** With its owner again; answers what each was before. */
export const takeBack = (tx: Tx, ids: readonly number[], status: string): Promise<{ id: number; before: string }[]> =>
  tx.query<{ id: number; before: string }>(
    `update device.device d set ownership = 'bought', principal_id = d.owner_id, home_region = u.region_code,
       region_code = case when d.share_scope = 'jurisdiction' then u.region_code else 0 end, bank_id = null,
       supervisor_id = null, to_collect = false, status = $3, version = d.version + 1, updated_at = now()
     from device.device o join registry.unit_view u on u.id = o.owner_id
     where d.tenant_no = $1 and d.id = any ($2) and o.tenant_no = d.tenant_no and o.id = d.id
     returning d.id, o.status as before`,
    [tx.scope.tenantNo, ids, status],
  );
