import type { World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { Pace, takeBatch } from '#modules/device/server/ingest/batch.ts';

let seq = 0;
const boot = Math.floor(Date.now() / 1000);

/** What a device says, taken as ingest takes it: one batch, one transaction, without a broker between. */
export async function say(
  world: World,
  letters: readonly { deviceNo: string; type: string; d: readonly object[] }[],
): Promise<void> {
  const receivedAt = Date.now();
  const arrived = letters.map(({ deviceNo, type, d }) => {
    seq += 1;
    const text = JSON.stringify({ v: 1, boot, seq, at: receivedAt, d });
    return { subject: `iot.1505.up.${deviceNo}.${type}`, text, receivedAt };
  });
  await world.database.transaction(systemScope(1505, 'test'), (tx) => takeBatch(tx, arrived, new Pace()));
}

/** A place at a moment some minutes ago. */
export const fixAt = (minutesAgo: number, lon: number, lat: number, acc = 8) => ({
  t: Math.floor(Date.now() / 1000) - minutesAgo * 60,
  lon,
  lat,
  acc,
});

/** Animals of a unit, in stock for a month and more, that never wore anything. */
export const bareAnimals = (world: World, principalId: number, n: number) =>
  world.sql<{ id: number; earTag: string; weight: number | null; stage: string }>(
    `select a.id, a.ear_tag as "earTag", a.weight, a.stage from registry.animal a
     where a.tenant_no = 1505 and a.principal_id = $1 and a.status = 'inStock' and a.voided_at is null
       and a.entry_on < current_date - 30 and not exists
       (select 1 from device.device_binding b where b.target_kind = 'animal' and b.target_id = a.id)
     order by a.id desc limit $2`,
    [principalId, n],
  );
