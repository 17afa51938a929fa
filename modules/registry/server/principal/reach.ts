import type { Database, Tx } from '#kit/server/db/database.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import type { Reach } from '#modules/platform/server/index.ts';

/** A unit, the regions given to it and those below it, whoever asks. */
export async function reach(database: Database, tenantNo: number, principalId: number): Promise<Reach | null> {
  const [rows] = await database.read<
    [
      {
        principal_unit_name: string;
        principal_unit_type: string;
        principal_level: number;
        region_code: number;
        longitude: number | null;
        latitude: number | null;
        status: string;
        regions: number[];
        subordinates: number[];
      },
    ]
  >(makeScope({ tenantNo, userId: null }), {
    text: 'select * from registry.principal_reach($1, $2)',
    values: [tenantNo, principalId],
  });
  const row = rows[0];
  if (!row) return null;
  return {
    name: row.principal_unit_name,
    type: row.principal_unit_type,
    level: row.principal_level,
    regionCode: row.region_code,
    longitude: row.longitude,
    latitude: row.latitude,
    status: row.status,
    regions: row.regions,
    subordinates: row.subordinates,
  };
}

export async function reachOf(tx: Tx, principalId: number): Promise<Pick<Reach, 'regions' | 'subordinates'> | null> {
  const [row] = await tx.query<Pick<Reach, 'regions' | 'subordinates'>>(
    'select regions, subordinates from registry.principal_reach($1, $2)',
    [tx.scope.tenantNo, principalId],
  );
  return row ?? null;
}
