import type { Tx } from '#kit/server/db/database.ts';
import { type PostedWeights, postWeights } from '#modules/device/server/index.ts';

/** R10: kilograms typed on a form of the farm are one weighing by hand, in the same transaction; none are stored twice. */
export const postFarmWeights = async (
  tx: Tx,
  { on, records, ...rest }: Omit<PostedWeights, 'at'> & { on: string },
): Promise<number | null> =>
  records.length === 0
    ? null
    : postWeights(tx, { ...rest, records, at: `${on}T12:00:00+08:00`, note: rest.note ?? 'farm' });
