import { refusal } from '#kit/contract/errors.ts';
import { yuanOf } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { ensurePurveyor, postDoc } from '#modules/depot/server/index.ts';
import { configOf } from '#modules/registry/server/index.ts';
import { isShort } from './ship.ts';
import type { OrderRow } from './trade-order.ts';
import type { LineRow } from './trade-order-line.ts';

export interface Signed {
  readonly line: LineRow;
  readonly signedQty: number;
  readonly lotNo: string | null;
  readonly producedOn: string | null;
  readonly expireOn: string | null;
}
interface Linked {
  readonly skuId: number;
  readonly materialId: number;
  readonly factor: number;
  readonly kind: string;
  readonly baseUnit: string;
  readonly packs: readonly { unit: string; factor: number }[] | null;
}
export const linksOf = (all: Tx, skuIds: readonly number[]): Promise<Linked[]> =>
  all.query<Linked>(
    `select k.sku_id as "skuId", m.id as "materialId", k.factor::float8 as factor, m.kind,
       m.base_unit as "baseUnit", m.packs
     from commerce.commodity_link k join commerce.material_seen m on m.id = k.material_id
     where k.tenant_no = kit.tenant() and k.sku_id = any ($1) and k.status <> 'open'`,
    [skuIds],
  );

/** Counted in the pack it was sold in where the material has that pack: the price then comes over to the cent. */
export function measured(link: Linked, qty: number, salePriceCents: number) {
  const pack = link.packs?.find((one) => one.factor === link.factor);
  if (pack || link.factor === 1)
    return { unit: pack?.unit ?? link.baseUnit, unitQty: qty, unitCost: yuanOf(salePriceCents) };
  const price = yuanOf(salePriceCents);
  const unitCost = Math.round((price / link.factor) * 10_000) / 10_000;
  return { unit: link.baseUnit, unitQty: Math.round(qty * link.factor * 1000) / 1000, unitCost };
}

export interface Booked {
  readonly docId: number | null;
  readonly docNo: string | null;
  /** By the row of the shipment's lines, in the order they were given. */
  readonly stock: readonly ({ materialId: number; baseQty: number } | null)[];
  readonly unlinked: readonly string[];
}
/**
 * R17: what was signed for becomes a receipt of the depot, with lot, expiry and price; checked there, or posted at once where the
 * signer keeps that store and the unit asks for no check.
 */
export async function intoDepot(
  all: Tx,
  order: OrderRow,
  {
    depotId,
    signed,
    signer,
    requestId,
  }: { depotId: number; signed: readonly Signed[]; signer: number; requestId: string },
): Promise<Booked> {
  const [store] = await all.query<{ principalId: number; isKeeper: boolean }>(
    `select d.principal_id as "principalId", exists (select 1 from commerce.keeper_seen k where k.depot_id = d.id
       and k.user_id = $2) as "isKeeper" from commerce.store_seen d where d.id = $1
       and d.kind not in ('box', 'transit')`,
    [depotId, signer],
  );
  if (store?.principalId !== order.principalId) throw refusal('notYourDepot', 'commerce.refusal.notYourDepot');
  const links = await linksOf(
    all,
    signed.map((one) => one.line.skuId),
  );
  const linkOf = (one: Signed) => links.find((link) => link.skuId === one.line.skuId);
  const stock = signed.map((one) => {
    const link = linkOf(one);
    return link && one.signedQty > 0
      ? { materialId: link.materialId, baseQty: Math.round(one.signedQty * link.factor * 1000) / 1000 }
      : null;
  });
  const unlinked = signed.filter((one) => one.signedQty > 0 && !linkOf(one)).map((one) => one.line.title);
  const booked = signed.filter((one) => one.signedQty > 0 && linkOf(one));
  if (booked.length === 0) return { docId: null, docNo: null, stock, unlinked };
  const [supplier] = await all.query<{ name: string }>('select name from commerce.unit_seen where id = $1', [
    order.supplierId,
  ]);
  const purveyorId = await ensurePurveyor(all, {
    principalId: order.principalId,
    name: supplier?.name ?? '',
    supplierPrincipalId: order.supplierId,
    kinds: [...new Set(booked.map((one) => linkOf(one)?.kind ?? 'other'))],
  });
  const isChecked = (await configOf(all, order.principalId, 'depot_in_review')) !== '0';
  const doc = await postDoc(
    all,
    {
      docType: 'purchaseIn',
      depotId,
      purveyorId,
      orderId: order.id,
      bizDate: today(),
      until: store.isKeeper && !isChecked ? 'posted' : 'submitted',
      requestId,
      remark: order.orderNo,
      lines: booked.map((one) => ({
        materialId: linkOf(one)?.materialId ?? 0,
        lotNo: one.lotNo,
        producedOn: one.producedOn,
        expireOn: one.expireOn,
        ...measured(linkOf(one) as Linked, one.signedQty, one.line.salePrice),
        ...(isShort(one.line, one) && { shortLifeReason: order.orderNo }),
      })),
    },
    signer,
  );
  return { docId: doc.id, docNo: doc.docNo, stock, unlinked };
}
