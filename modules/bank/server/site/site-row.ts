import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface Site {
  readonly id: number;
  readonly siteNo: string;
  readonly name: string;
  readonly regionCode: number;
  readonly bankId: number;
  readonly principalId: number;
  readonly supervisorId: number | null;
  readonly managerUserId: number;
  readonly hovelIds: readonly number[];
  readonly beaconId: number | null;
  readonly longitude: number;
  readonly latitude: number;
  readonly status: string;
}
const columns = `id, site_no as "siteNo", name, region_code as "regionCode", bank_id as "bankId",
  principal_id as "principalId", supervisor_id as "supervisorId", manager_user_id as "managerUserId",
  hovel_ids as "hovelIds", beacon_id as "beaconId", longitude, latitude, status`;

/** A site the caller sees. */
export async function siteOf(tx: Tx, id: number): Promise<Site> {
  const [row] = await tx.query<Site>(`select ${columns} from bank.pledge_site where tenant_no = kit.tenant() and id = $1`, [
    id,
  ]);
  if (!row) throw notFound();
  return row;
}
/** What alarms about a site and the counts and visits of it say of whose it is. */
export const placeOf = (site: Site) => ({
  regionCode: site.regionCode,
  bankId: site.bankId,
  principalId: site.principalId,
  supervisorId: site.supervisorId,
  siteId: site.id,
  subject: { entity: 'bank.pledgeSite', id: site.id, name: site.name },
});
