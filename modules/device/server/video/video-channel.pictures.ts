import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { unseal } from '#kit/server/pii/pii.ts';
import { eachTenant } from '#modules/platform/server/index.ts';
import { type Found, keepInStep } from '../ingest/watch.ts';
import { driverOf } from './source.ts';

interface Watched extends Found {
  source: string;
  silent: boolean;
}

/** Who has just begun to look cannot say that a picture is missing: relays begin with the product. */
const patienceMs = 5 * 60_000;
const began = Date.now();

/** When each channel last had a picture; those without one for five minutes are told to their holder. */
export const lookAtPictures = (database: Database, isPatient = Date.now() - began < patienceMs): Promise<void> =>
  eachTenant(database, (tenantNo) =>
    database.transaction(systemScope(tenantNo, 'device.video'), async (tx) => {
      const channels = await tx.query<Watched>(
        `select c.id, 'device.videoChannel' as entity, c.name, c.device_id as "deviceId", d.device_no as "deviceNo",
           c.principal_id as "principalId", c.owner_id as "ownerId", c.bank_id as "bankId",
           d.home_region as "regionCode", registry.principal_name(c.principal_id) as holder, c.source_ref as source,
           coalesce(c.last_picture_at < now() - interval '5 minutes', false) as silent
         from device.video_channel c join device.device d on d.tenant_no = c.tenant_no and d.id = c.device_id
         where c.tenant_no = $1 and c.status = 'active' and c.provider = 'hls' and c.source_ref is not null
           and d.status = 'active' limit 5000`,
        [tenantNo],
      );
      const live: number[] = [];
      for (const one of channels) if (await driverOf('hls').folderOf(unseal(one.source, tenantNo))) live.push(one.id);
      if (live.length > 0)
        await tx.query(
          'update device.video_channel set last_picture_at = now() where tenant_no = $1 and id = any ($2)',
          [tenantNo, live],
        );
      if (!isPatient)
        await keepInStep(
          tx,
          'videoOffline',
          channels.filter((one) => one.silent && !live.includes(one.id)),
        );
    }),
  );
