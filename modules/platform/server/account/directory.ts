import type { Database, Tx } from '#kit/server/db/database.ts';
import type { Scope } from '#kit/server/db/scope.ts';

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
  type: string;
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

export interface Organisation {
  id: number;
  name: string;
  type: string;
  level: number;
  regionCode: number;
  parentId: number | null;
  contactName: string | null;
  /** Masked. */
  contactPhone: string | null;
  status: string;
}

export interface OrganisationQuery {
  readonly keyword?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly level?: number | undefined;
  readonly regionCode?: number | undefined;
  readonly limit: number;
  readonly offset?: number;
}

export interface Root {
  readonly name: string;
  readonly regionCode: number;
  readonly contactName: string;
  readonly contactPhone: string;
}

export interface TenantUnit {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly regionCode: number;
  readonly status: string;
  readonly systemIds: readonly number[];
}

export interface TenantUnitQuery {
  readonly tenantNo: number;
  readonly keyword?: string | undefined;
  readonly principalUnitType?: string | undefined;
  readonly regionCode?: number | undefined;
  readonly hasConfig?: boolean | undefined;
  readonly sort?: string | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
}

export interface Directory {
  /** SQL of the name of the organisation whose id this is, whoever may see the organisation itself. */
  nameSql(id: string): string;
  /** Those of this name that the caller looks after; two are one too many. */
  named(tx: Tx, name: string): Promise<number[]>;
  /** Organisations other than households that the caller looks after. */
  organisations(
    database: Database,
    scope: Scope,
    query: OrganisationQuery,
  ): Promise<{ rows: Organisation[]; total: number }>;
  /** The first organisation of a tenant, in the transaction's tenant: an authority with the whole region as its jurisdiction. */
  createRoot(tx: Tx, root: Root): Promise<number>;
  /** From an organisation upwards, itself first; empty where there is none. */
  line(database: Database, tenantNo: number, principalId: number): Promise<number[]>;
  /** Organisations of a tenant for its operator and its administrator; households only when they are asked for. */
  tenantPrincipals(
    database: Database,
    scope: Scope,
    query: TenantUnitQuery,
  ): Promise<{ rows: TenantUnit[]; total: number }>;
  principalCounts(database: Database, scope: Scope, tenantNo: number): Promise<{ type: string; count: number }[]>;
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
