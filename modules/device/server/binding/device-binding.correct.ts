import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { isDatabaseError } from '#kit/server/db/database.ts';
import { holdBindings } from '../ingest/known.ts';

export interface Correction {
  id: number;
  fromAt: string;
  toAt: string | null;
  animal: { animalId: number; earTag: string } | null;
  reason: string;
}

/** R8: the span or the animal of a past binding; what the device said in either span follows. Answers how many rows did. */
export async function correct(tx: Tx, one: Correction): Promise<number> {
  await holdBindings(tx);
  const [before] = await tx.query<{ deviceId: number; fromAt: string; toAt: string | null; targetId: number }>(
    `select device_id as "deviceId", from_at as "fromAt", to_at as "toAt", target_id as "targetId"
      from device.device_binding where id = $1 for update`,
    [one.id],
  );
  if (!before) return 0;
  try {
    await tx.query(
      `update device.device_binding set from_at = $2, to_at = $3, target_id = coalesce($4, target_id),
        ear_tag = coalesce($5, ear_tag),
         correction = $6, version = version + 1, updated_at = now(), updated_by = $7 where id = $1`,
      [
        one.id,
        one.fromAt,
        one.toAt,
        one.animal?.animalId ?? null,
        one.animal?.earTag ?? null,
        one.reason,
        tx.scope.userId,
      ],
    );
  } catch (error) {
    if (isDatabaseError(error) && error.code === '23P01') throw refusal('worn', 'device.bind.overlaps');
    throw error;
  }
  const [{ n } = { n: 0 }] = await tx.query<{ n: number }>(
    `select device.attribute_rows($1, least($2::timestamptz, $3), case when $4::timestamptz is not null
      and $5::timestamptz is not null then greatest($4, $5) end) as n`,
    [before.deviceId, before.fromAt, one.fromAt, before.toAt, one.toAt],
  );
  return n;
}
