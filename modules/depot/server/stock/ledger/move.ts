/** The ledger's own words, apart from how it is kept. */

export type MoveKind = 'in' | 'out' | 'transfer' | 'loss' | 'adjust' | 'cut' | 'reversal';
export type PlaceKind = 'depot' | 'transit' | 'purveyor' | 'use' | 'loss' | 'adjust' | 'holder' | 'cut';

/** An end of a move. Of transit the id is the document the goods are on the way with. */
export interface Place {
  readonly kind: PlaceKind;
  readonly id?: number | null;
}

export interface MoveInput {
  readonly moveKind: MoveKind;
  readonly materialId: number;
  readonly lotId: number;
  readonly from: Place;
  readonly to: Place;
  /** In base units. */
  readonly qty: number;
  readonly bizDate: string;
  readonly docType: string;
  readonly docId?: number | null;
  readonly docNo?: string | null;
  readonly lineId?: number | null;
  readonly reason?: string | null;
  readonly sourceType?: string | null;
  readonly sourceId?: number | null;
  readonly headServed?: number | null;
  readonly staffId?: number | null;
  readonly fefoSkipped?: boolean;
  readonly reversesId?: number | null;
  readonly remark?: string | null;
  /** Of what comes from outside; what moves inside carries the average of its moment. */
  readonly unitCost?: number | null;
  /** Takes what was put aside for it. */
  readonly fromReserved?: boolean;
  /** R15: refused when the lot has run out on that day, is held or recalled. */
  readonly fit?: boolean;
}

export interface Posted extends MoveInput {
  readonly id: number;
}

/** Does it lie in a balance at this end? */
export const isKept = (place: Place): boolean => place.kind === 'depot' || place.kind === 'transit';
