import { type FieldError, invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { coldKinds } from '#modules/depot/contract/store/depot.ts';

interface Wanted {
  readonly principalId: number;
  readonly kind: string;
  readonly keeperIds: readonly number[];
  readonly staffId: number | null;
  readonly tempMin: number | null;
  readonly tempMax: number | null;
  readonly superiorDepotId: number | null;
}

/** Where a unit is; refuses one that cannot be seen. */
export async function placeOfUnit(tx: Tx, principalId: number): Promise<number> {
  const [row] = await tx.query<{ region: number }>(
    'select region_code as region from registry.principal where id = $1',
    [principalId],
  );
  if (!row) throw invalid([{ field: 'principalId', key: 'error.field.ref' }]);
  return row.region;
}

/** What must hold of a store, new or changed; answers the job of the carrier of a box. */
export async function checkDepot(tx: Tx, wanted: Wanted, id?: number): Promise<string | null> {
  const faults: FieldError[] = [...checkTemps(wanted), ...(await checkKeepers(tx, wanted))];
  const isBox = wanted.kind === 'box';
  const job = wanted.staffId === null ? null : await jobOf(tx, wanted.staffId, wanted.principalId);
  if (isBox && wanted.staffId === null) faults.push({ field: 'staffId', key: 'error.field.required' });
  else if (isBox && job === null) faults.push({ field: 'staffId', key: 'depot.depot.notOfUnit' });
  if (!isBox && wanted.staffId !== null) faults.push({ field: 'staffId', key: 'depot.depot.noCarrier' });
  if (wanted.superiorDepotId !== null && !(await mayDrawFrom(tx, wanted.superiorDepotId, id)))
    faults.push({ field: 'superiorDepotId', key: 'depot.depot.notAbove' });
  if (faults.length > 0) throw invalid(faults);
  return isBox ? job : null;
}

function checkTemps({ kind, tempMin, tempMax }: Wanted): FieldError[] {
  const faults: FieldError[] = [];
  const isWanted = coldKinds.includes(kind) || tempMin !== null || tempMax !== null;
  if (isWanted && tempMin === null) faults.push({ field: 'tempMin', key: 'depot.depot.rangeNeeded' });
  if (isWanted && tempMax === null) faults.push({ field: 'tempMax', key: 'depot.depot.rangeNeeded' });
  if (tempMin !== null && tempMax !== null && tempMin > tempMax)
    faults.push({ field: 'tempMax', key: 'depot.depot.rangeTurned' });
  return faults;
}

/** Of the unit itself: a superior looks on and keeps nothing in a subordinate's store (R28). */
async function checkKeepers(tx: Tx, { keeperIds, principalId }: Wanted): Promise<FieldError[]> {
  const known = await tx.query(
    "select 1 from registry.staff where id = any ($1) and principal_id = $2 and status = 'active'",
    [keeperIds, principalId],
  );
  return known.length < keeperIds.length ? [{ field: 'keeperIds', key: 'depot.depot.notOfUnit' }] : [];
}

async function jobOf(tx: Tx, staffId: number, principalId: number): Promise<string | null> {
  const [row] = await tx.query<{ job: string }>(
    "select job from registry.staff where id = $1 and principal_id = $2 and status = 'active'",
    [staffId, principalId],
  );
  return row?.job ?? null;
}

/** A store like others, and not one that draws from this one itself. */
async function mayDrawFrom(tx: Tx, superiorId: number, id: number | undefined): Promise<boolean> {
  const rows = await tx.query<{ id: number; kind: string }>(
    `with recursive above as (
       select d.id, d.kind, d.superior_depot_id, 1 as n from depot.depot d where d.id = $1
       union all select d.id, d.kind, d.superior_depot_id, a.n + 1 from depot.depot d join above a on d.id = a.superior_depot_id where a.n < 20)
     select id, kind from above order by n`,
    [superiorId],
  );
  const [first] = rows;
  return first !== undefined && !['box', 'transit'].includes(first.kind) && rows.every((one) => one.id !== id);
}
