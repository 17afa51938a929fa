// The three administrators of the platform's operator, in a database that has nobody yet; printed once, to be changed at the first login.
import { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { provideKeys } from '#kit/server/pii/pii.ts';
import { freshPassword, insertTenant } from '#modules/platform/server/index.ts';
import { appLogin, appSettings, piiKeys } from './settings.ts';

const operators = [
  { username: 'op_admin', role: 'platform_admin', name: '运营管理员' },
  { username: 'op_sec', role: 'security_admin', name: '运营安全员' },
  { username: 'op_audit', role: 'audit_admin', name: '运营审计员' },
] as const;

const day = (years: number) => new Date(Date.now() + years * 365 * 86_400_000).toISOString().slice(0, 10);

provideKeys(piiKeys());
const database = new Database(appLogin(appSettings()), { max: 1 });
try {
  const made = await database.transaction(systemScope(0, 'first operators'), async (tx) => {
    const [{ n } = { n: 0 }] = await tx.query<{ n: number }>(
      'select count(*)::int as n from platform.sys_user where tenant_no = 0',
    );
    if (n > 0) throw new Error(`the operator has ${n} accounts already: whoever holds one makes the next`);
    const [whole] = await tx.query<{ id: number }>(
      `select id from platform.sys_tenant_package where package_code = 'whole'`,
    );
    if (!whole) throw new Error('there is no reference data yet: npm run migrate');
    await insertTenant(tx, {
      tenantNo: 0,
      tenantName: '平台运营方',
      shortName: '运营方',
      regionCode: 150000000000,
      packageId: whole.id,
      trial: false,
      startOn: day(0),
      expireOn: day(30),
      contactName: '运营',
      contactPhone: '13800000000',
      maxUsers: 100,
      maxPrincipals: 100,
      maxAnimals: 0,
      storageGb: 100,
    });
    const [unit] = await tx.query<{ id: number }>(
      `insert into registry.principal (tenant_no, region_code, principal_unit_name, name_pinyin, principal_unit_type, principal_level, contact_name)
       values (0, 150000000000, '平台运营方', 'pingtaiyunyingfang', 'thirdParty', 1, '运营') returning id`,
    );
    const accounts: { username: string; password: string }[] = [];
    for (const { username, role, name } of operators) {
      const fresh = await freshPassword();
      const [user] = await tx.query<{ id: number }>(
        `insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, password_hash, password_changed_at, must_change_password, initial_valid_until)
         values (0, $1, $2, $2, $3, $4, now(), true, now() + interval '72 hours') returning id`,
        [username, name, unit?.id, fresh.hash],
      );
      await tx.query(
        `insert into platform.sys_user_role (tenant_no, user_id, role_id) select 0, $1, id from platform.sys_role where tenant_no = 0 and role_code = $2`,
        [user?.id, role],
      );
      accounts.push({ username, password: fresh.password });
    }
    return accounts;
  });
  console.table(made);
  console.log('Written nowhere: hand each to its own person, who changes it at the first login.');
} finally {
  await database.close();
}
