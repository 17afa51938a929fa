import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles, moveFiles } from '#kit/server/files/files.ts';
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
export async function hangFiles(tx: Tx, visitId: number, sheet: Named): Promise<void> {
  const ids = idsOf(sheet);
  // A sheet copied from one that its maker voided keeps the pictures and the signature of that day.
  const voided = await tx.query<{ id: number }>(
    `select v.id from prevention.immunisation_visit v where v.status = 'voided' and v.created_by = kit.user_id()
       and (v.photos && $1::bigint[] or v.holder_sign_id = any ($1))`,
    [ids],
  );
  await moveFiles(
    tx,
    ids,
    entity,
    voided.map((one) => one.id),
    visitId,
  );
  await linkFiles(tx, ids, entity, visitId);
}

/** What hangs on a draft and is named no longer goes with the next sweep. */
export async function dropFiles(tx: Tx, visitId: number, sheet: Named): Promise<void> {
  const left = await tx.query<{ id: number }>(
    `select id from kit.file where tenant_no = kit.tenant() and biz_type = $1 and biz_id = $2 and status = 'linked' and id <> all ($3::bigint[])`,
    [entity, visitId, idsOf(sheet)],
  );
  const ids = left.map((one) => one.id);
  if (ids.length > 0) await removeFiles(tx, ids);
}
