/** What each kind of change asks for, and what it cannot do without. */
export interface ChangeKind {
  readonly asks: readonly ChangeField[];
  readonly must: readonly ChangeField[];
}
export type ChangeField =
  | 'toPrincipalId'
  | 'toPenId'
  | 'purpose'
  | 'buyerName'
  | 'toPlaceText'
  | 'quarantineCertNo'
  | 'vehicleNo'
  | 'amount'
  | 'cause'
  | 'disposalWay'
  | 'remark';

export const changeKinds = {
  handover: {
    asks: ['toPrincipalId', 'purpose', 'amount', 'quarantineCertNo', 'vehicleNo', 'remark'],
    must: ['toPrincipalId', 'purpose'],
  },
  penMove: { asks: ['toPenId', 'remark'], must: ['toPenId'] },
  saleOut: {
    asks: ['buyerName', 'toPlaceText', 'purpose', 'amount', 'quarantineCertNo', 'vehicleNo', 'remark'],
    must: ['buyerName'],
  },
  homeSlaughter: { asks: ['remark'], must: [] },
  death: { asks: ['cause', 'disposalWay', 'remark'], must: ['cause'] },
  cull: { asks: ['cause', 'disposalWay', 'remark'], must: ['cause'] },
  missing: { asks: ['remark'], must: [] },
  recover: { asks: ['toPenId', 'remark'], must: ['remark'] },
} as const satisfies Record<string, ChangeKind>;
export type ChangeType = keyof typeof changeKinds;
export const isChangeType = (text: string | null): text is ChangeType => text !== null && text in changeKinds;
