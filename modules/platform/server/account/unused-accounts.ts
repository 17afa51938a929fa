import { auditSystem } from '#kit/server/audit/audit.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { nobody } from '../auth/authenticator.ts';
import { eachOf } from '../common/each-of.ts';
import { notify } from '../notice/notify.ts';
import { paramOf } from '../reference/params.ts';
import { directory } from './directory.ts';
import { disableUser, markWarned, type UnusedUser, unusedSince } from './sys-user.ts';
import { lastRoleOf } from './user-rules.ts';

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
  await eachOf(tenants, async ({ tenant_no: tenantNo }) => {
    const days = await paramOf(database, 'account.unusedDays', tenantNo);
    for (let after: number | undefined = 0; after !== undefined; )
      after = await database.transaction(systemScope(tenantNo, 'unusedAccounts'), async (tx) => {
        const users = await unusedSince(tx, days, after ?? 0);
        const units = await directory().places(tx, {
          ids: [...new Set(users.map((one) => one.principal_id))],
          whole: true,
        });
        const households = new Set(units.filter(({ type }) => type === 'household').map(({ id }) => id));
        for (const user of users) {
          const what = households.has(user.principal_id) ? null : await closeUnused(tx, user, days);
          if (what) done[what] += 1;
        }
        return users.at(-1)?.id;
      });
  });
  return done;
}

async function closeUnused(tx: Tx, user: UnusedUser, days: number): Promise<'warned' | 'disabled' | null> {
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
    return 'warned';
  }
  // Of two who alone hold a role the other one may have been shut a moment ago.
  if (!user.is_due || (await lastRoleOf(tx, user.id)) !== null) return null;
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
  return 'disabled';
}
