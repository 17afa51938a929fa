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
  readonly fenceId: number | null;
  readonly channelIds: readonly number[];
  readonly beaconId: number | null;
  readonly longitude: number;
  readonly latitude: number;
  readonly status: string;
}
const columns = `id, site_no as "siteNo", name, region_code as "regionCode", bank_id as "bankId",
  principal_id as "principalId", supervisor_id as "supervisorId", manager_user_id as "managerUserId",
  hovel_ids as "hovelIds", fence_id as "fenceId", channel_ids as "channelIds", beacon_id as "beaconId", longitude, latitude, status`;

/** A site the caller sees. */
export async function siteOf(tx: Tx, id: number, isLocked = false): Promise<Site> {
  const [row] = await tx.query<Site>(
    `select ${columns} from bank.pledge_site where tenant_no = kit.tenant()
     and id = $1${isLocked ? ' for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}
/** What an alarm about a site says of whose it is. */
export const alarmOfSite = (site: Site) => ({
  regionCode: site.regionCode,
  bankId: site.bankId,
  principalId: site.principalId,
  supervisorId: site.supervisorId,
  subject: { entity: 'bank.pledgeSite', id: site.id, name: site.name },
});
