import type { Tx } from '#kit/server/db/database.ts';
import { closeAlarm, openAlarm, regionName } from '#modules/platform/server/index.ts';
import { countyAuthority } from './authorities.ts';

const perNight = 200;

interface Difference {
  readonly region_code: number;
  readonly name: string;
  readonly keys: readonly string[];
  readonly kept: number;
  readonly truth: number;
}

/**
 * Some villages by lot, every night others: their figures are recomputed from the records. A village whose figures differ is told
 * to the tenant's administrator and stands right again afterwards; one that stood wrong before and is right now is told no more.
 */
export async function checkFigures(tx: Tx, villages?: readonly number[]): Promise<number> {
  const { tenantNo } = tx.scope;
  const picked =
    villages ??
    (
      await tx.query<{ code: number }>(
        'select code from (select distinct region_code as code from prevention.holder where tenant_no = $1) v order by random() limit $2',
        [tenantNo, perNight],
      )
    ).map((row) => row.code);
  if (picked.length === 0) return 0;
  const open = await tx.query<{ id: number; key: string }>(
    `select subject_id as id, dedup_key as key from platform.alarm where tenant_no = $1 and kind = 'rollupDiff' and status <> 'closed' and subject_id = any ($2)`,
    [tenantNo, picked],
  );
  const wrong = await tx.query<Difference>('select * from prevention.check_figures($1, $2)', [tenantNo, picked]);
  const first = new Map<number, Difference>();
  for (const one of wrong) if (!first.has(one.region_code)) first.set(one.region_code, one);
  for (const { id, key } of open) if (!first.has(id)) await closeAlarm(tx, key);
  const keepers = await tx.query<{ id: number }>(
    `select u.id from platform.sys_user u join platform.sys_user_role ur on ur.user_id = u.id join platform.sys_role r on r.id = ur.role_id
     where u.tenant_no = $1 and u.status = 'active' and r.role_code = 'tenant_admin'`,
    [tenantNo],
  );
  for (const [code, one] of first) {
    const authority = await countyAuthority(tx, code);
    const place = regionName(code) ?? String(code);
    if (!authority) continue;
    await openAlarm(tx, {
      kind: 'rollupDiff',
      dedupKey: `rollupDiff:${code}`,
      subject: { entity: 'platform.sysRegion', id: code, name: place },
      regionCode: code,
      principalId: authority,
      receivers: keepers.map((row) => row.id),
      args: { place, name: `${one.name} ${one.keys.join('/')}`, kept: one.kept, true: one.truth, regionCode: code },
      evidence: { differences: wrong.filter((row) => row.region_code === code).length },
    });
  }
  return first.size;
}
