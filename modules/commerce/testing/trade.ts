import { expect } from 'vitest';
import type { Person, World } from '#apps/server/testing/world.ts';
import { workDue } from '#kit/server/due/due.ts';
import { day, type makeOffer, placing, sent, tenant } from './fixtures.ts';

export type Offer = Awaited<ReturnType<typeof makeOffer>>;

export const move = async (person: Person, path: string, id: number, name: string, more: object = {}) => {
  const { data } = await person.get(`${path}/${id}`);
  return person.post(`${path}/transition`, { id, version: data?.version ?? 0, name, remark: '试', ...more });
};

/** Both sides of a trade, and the steps that most tests take before theirs. */
export class Trade {
  readonly world: World;
  readonly buyer: Person;
  readonly supplier: Person;
  constructor(world: World, buyer: Person, supplier: Person) {
    this.world = world;
    this.buyer = buyer;
    this.supplier = supplier;
  }

  place(offer: Offer, qty: number, more: { seenSubsidised?: number; depotId?: number; payMode?: string } = {}) {
    const { seenSubsidised = 0, ...rest } = more;
    const { productSkuId, salePrice: seenPrice, subsidy, freight } = offer;
    return this.buyer.post('selectionLib/order/place', {
      ...placing([{ productSkuId, qty, seenPrice, seenSubsidised, subsidy }], freight),
      ...rest,
    });
  }

  async content(orderId: number, person = this.buyer) {
    return (await person.get(`selectionLib/order/content?id=${orderId}`)).data;
  }

  async ship(orderId: number, qty: number, more: object = {}) {
    const { data } = await this.supplier.get(`suppliers/order/${orderId}`);
    const { lines } = await this.content(orderId, this.supplier);
    return this.supplier.post('suppliers/order/ship', {
      orderId,
      version: data.version,
      carrierKind: 'ownVehicle',
      lines: [{ orderLineId: lines[0].id, qty, lotNo: 'L1', producedOn: day(-10), expireOn: day(300) }],
      ...more,
    });
  }

  /** Placed, accepted and sent. */
  async sent(offer: Offer, qty: number, more: Parameters<Trade['place']>[2] = {}) {
    const placed = await this.place(offer, qty, more);
    expect(placed, JSON.stringify(placed)).toMatchObject({ code: 200 });
    const { orderId } = placed.data[0];
    const form = { promisedOn: day(3) };
    expect((await move(this.supplier, 'suppliers/order', orderId, 'accept', { form })).code).toBe(200);
    const shipped = await this.ship(orderId, qty);
    expect(shipped, JSON.stringify(shipped)).toMatchObject({ code: 200 });
    return { orderId: orderId as number, shipmentId: shipped.data.shipmentId as number };
  }

  /** The same, and all of it signed for. */
  async signed(offer: Offer, qty: number, more: Parameters<Trade['place']>[2] = {}) {
    const at = await this.sent(offer, qty, more);
    const { shipments, lines } = await this.content(at.orderId);
    const signed = await this.buyer.post('selectionLib/order/sign', {
      shipmentId: at.shipmentId,
      lines: shipments[0].lines.map((line: { id: number; qty: number }) => ({ id: line.id, signedQty: line.qty })),
    });
    expect(signed, JSON.stringify(signed)).toMatchObject({ code: 200, data: { status: 'received' } });
    return { ...at, lineId: lines[0].id as number };
  }

  complain(orderId: number, lineId: number, qty: number, more: object = {}) {
    return this.buyer.post('selectionLib/afterSale/apply', {
      orderId,
      kind: 'refundOnly',
      reason: 'damaged',
      lines: [{ orderLineId: lineId, qty }],
      ...more,
    });
  }

  /** Agreed to, paid back and confirmed. */
  async refund(complaint: number) {
    expect((await move(this.supplier, 'suppliers/afterSale', complaint, 'agree', { form: {} })).code).toBe(200);
    const form = { refundProof: [await sent(this.world, 'sup1', 'commerce.afterSale')] };
    expect((await move(this.supplier, 'suppliers/afterSale', complaint, 'giveProof', { form })).code).toBe(200);
    expect((await move(this.buyer, 'selectionLib/afterSale', complaint, 'confirmRefund')).code).toBe(200);
  }

  /** The clock strikes for one order. */
  async strike(kind: string, orderId: number) {
    await this.world.sql('update kit.due set due_at = now() where tenant_no = $1 and kind = $2 and ref = $3', [
      tenant,
      `commerce.${kind}`,
      String(orderId),
    ]);
    await workDue(this.world.database);
  }
}
