import type { Tx } from '#kit/server/db/database.ts';
import { configCodeOf } from '#modules/registry/contract/principal/principal-grants.ts';

/** How units work, where nobody said otherwise. */
export const configDefault = (code: string): string => configCodeOf(code)?.standard ?? '';

/** What a unit says, or the nearest one above it, or the tenant's own authority, or nobody: then the default. */
export async function configOf(tx: Tx, principalId: number, code: string): Promise<string> {
  const [row] = await tx.query<{ value: string }>('select registry.config_value($1, $2) as value', [principalId, code]);
  return row?.value ?? configDefault(code);
}

/** Null takes the own word away. True when something changed. */
export async function setConfig(tx: Tx, principalId: number, code: string, value: string | null): Promise<boolean> {
  const { tenantNo, userId } = tx.scope;
  if (value === null) {
    const gone = await tx.query(
      'delete from registry.principal_config where principal_id = $1 and config_code = $2 returning 1',
      [principalId, code],
    );
    return gone.length > 0;
  }
  const saved = await tx.query(
    `insert into registry.principal_config as c (tenant_no, principal_id, config_code, config_value, created_by, updated_by) values ($1, $2, $3, $4, $5, $5)
     on conflict (tenant_no, principal_id, config_code) do update set config_value = excluded.config_value, updated_by = excluded.updated_by, updated_at = now()
       where c.config_value <> excluded.config_value returning 1`,
    [tenantNo, principalId, code, value, userId],
  );
  return saved.length > 0;
}
