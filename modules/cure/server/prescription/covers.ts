import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';

export interface Cover {
  readonly materialId: number;
  /** The medicine may be had only with a sheet. */
  readonly rxOnly: boolean;
  readonly covered: boolean;
  readonly docNo: string | null;
}

/**
 * Whether a holder may buy so much of these packs: a medicine that needs a prescription is covered by a sheet of the holder
 * that is still good and of which that much is not given yet, or by several together; each material is named once. What is left is
 * rounded up to whole packs, for nobody sells half a bottle.
 *
 * @example
 * const [one] = await rxCovers(tx, principalId, [{ materialId, qty: 100, pack: 100 }]);
 */
export async function rxCovers(
  tx: Tx,
  principalId: number,
  items: readonly { readonly materialId: number; readonly qty: number; readonly pack: number }[],
): Promise<Cover[]> {
  if (items.length === 0) return [];
  return tx.query<Cover>(
    `select n."materialId", coalesce(bool_or(m.rx_only), false) as "rxOnly",
       coalesce(bool_or(l.left_qty > 0 and l.dose_unit <> s.base_unit), false)
         or coalesce(max(n.qty - n.pack) < sum(greatest(l.left_qty, 0)) filter (where l.dose_unit = s.base_unit), false)
         as covered,
       min(l.doc_no) as "docNo"
     from jsonb_to_recordset($2::jsonb) n ("materialId" bigint, qty numeric, pack numeric)
     left join cure.medicine_pack p on p.tenant_no = kit.tenant() and p.material_id = n."materialId"
     left join cure.pack_seen s on s.material_id = n."materialId"
     left join cure.medicine m on m.id = p.parent_id and m.status = 'published'
     left join lateral (
       select x.total_qty - x.given_qty as left_qty, x.dose_unit, r.doc_no
       from cure.prescription_line x join cure.prescription r on r.id = x.parent_id
       where x.tenant_no = kit.tenant() and x.medicine_id = m.id and r.principal_id = $1
         and r.status in ('issued', 'running')
         and (r.valid_until is null or r.valid_until >= $3::date or r.course_to >= $3::date)
     ) l on true
     group by 1`,
    [principalId, JSON.stringify(items), today()],
  );
}

export interface Sheet {
  readonly id: number;
  readonly docNo: string;
  readonly issuedOn: string;
  readonly materialId: number;
}
/** The holder's sheets of the last three months that ordered any of these packs, as far as the caller sees them. */
export const sheetsFor = (tx: Tx, principalId: number, materialIds: readonly number[]): Promise<Sheet[]> =>
  tx.query<Sheet>(
    `select distinct r.id, r.doc_no as "docNo", to_char(r.issued_at, 'YYYY-MM-DD') as "issuedOn",
       p.material_id as "materialId"
     from cure.prescription r join cure.prescription_line x on x.parent_id = r.id
     join cure.medicine_pack p on p.tenant_no = r.tenant_no and p.parent_id = x.medicine_id
     where r.tenant_no = kit.tenant() and r.principal_id = $1 and p.material_id = any ($2)
       and r.issued_at > now() - interval '92 days' and r.status <> 'cancelled' order by 1 limit 20`,
    [principalId, materialIds],
  );

export interface DoseOfLot {
  readonly treatmentId: number;
  readonly sheetId: number | null;
  readonly docNo: string;
  readonly treatedOn: string;
  readonly materialId: number;
  readonly lotNo: string;
  readonly qty: number;
  readonly heads: number;
  /** The last day on which an animal that got it must not leave. */
  readonly until: string | null;
}
/** What was given of some lots, with the withdrawal that followed, as far as the caller sees it. */
export const dosesOf = (
  tx: Tx,
  principalId: number,
  lots: readonly { readonly materialId: number; readonly lotNo: string }[],
): Promise<DoseOfLot[]> =>
  tx.query<DoseOfLot>(
    `select t.id as "treatmentId", t.prescription_id as "sheetId", t.doc_no as "docNo",
       to_char(t.treated_on, 'YYYY-MM-DD') as "treatedOn",
       n."materialId", l.lot_no as "lotNo", l.total_qty::float8 as qty, t.heads,
       to_char(greatest(t.meat_until, (select max(w.meat_until) from cure.animal_withdrawal w
         where w.tenant_no = t.tenant_no and w.source_type = 'prescription' and w.source_id = t.prescription_id
           and w.status = 'open')), 'YYYY-MM-DD') as until
     from jsonb_to_recordset($2::jsonb) n ("materialId" bigint, "lotNo" text)
     join cure.treatment_line l on l.tenant_no = kit.tenant() and l.material_id = n."materialId"
       and l.lot_no = n."lotNo"
     join cure.treatment t on t.id = l.treatment_id and t.principal_id = $1 and t.status = 'done'
     order by t.treated_on, t.id limit 100`,
    [principalId, JSON.stringify(lots)],
  );
