import { type FieldError, forbidden, invalid, refusal } from '#kit/contract/errors.ts';
import { levelOf } from '#kit/contract/region.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { approvedKinds, baseUnits, wholeUnits } from '#modules/depot/contract/goods/material.ts';
import type { Measured } from '#modules/depot/contract/goods/quantity.ts';

interface Wanted extends Measured {
  readonly kind: string;
  readonly principalId: number | null;
  readonly approvalNo: string | null;
  readonly tracking: string;
  readonly hasExpiry: boolean;
  readonly storeTempMin: number | null;
  readonly storeTempMax: number | null;
}

const prefectureLevel = 2;

/** The tenant's own catalogue is kept where the whole tenant is looked after. */
export const mayShare = ({ actions, scope }: Actor): boolean =>
  actions.has('depot:material:editShared') && scope.regions.some((code) => levelOf(code) <= prefectureLevel);

export function mustShare(actor: Actor): void {
  if (!mayShare(actor)) throw forbidden();
}

/** What must hold of a material whatever happened to it. */
export function checkMaterial(wanted: Wanted, isOwn: boolean, tenantNo: number): void {
  const { baseUnit, decimals, packs, tracking } = wanted;
  const faults: FieldError[] = [];
  if (isOwn && wanted.principalId === null) faults.push({ field: 'principalId', key: 'error.field.required' });
  if (approvedKinds.includes(wanted.kind) && !wanted.approvalNo)
    faults.push({ field: 'approvalNo', key: 'depot.material.approvalNeeded' });
  if (!baseUnits.includes(baseUnit)) faults.push({ field: 'baseUnit', key: 'depot.material.notBase' });
  if (decimals > 0 && (wholeUnits.includes(baseUnit) || tracking === 'segment'))
    faults.push({ field: 'decimals', key: 'depot.material.whole' });
  if (packs.some((pack) => pack.unit === baseUnit)) faults.push({ field: 'packs', key: 'depot.material.packIsBase' });
  if (packs.some((pack) => !lookups().dictHas('unit', pack.unit, tenantNo)))
    faults.push({ field: 'packs', key: 'error.field.dict' });
  // A pack that holds part of a base unit could never be counted.
  if (packs.some(({ factor }) => Math.round(factor * 1000) % 10 ** (3 - decimals) !== 0))
    faults.push({ field: 'packs', key: 'depot.material.packPart' });
  const { storeTempMin: low, storeTempMax: high } = wanted;
  if (low !== null && high !== null && low > high)
    faults.push({ field: 'storeTempMax', key: 'depot.depot.rangeTurned' });
  if (faults.length > 0) throw invalid(faults);
}

type Fixed = Pick<Wanted, 'baseUnit' | 'decimals' | 'packs' | 'tracking' | 'hasExpiry'>;

/** R6: what the ledger was written in stays; packs may be added to a used material, never changed or taken away. */
export async function refuseUsed(tx: Tx, row: Fixed & { readonly id: number }, values: Fixed): Promise<void> {
  const isSame = (['baseUnit', 'decimals', 'tracking', 'hasExpiry'] as const).every(
    (name) => row[name] === values[name],
  );
  const keepsPacks = row.packs.every(({ unit, factor }) =>
    values.packs.some((pack) => pack.unit === unit && pack.factor === factor),
  );
  if (isSame && keepsPacks) return;
  const used = await inTenant(tx, tx.scope.tenantNo, 'stock', (sys) =>
    sys.query(
      'select 1 from depot.lot l where l.material_id = $1 and exists (select 1 from depot.stock_balance b where b.lot_id = l.id) limit 1',
      [row.id],
    ),
  );
  if (used.length > 0) throw refusal('materialUsed', 'depot.ledger.materialUsed');
}
