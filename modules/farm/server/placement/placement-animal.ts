import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

export interface Placed {
  readonly id: number;
  readonly animalId: number;
  readonly inKg: number | null;
  readonly inValue: number;
  readonly inOn: string | null;
  readonly outOn: string | null;
  readonly outcome: string;
  readonly isOpen: boolean;
}
export const placedSql = `select id, animal_id as "animalId", in_kg as "inKg", coalesce(in_value, 0) as "inValue",
    to_char(in_on, 'YYYY-MM-DD') as "inOn", to_char(out_on, 'YYYY-MM-DD') as "outOn", outcome, is_open as "isOpen"
  from farm.placement_animal where parent_id = $1 order by line_no`;
export const placedOf = (tx: Pick<Tx, 'query'>, placementId: number): Promise<Placed[]> =>
  tx.query<Placed>(placedSql, [placementId]);

/** From the signature on; the index refuses an animal that is placed already. */
export const openPlaced = (tx: Tx, placementId: number, on: string): Promise<unknown> =>
  tx.query('update farm.placement_animal set is_open = true, in_on = coalesce(in_on, $2) where parent_id = $1', [
    placementId,
    on,
  ]);
/** Kept since the keeper took them over. */
export const arrivePlaced = (tx: Tx, placementId: number, animalIds: readonly number[], on: string): Promise<unknown> =>
  tx.query('update farm.placement_animal set in_on = $3 where parent_id = $1 and animal_id = any ($2)', [
    placementId,
    animalIds,
    on,
  ]);

/** Those a settled paper is about are open no more. */
export const closePlaced = (
  tx: Tx,
  placementId: number,
  lines: readonly { animalId: number; outKg: number | null; outOn: string; outcome: string; fault: string }[],
): Promise<unknown> =>
  tx.query(
    `update farm.placement_animal p set is_open = false, out_kg = x."outKg", out_on = coalesce(p.out_on, x."outOn"),
       outcome = x.outcome, fault = x.fault
     from jsonb_to_recordset($2::jsonb) x("animalId" bigint, "outKg" numeric, "outOn" date, outcome text, fault text)
     where p.parent_id = $1 and p.animal_id = x."animalId"`,
    [placementId, JSON.stringify(lines)],
  );

export interface Gone {
  readonly placementId: number;
  readonly ownerId: number;
  readonly docNo: string;
  readonly animalId: number;
  readonly earTag: string;
}
const outcomes: Readonly<Record<string, string>> = { death: 'dead', missing: 'missing', slaughter: 'slaughtered' };
/** R27: what the keeper told the register is known here at once; whose fault it was is settled later. */
export const markGone = (tx: Tx, animalIds: readonly number[], kind: string, on: string): Promise<Gone[]> =>
  inTenant(tx, tx.scope.tenantNo, 'farm.placedGone', (all) =>
    all.query<Gone>(
      `update farm.placement_animal p set outcome = $3, out_on = $4 from farm.placement h, farm.animal_seen a
       where p.tenant_no = kit.tenant() and p.animal_id = any ($1) and p.is_open and h.id = p.parent_id
         and a.id = p.animal_id and $2::boolean
       returning h.id as "placementId", h.principal_id as "ownerId", h.doc_no as "docNo", p.animal_id as "animalId",
         a.ear_tag as "earTag"`,
      [animalIds, kind in outcomes, outcomes[kind] ?? 'active', on],
    ),
  );
export const markBack = (tx: Tx, animalIds: readonly number[]): Promise<Gone[]> =>
  inTenant(tx, tx.scope.tenantNo, 'farm.placedBack', (all) =>
    all.query<Gone>(
      `update farm.placement_animal p set outcome = 'active', out_on = null from farm.placement h, farm.animal_seen a
       where p.tenant_no = kit.tenant() and p.animal_id = any ($1) and p.is_open and h.id = p.parent_id
         and a.id = p.animal_id
       returning h.id as "placementId", h.principal_id as "ownerId", h.doc_no as "docNo", p.animal_id as "animalId",
         a.ear_tag as "earTag"`,
      [animalIds],
    ),
  );
