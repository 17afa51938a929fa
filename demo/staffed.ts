import type { Tx } from '#kit/server/db/database.ts';
import { saveStaff } from '#modules/registry/server/index.ts';
import type { DemoAccount } from './accounts.ts';
import type { DemoWorld } from './part.ts';
import { idCard } from './principals.ts';
import type { Random } from './random.ts';

/** An account of somebody who works at the unit as well. */
export interface StaffAccount extends DemoAccount {
  readonly job: string;
}

/** Accounts a module adds for its own roles, each with its row in the unit's list of staff. */
export async function addStaffAccounts(
  { today, units, addAccounts }: DemoWorld,
  tx: Tx,
  accounts: readonly StaffAccount[],
  random: Random,
): Promise<void> {
  await addAccounts(tx, accounts);
  for (const { username, person, principal, job } of accounts) {
    const [user] = await tx.query<{ id: number; region: number }>(
      'select u.id, p.region_code as region from platform.sys_user u join registry.principal p on p.id = u.principal_id where u.username = $1',
      [username],
    );
    const hired = new Date(Date.parse(today) - random.int(200, 4000) * 86_400_000).toISOString().slice(0, 10);
    await saveStaff(tx, {
      principalId: units.get(principal) as number,
      name: person,
      phone: `15${random.int(0, 9)}${String(random.int(0, 99_999_999)).padStart(8, '0')}`,
      idCard: idCard(random, user?.region ?? 0),
      job,
      hiredOn: hired,
      userId: user?.id as number,
      status: 'active',
    });
  }
}
