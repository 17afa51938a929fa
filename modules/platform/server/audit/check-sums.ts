import { checkCalcs } from '#kit/server/calc/check-calcs.ts';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { eachTenant } from '../common/all-tenants.ts';
import { notify } from '../notice/notify.ts';
import { saveCheck } from './sys-audit-check.ts';

const named = 20;

/** Every sum of a tenant recomputed; those that differ are named to the people who look after the books and the logs. */
export async function checkSums(database: Database, tenantNo: number): Promise<number> {
  const startedAt = new Date();
  const { rows, records, differences } = await checkCalcs(database, tenantNo);
  const n = differences.length;
  const facts = { kind: 'sums', logNames: [], from: null, to: today(), scope: 'days' as const, startedAt };
  await database.transaction(systemScope(tenantNo, 'sums'), async (tx) => {
    await saveCheck(tx, facts, { seals: 0, rows: rows + records, brokenCount: n, broken: [] });
    if (n === 0) return;
    const list = differences
      .slice(0, named)
      .map((one) => `${one.entity} ${one.entityId} (${one.what}: ${one.expected} / ${one.found})`);
    const args = { n, list: list.join('\n') };
    await notify(tx, {
      audience: { roleCodes: ['audit_admin', 'tenant_admin'] },
      type: 'warning',
      level: 'urgent',
      title: { key: 'platform.notices.sumsDiffer', args },
      content: { key: 'platform.notices.sumsDifferText', args },
      linkPath: '/system/auditIntegrity',
    });
  });
  return n;
}

/** Once a night, whoever comes first. */
export const checkSumsNightly = (database: Database): Promise<void> =>
  eachTenant(database, async (tenantNo) => {
    const [[last]] = await database.read<[{ n: number }]>(systemScope(tenantNo, 'sums'), {
      text: `select count(*)::int as n from platform.sys_audit_check
             where tenant_no = $1 and kind = 'sums' and to_day = $2`,
      values: [tenantNo, today()],
    });
    if (!last?.n) await checkSums(database, tenantNo);
  });
