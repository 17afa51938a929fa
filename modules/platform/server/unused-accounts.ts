import { auditSystem } from '#kit/server/audit/audit.ts';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { directory } from './directory.ts';
import { nobody } from './doorkeeper.ts';
import { notify } from './notify.ts';
import { paramOf } from './params.ts';
import { disableUser, markWarned, unusedSince } from './sys-user.ts';

const warnDays = 7;

/**
 * Accounts of staff that nobody uses are shut at night, a week after their owner was told. Households come and go with
 * the seasons and are left alone. Doing it twice does nothing twice.
 */
export async function closeUnusedAccounts(database: Database): Promise<{ warned: number; disabled: number }> {
  const [tenants] = await database.read<[{ tenant_no: number }]>(nobody, {
    text: "select tenant_no from platform.sys_tenant where status in ('trial', 'active') and kit.is_here(tenant_no)",
    values: [],
  });
  const done = { warned: 0, disabled: 0 };
  for (const { tenant_no: tenantNo } of tenants) {
    const days = await paramOf(database, 'account.unusedDays', tenantNo);
    await database.transaction(systemScope(tenantNo, 'unusedAccounts'), async (tx) => {
      for (const user of await unusedSince(tx, days)) {
        const reach = await directory().reach(database, tenantNo, user.principal_id);
        if (reach?.type === 'household') continue;
        if (!user.is_warned) {
          const args = { n: warnDays, days };
          await notify(tx, {
            userIds: [user.id],
            type: 'system',
            level: 'important',
            title: { key: 'platform.notices.unused', args },
            content: { key: 'platform.notices.unusedText', args },
          });
          await markWarned(tx, user.id);
          done.warned += 1;
        } else if (user.is_due) {
          await disableUser(tx, user.id);
          await auditSystem(
            tx,
            { traceId: 'unusedAccounts' },
            {
              module: 'platform',
              entity: 'sysUser',
              entityId: user.id,
              entityName: user.username,
              action: 'edit',
              before: { status: 'active' },
              after: { status: 'disabled' },
            },
          );
          done.disabled += 1;
        }
      }
    });
  }
  return done;
}
