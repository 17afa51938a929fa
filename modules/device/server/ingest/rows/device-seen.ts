import type { Tx } from '#kit/server/db/database.ts';

interface Block {
  deviceId: number;
  boot: number;
  block: number;
  before: bigint;
  bits: bigint;
}
const keyOf = (deviceId: number, boot: number, block: number) => `${deviceId}:${boot}:${block}`;

/** R13: which messages were there before. Sixty-four of them share a row. */
export class Seen {
  readonly #blocks = new Map<string, Block>();

  private constructor() {}

  static async read(tx: Tx, messages: readonly { deviceId: number; boot: number; seq: number }[]): Promise<Seen> {
    const seen = new Seen();
    for (const { deviceId, boot, seq } of messages) {
      const block = Math.floor(seq / 64);
      const key = keyOf(deviceId, boot, block);
      if (!seen.#blocks.has(key)) seen.#blocks.set(key, { deviceId, boot, block, before: 0n, bits: 0n });
    }
    if (seen.#blocks.size === 0) return seen;
    const asked = [...seen.#blocks.values()];
    const rows = await tx.query<{ deviceId: number; boot: number; block: number; bits: string }>(
      `select s.device_id as "deviceId", s.boot, s.block, s.bits::text as bits
       from unnest($2::bigint[], $3::bigint[], $4::bigint[]) a (device_id, boot, block)
       join device.device_seen s on s.tenant_no = $1 and s.device_id = a.device_id and s.boot = a.boot
         and s.block = a.block`,
      [
        tx.scope.tenantNo,
        asked.map((one) => one.deviceId),
        asked.map((one) => one.boot),
        asked.map((one) => one.block),
      ],
    );
    for (const row of rows) {
      const one = seen.#blocks.get(keyOf(row.deviceId, row.boot, row.block)) as Block;
      one.before = BigInt.asUintN(64, BigInt(row.bits));
      one.bits = one.before;
    }
    return seen;
  }

  /** Whether this is the first time; from now on it is not. */
  isNew(deviceId: number, boot: number, seq: number): boolean {
    const one = this.#blocks.get(keyOf(deviceId, boot, Math.floor(seq / 64))) as Block;
    const bit = 1n << BigInt(seq % 64);
    if (one.bits & bit) return false;
    one.bits |= bit;
    return true;
  }

  async save(tx: Tx): Promise<void> {
    const changed = [...this.#blocks.values()].filter((one) => one.bits !== one.before);
    if (changed.length === 0) return;
    await tx.query(
      `insert into device.device_seen (tenant_no, device_id, boot, block, bits, seen_at)
       select $1, u.d, u.b, u.k, u.v, now() from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) u (d,
         b, k, v)
       on conflict (tenant_no, device_id, boot, block) do update set bits = excluded.bits,
         seen_at = excluded.seen_at`,
      [
        tx.scope.tenantNo,
        changed.map((one) => one.deviceId),
        changed.map((one) => one.boot),
        changed.map((one) => one.block),
        changed.map((one) => BigInt.asIntN(64, one.bits).toString()),
      ],
    );
  }
}

/** After three days a repeat cannot come any more: the stream keeps no longer. */
export const forgetSeen = (tx: Tx): Promise<unknown[]> =>
  tx.query(
    `delete from device.device_seen where ctid = any (array(
       select ctid from device.device_seen where tenant_no = $1
         and seen_at < now() - interval '73 hours' limit 20000))`,
    [tx.scope.tenantNo],
  );
