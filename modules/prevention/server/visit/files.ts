import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { removeFiles } from '#kit/server/files/sweep.ts';

const entity = 'prevention.immunisationVisit';

interface Named {
  readonly photos?: readonly number[] | undefined;
  readonly purchaseProof?: readonly number[] | undefined;
  readonly holderSignId?: number | null | undefined;
}

const idsOf = ({ photos = [], purchaseProof = [], holderSignId }: Named): number[] => [
  ...photos,
  ...purchaseProof,
  ...(holderSignId ? [holderSignId] : []),
];

/** Hangs what a sheet names on its row. A draft becomes the visit of the same row, so its pictures stay where they hang. */
export const hangFiles = (tx: Tx, visitId: number, sheet: Named): Promise<void> =>
  linkFiles(tx, idsOf(sheet), entity, visitId);

/** What hangs on a draft and is named no longer goes with the next sweep. */
export async function dropFiles(tx: Tx, visitId: number, sheet: Named): Promise<void> {
  const left = await tx.query<{ id: number }>(
    `select id from kit.file where tenant_no = kit.tenant() and biz_type = $1 and biz_id = $2 and status = 'linked' and id <> all ($3::bigint[])`,
    [entity, visitId, idsOf(sheet)],
  );
  const ids = left.map((one) => one.id);
  if (ids.length > 0) await removeFiles(tx, ids);
}
