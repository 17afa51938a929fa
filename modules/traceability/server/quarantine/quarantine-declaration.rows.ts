import type { Tx } from '#kit/server/db/database.ts';

/** Which conditions are red now; the version stays, since nobody changed what was declared. */
export const noteReds = (
  tx: Tx,
  id: number,
  red: readonly string[],
  warned: readonly string[],
  actor: number | null,
): Promise<unknown> =>
  tx.query(
    `update traceability.quarantine_declaration set red = $2, warned = $3, checked_at = now(), updated_at = now(),
       updated_by = coalesce($4, updated_by) where id = $1`,
    [id, red, warned, actor],
  );

/** Who inspected: only they issue. */
export const noteInspector = (tx: Tx, id: number, vetId: number, userId: number): Promise<unknown> =>
  tx.query(`update traceability.quarantine_declaration set vet_id = $2, inspected_by = $3 where id = $1`, [
    id,
    vetId,
    userId,
  ]);

export const noteVet = (tx: Tx, id: number, vetId: number): Promise<unknown> =>
  tx.query('update traceability.quarantine_declaration set vet_id = $2 where id = $1', [id, vetId]);

/** The carrier sees the declaration of its vehicle. */
export const noteVehicle = (
  tx: Tx,
  id: number,
  vehicle: { readonly id: number; readonly carrierId: number } | null,
): Promise<unknown> =>
  tx.query('update traceability.quarantine_declaration set vehicle_id = $2, carrier_id = $3 where id = $1', [
    id,
    vehicle?.id ?? null,
    vehicle?.carrierId ?? null,
  ]);

/** Open papers of a unit that was merged go on under the survivor. */
export const reassignDeclarations = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update traceability.quarantine_declaration t
     set principal_id = case when t.principal_id = $1 then $2 else t.principal_id end,
       to_principal_id = case when t.to_principal_id = $1 then $2 else t.to_principal_id end,
       region_code = case when t.principal_id = $1 then u.region_code else t.region_code end,
       version = t.version + 1, updated_at = now()
     from traceability.unit_seen u where u.id = $2 and t.tenant_no = kit.tenant()
       and $1 in (t.principal_id, t.to_principal_id)
       and t.status in ('draft', 'submitted', 'accepted', 'returned', 'inspected')`,
    [from, to],
  );
