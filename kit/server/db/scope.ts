import { levelOf, outermost, rangeOf } from '#kit/contract/region.ts';

/** What the database is told about the caller. Without it every policy answers with no rows. */
export interface Scope {
  readonly tenantNo: number;
  readonly userId: number | null;
  /** Outermost regions of the caller; empty when no role gives sight by region. */
  readonly regions: readonly number[];
  /** The caller's principal and, where a role says so, its subordinates. */
  readonly principals: readonly number[];
  /** Sees only what the user made. */
  readonly selfOnly: boolean;
  readonly roles: readonly string[];
  /** Nobody in particular: all regions of the tenant. */
  readonly system: boolean;
  /** Values of the settings, in the order of `scopeStatement`; computed once per session. */
  readonly settings: readonly string[];
}

export const scopeSettings = ['tenant', 'user', 'lo', 'hi', 'ranges', 'principals', 'self_only', 'system', 'roles'];

/** One statement sets everything, for this transaction only, and answers nothing: an answer of nine columns would be read by nobody. */
export const scopeStatement = {
  name: 'scope',
  text: `select 1 where ${scopeSettings.map((name, index) => `set_config('app.${name}', $${index + 1}, true) is null`).join(' or ')}`,
};

interface ScopeInput {
  tenantNo: number;
  userId: number | null;
  regions?: readonly number[];
  principals?: readonly number[];
  selfOnly?: boolean;
  roles?: readonly string[];
}

export function makeScope(input: ScopeInput, system = false): Scope {
  const regions = outermost(input.regions ?? []);
  const ranges = regions.map(rangeOf);
  // One region is two comparisons; several are asked one by one.
  const [lo = '', hi = ''] = system ? [0, 1e12] : ranges.length === 1 ? (ranges[0] ?? []) : [];
  const principals = input.principals ?? [];
  const roles = input.roles ?? [];
  const selfOnly = input.selfOnly ?? false;
  return {
    tenantNo: input.tenantNo,
    userId: input.userId,
    regions,
    principals,
    selfOnly,
    roles,
    system,
    settings: [
      String(input.tenantNo),
      input.userId === null ? '' : String(input.userId),
      String(lo),
      String(hi),
      regions.length > 1 ? `{${ranges.flat().join()}}` : '',
      principals.length ? `{${principals.join()}}` : '',
      selfOnly ? '1' : '',
      system ? '1' : '',
      roles.join(),
    ],
  };
}

/**
 * Work nobody in particular does (loading, jobs, closing a day), inside one tenant. `name` appears in the operation log.
 * It sees all regions of that tenant and no other tenant.
 */
export function systemScope(tenantNo: number, name: string): Scope {
  return makeScope({ tenantNo, userId: null, roles: [`system:${name}`] }, true);
}

export const levelColumn = (
  code: number,
): { column: 'pref' | 'county' | 'town' | 'region_code'; value: number } | null => {
  switch (levelOf(code)) {
    case 1:
      return null;
    case 2:
      return { column: 'pref', value: code / 1e8 };
    case 3:
      return { column: 'county', value: code / 1e6 };
    case 4:
      return { column: 'town', value: code / 1e3 };
    case 5:
      return { column: 'region_code', value: code };
  }
};
