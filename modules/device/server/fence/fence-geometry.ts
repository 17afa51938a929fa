import type { Tx } from '#kit/server/db/database.ts';

/** A fence is judged by as it was: the geometry before ends where the new one begins. */
export async function saveGeometry(tx: Tx, fenceId: number): Promise<void> {
  await tx.query(
    `with now_is as (select tenant_no, id, geometry_version, polygon from device.fence where id = $1),
     ended as (update device.fence_geometry g set valid_to = clock_timestamp() from now_is n
       where g.tenant_no = n.tenant_no and g.fence_id = n.id and g.valid_to is null
         and g.geometry_version < n.geometry_version)
     insert into device.fence_geometry (tenant_no, fence_id, geometry_version, polygon, valid_from)
     select n.tenant_no, n.id, n.geometry_version, n.polygon, case when n.geometry_version = 1 then '-infinity'
       else clock_timestamp() end from now_is n
     on conflict do nothing`,
    [fenceId],
  );
}
