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
  reach(database: Database, tenantNo: number, principalId: number): Promise<Reach | null>;
  /** Those the caller sees in these regions and of these types. */
  find(tx: Tx, where: { regionCodes?: readonly number[]; principalTypes?: readonly string[] }): Promise<number[]>;
}

let registered: Directory | null = null;

export function registerDirectory(directory: Directory): void {
  registered = directory;
}

export function directory(): Directory {
  if (!registered) throw new Error('no directory of principals is registered');
  return registered;
}
