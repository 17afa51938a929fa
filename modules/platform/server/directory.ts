import type { Database, Tx } from '#kit/server/db/database.ts';

/** What the platform must know of a user's organisation. The module that owns organisations registers it. */
export interface Reach {
  name: string;
  type: string;
  level: number;
  regionCode: number;
  longitude: number | null;
  latitude: number | null;
  status: string;
  regions: number[];
  subordinates: number[];
}

export interface Place {
  id: number;
  name: string;
  regionCode: number;
  /** Masked. */
  phone: string | null;
}

export interface PlaceQuery {
  readonly ids: readonly number[];
  readonly regionCodes?: readonly number[] | undefined;
  readonly principalTypes?: readonly string[] | undefined;
  readonly whole?: boolean;
}

export interface Directory {
  reach(database: Database, tenantNo: number, principalId: number): Promise<Reach | null>;
  /** Where a principal's sight ends, asked inside a transaction. */
  reachOf(tx: Tx, principalId: number): Promise<Pick<Reach, 'regions' | 'subordinates'> | null>;
  /** Those the caller sees in these regions and of these types. */
  find(tx: Tx, where: { regionCodes?: readonly number[]; principalTypes?: readonly string[] }): Promise<number[]>;
  /** Of these organisations those in the regions and of the types; only such as the caller sees, unless `whole` says all of the tenant. */
  places(tx: Tx, where: PlaceQuery): Promise<Place[]>;
}

let registered: Directory | null = null;

export function registerDirectory(directory: Directory): void {
  registered = directory;
}

export function directory(): Directory {
  if (!registered) throw new Error('no directory of principals is registered');
  return registered;
}
