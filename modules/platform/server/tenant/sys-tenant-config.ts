import { type FieldError, invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { configCodes } from '#modules/platform/contract/tenant/tenant-config.ts';

function isRight(kind: string, value: string, choices: readonly string[] | undefined, max: number): boolean {
  switch (kind) {
    case 'file':
      return /^[1-9]\d{0,15}$/.test(value);
    case 'path':
      return /^\/[\w/.-]*$/.test(value) && !value.startsWith('//') && value.length <= max;
    case 'number':
      return /^-?\d{1,3}(\.\d{1,8})?$/.test(value) && Math.abs(Number(value)) <= max;
    case 'choice':
      return choices?.includes(value) ?? false;
    default:
      return value.length <= max && !value.includes('\0') && value.isWellFormed();
  }
}

/** Unknown codes and values that mean nothing are named, all of them. */
export function checkConfigs(configs: Readonly<Record<string, string | null>>): void {
  const faults: FieldError[] = [];
  for (const [code, value] of Object.entries(configs)) {
    const known = configCodes.find((one) => one.code === code);
    if (!known) faults.push({ field: code, key: 'platform.tenantConfig.unknown' });
    else if (
      value &&
      (!isRight(known.kind, value, known.choices, known.max ?? 500) || known.pattern?.test(value) === false)
    )
      faults.push({ field: code, key: 'error.field.pattern' });
  }
  if (faults.length > 0) throw invalid(faults);
}

/** In the tenant of the transaction; an empty value takes the override away. True when something changed. */
export async function writeConfig(tx: Tx, principalId: number, code: string, value: string | null): Promise<boolean> {
  const { tenantNo, userId } = tx.scope;
  if (!value) {
    const gone = await tx.query(
      'delete from platform.sys_tenant_config where tenant_no = $1 and principal_id = $2 and config_code = $3 returning 1',
      [tenantNo, principalId, code],
    );
    return gone.length > 0;
  }
  const saved = await tx.query(
    `insert into platform.sys_tenant_config as c (tenant_no, principal_id, config_code, config_value, updated_by) values ($1, $2, $3, $4, $5)
     on conflict (tenant_no, principal_id, config_code) do update set config_value = excluded.config_value, updated_by = excluded.updated_by, updated_at = now()
       where c.config_value <> excluded.config_value returning 1`,
    [tenantNo, principalId, code, value, userId],
  );
  return saved.length > 0;
}
