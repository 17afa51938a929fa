import type { Tx } from '#kit/server/db/database.ts';
import type { Lot } from './stock/lot.ts';

/**
 * The places other modules put their functions into: the depot calls nobody above it. A function registered here runs in
 * the transaction that asks.
 */

/** Told of every lot when it is first received; one that throws refuses the receipt. */
class LotListeners {
  readonly #all = new Map<string, (tx: Tx, lot: Lot) => Promise<void>>();
  register(module: string, listener: (tx: Tx, lot: Lot) => Promise<void>): void {
    this.#all.set(module, listener);
  }
  async tell(tx: Tx, lot: Lot): Promise<void> {
    for (const listener of this.#all.values()) await listener(tx, lot);
  }
}
export const lotBooked = new LotListeners();

/** R35: how much of these materials the asker's area will still need, by material. */
export type NeedSource = (
  tx: Tx,
  ask: {
    readonly principalId: number;
    readonly regionCode: number;
    readonly seasonId: number | null;
    readonly materialIds: readonly number[];
  },
) => Promise<ReadonlyMap<number, number>>;
const needs = new Map<string, NeedSource>();
export const registerNeedSource = (materialKind: string, source: NeedSource): void => {
  needs.set(materialKind, source);
};
export const needSource = (materialKind: string): NeedSource | undefined => needs.get(materialKind);

/** What the year's plan gives a unit, by material, and what of that was sent; `planned` is null where nothing was planned. */
export interface Planned {
  readonly planned: number | null;
  readonly sent: number;
}
export type PlanSource = (
  tx: Tx,
  ask: { readonly principalId: number; readonly year: number; readonly materialIds: readonly number[] },
) => Promise<ReadonlyMap<number, Planned>>;
const plans = new Map<string, PlanSource>();
export const registerPlanSource = (materialKind: string, source: PlanSource): void => {
  plans.set(materialKind, source);
};
export const planSource = (materialKind: string): PlanSource | undefined => plans.get(materialKind);

/** Goods that are numbered and counted by another module, shown here as if they lay here. */
export interface StockSource {
  /** The page with the movements of these goods, linked from where their stock is shown. */
  readonly page?: string;
  /** What units, or a member of staff, have of them now; without either, all that the caller may see. */
  balances(
    tx: Tx,
    ask: { readonly principalIds?: readonly number[]; readonly staffId?: number },
  ): Promise<
    readonly {
      readonly materialId: number;
      readonly principalId: number;
      readonly staffId: number | null;
      readonly qty: number;
    }[]
  >;
}
const sources = new Map<string, StockSource>();
export const registerStockSource = (materialKind: string, source: StockSource): void => {
  sources.set(materialKind, source);
};
export const stockSources = (): ReadonlyMap<string, StockSource> => sources;

/** A shipment that was signed for, ready to be taken in. */
export interface Shipment {
  readonly orderId: number;
  readonly purveyorName: string;
  readonly lines: readonly {
    readonly materialId: number;
    readonly lotNo: string;
    readonly producedOn: string | null;
    readonly expireOn: string | null;
    readonly unit: string;
    readonly unitQty: number;
    readonly unitCost: number | null;
  }[];
}
export type ShipmentSource = (tx: Tx, shipmentId: number) => Promise<Shipment | null>;
let shipments: ShipmentSource | null = null;
export const registerShipmentSource = (source: ShipmentSource): void => {
  shipments = source;
};
export const shipmentSource = (): ShipmentSource | null => shipments;
