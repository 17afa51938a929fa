import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { NumberedRow } from '#modules/depot/contract/stock/stock-balance.ts';
import { stockSources } from '../extension-points.ts';
import { staffNames } from '../store/staff-names.ts';

export interface NumberedAsk {
  readonly regionCode?: number | undefined;
  readonly principalId?: number | undefined;
  readonly staffId?: number | undefined;
  readonly kind?: string | undefined;
}

/** Goods that are numbered and counted by another module, as that module shows them to this caller. */
export async function numberedStock(tx: Tx, ask: NumberedAsk): Promise<NumberedRow[]> {
  const rows: NumberedRow[] = [];
  for (const [kind, source] of stockSources()) {
    if (ask.kind && ask.kind !== kind) continue;
    const held = await source.balances(tx, {
      ...(ask.principalId !== undefined && { principalIds: [ask.principalId] }),
      ...(ask.staffId !== undefined && { staffId: ask.staffId }),
    });
    rows.push(...(await named(tx, held, ask.regionCode, source.page ?? null)));
  }
  return rows;
}

type Held = Pick<NumberedRow, 'materialId' | 'principalId' | 'staffId' | 'qty'>;

function named(tx: Tx, held: readonly Held[], regionCode: number | undefined, page: string | null) {
  const [lo, hi] = regionCode === undefined ? [null, null] : rangeOf(regionCode);
  return tx.query<NumberedRow>(
    `select h.material_id as "materialId", m.name as "materialName", m.spec, m.kind, m.base_unit as "baseUnit",
       h.principal_id as "principalId", u.principal_unit_name as "principalName", h.staff_id as "staffId",
       ${staffNames('to_jsonb(array[h.staff_id])')} as "staffName", h.qty, $7::text as page
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::numeric[])
         with ordinality h(material_id, principal_id, staff_id, qty, n)
       join depot.material m on m.id = h.material_id left join registry.principal_places($2) u on u.id = h.principal_id
     where h.qty > 0 and ($5::bigint is null or (u.region_code >= $5 and u.region_code < $6))
     order by h.n`,
    [
      held.map((one) => one.materialId),
      held.map((one) => one.principalId),
      held.map((one) => one.staffId),
      held.map((one) => one.qty),
      lo,
      hi,
      page,
    ],
  );
}
