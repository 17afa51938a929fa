import type { Tx } from '#kit/server/db/database.ts';
import type { CountItem } from '#modules/device/contract/telemetry/message.ts';
import type { Known } from '../ingest/known.ts';

/** Heads a camera counted, by channel. */
export async function saveCounts(
  tx: Tx,
  counts: readonly { device: Known; items: readonly CountItem[]; receivedAt: number }[],
): Promise<void> {
  for (const { device, items } of counts)
    await tx.query(
      `insert into device.video_count (tenant_no, channel_id, at, heads, confidence, hovel_id)
       select $1, c.id, to_timestamp(u.t), u.n, u.conf, c.hovel_id
       from unnest($3::int[], $4::float8[], $5::int[], $6::float8[]) u (ch, t, n, conf)
       join device.video_channel c on c.tenant_no = $1 and c.device_id = $2 and c.channel_no = u.ch
         on conflict do nothing`,
      [
        tx.scope.tenantNo,
        device.id,
        items.map((one) => Math.round(one.ch)),
        items.map((one) => one.t),
        items.map((one) => Math.round(one.n)),
        items.map((one) => one.conf),
      ],
    );
}
