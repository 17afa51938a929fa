import type { Tx } from '#kit/server/db/database.ts';
import type { Range } from '#modules/sign/contract/numbers/code.ts';

export interface Pack extends Range {
  readonly id: number;
  readonly packNo: string;
  readonly level: 'box' | 'bag';
  readonly parentId: number | null;
  readonly categoryId: number;
  readonly scheme: string;
  readonly count: number;
  readonly missing: string;
  readonly shipmentId: number | null;
  readonly openedOn: string | null;
}
const columns = `p.id, p.pack_no as "packNo", p.level, p.parent_id as "parentId", p.category_id as "categoryId",
  p.scheme, p.code_from as "from", p.code_to as "to", p.count, p.missing::text as missing,
  p.shipment_id as "shipmentId",
  p.opened_on as "openedOn"`;

export async function packByNo(tx: Tx, packNo: string): Promise<Pack | null> {
  const [row] = await tx.query<Pack>(
    `select ${columns} from sign.tag_pack p where p.tenant_no = $1 and p.pack_no = $2`,
    [tx.scope.tenantNo, packNo.trim()],
  );
  return row ?? null;
}
export const packsOfShipment = (tx: Tx, shipmentId: number): Promise<Pack[]> =>
  tx.query<Pack>(
    `select ${columns} from sign.tag_pack p where p.tenant_no = $1 and p.shipment_id = $2
       order by p.code_from, p.level desc`,
    [tx.scope.tenantNo, shipmentId],
  );

/** Packs of a level that meet a run of numbers, lowest first. */
export const packsIn = (tx: Tx, scheme: string, level: 'box' | 'bag', range: Range): Promise<Pack[]> =>
  tx.query<Pack>(
    `select ${columns} from (
       (select * from sign.tag_pack b where b.tenant_no = $1 and b.scheme = $2 and b.level = $3 and b.code_from < $4
        order by b.code_from desc limit 1)
       union all
       (select * from sign.tag_pack b where b.tenant_no = $1 and b.scheme = $2 and b.level = $3
          and b.code_from between $4 and $5 order by b.code_from limit 2000)
     ) p where p.code_to >= $4 order by p.code_from`,
    [tx.scope.tenantNo, scheme, level, range.from, range.to],
  );

/** `{[1,3),[7,8)}` → ranges. */
export const multirange = (text: string): Range[] =>
  [...text.matchAll(/([[(])(\d+),(\d+)([\])])/g)].map(([, open, low, high, close]) => ({
    from: Number(low) + (open === '(' ? 1 : 0),
    to: Number(high) - (close === ')' ? 1 : 0),
  }));

export interface NewPack extends Range {
  readonly packNo: string;
  readonly level: 'box' | 'bag';
  readonly parentNo: string | null;
  readonly categoryId: number;
  readonly missing: readonly Range[];
}
export async function savePackList(
  tx: Tx,
  shipment: {
    readonly id: number;
    readonly supplierId: number;
    readonly deliverTo: number;
    readonly regionCode: number;
  },
  scheme: string,
  packs: readonly NewPack[],
): Promise<void> {
  await tx.query('delete from sign.tag_pack where tenant_no = $1 and shipment_id = $2', [
    tx.scope.tenantNo,
    shipment.id,
  ]);
  const rows = packs.map((one) => ({
    no: one.packNo,
    level: one.level,
    parent: one.parentNo,
    category: one.categoryId,
    lo: one.from,
    hi: one.to,
    missing: `{${one.missing.map(({ from, to }) => `[${from},${to}]`).join()}}`,
    n: one.to - one.from + 1 - one.missing.reduce((sum, { from, to }) => sum + to - from + 1, 0),
  }));
  await tx.query(
    `insert into sign.tag_pack (tenant_no, region_code, pack_no, level, scheme, category_id, code_from, code_to,
       missing,
       count, shipment_id, supplier_id, deliver_to, created_by)
     select $1, $2, r.no, r.level, $3, r.category, r.lo, r.hi, r.missing::int8multirange, r.n, $4, $5, $6, $7
     from jsonb_to_recordset($8::jsonb) r(no text, level text, category bigint, lo bigint, hi bigint, missing text,
     n int)`,
    [
      tx.scope.tenantNo,
      shipment.regionCode,
      scheme,
      shipment.id,
      shipment.supplierId,
      shipment.deliverTo,
      tx.scope.userId,
      JSON.stringify(rows),
    ],
  );
  await tx.query(
    `update sign.tag_pack b set parent_id = x.id from sign.tag_pack x,
       jsonb_to_recordset($2::jsonb) r(no text, parent text)
     where b.shipment_id = $1 and b.pack_no = r.no and x.shipment_id = $1 and x.pack_no = r.parent`,
    [shipment.id, JSON.stringify(rows)],
  );
}

/** R47: a bag from which a part was taken is open, and is used up first. */
export const openBags = (tx: Tx, scheme: string, range: Range, on: string) =>
  tx.query(
    `update sign.tag_pack set opened_on = coalesce(opened_on, $5), updated_at = now()
     where tenant_no = $1 and scheme = $2 and level = 'bag' and code_from <= $4 and code_to >= $3
       and code_from > $3 - 100000 and not (code_from >= $3 and code_to <= $4)`,
    [tx.scope.tenantNo, scheme, range.from, range.to, on],
  );
