/** A batch as its steps need it. */
export interface Batch {
  readonly id: number;
  readonly version: number;
  readonly docNo: string;
  readonly status: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly kind: string;
  readonly head: number;
  readonly boughtKg: number | null;
  readonly species: string;
  readonly breed: string;
  readonly isolationPenId: number;
  readonly isolateUntil: string | null;
  readonly originRegionCode: number | null;
  readonly quarantineCertNo: string | null;
  readonly fromPrincipalId: number | null;
  readonly sellerName: string | null;
  readonly buyerId: number | null;
}
