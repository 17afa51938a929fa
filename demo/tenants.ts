import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import type { OpenTenantInput } from '#modules/platform/contract/tenant/sys-tenant.ts';
import { hashPassword, openTenant } from '#modules/platform/server/index.ts';
import { allItems, faultsOf } from '#modules/platform/server/role/menu/item-rules.ts';
import { insertMenu } from '#modules/platform/server/role/menu/sys-menu.ts';
import { insertTenant, setRootPrincipal } from '#modules/platform/server/tenant/sys-tenant.ts';
import { countUsage } from '#modules/platform/server/tenant/sys-tenant-usage.ts';
import { newPassword, type PrintedAccount, titleOf } from './accounts.ts';

const daysFrom = (today: string, days: number) =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

/** Beside the whole chain, which every installation has: a choice for authorities, one for money, and one that is no longer sold. */
export async function savePackages(database: Database): Promise<Map<string, number>> {
  const wanted = [
    ['prevention', '防疫版', [1, 2, 6, 7, 12, 13], [8000, 120_000, 1_500_000, 800, 12], 'onSale', '按县（旗）数量计价'],
    [
      'finance',
      '金融保险版',
      [3, 4, 6, 10, 12, 13],
      [3000, 60_000, 800_000, 500, 24],
      'onSale',
      '按在保、在押头数计价',
    ],
    ['basic', '基础版（旧）', [1, 6, 12], [500, 20_000, 200_000, 100, 12], 'offSale', null],
  ] as const;
  return database.transaction(systemScope(0, 'demo'), async (tx) => {
    const items = await allItems(tx);
    for (const [code, name, systems, quotas, status, price] of wanted) {
      // Messages and tasks are everybody's; the rest of the farm's own system is not.
      const chosen = items.filter(
        (item) =>
          !item.operatorOnly &&
          ((systems as readonly number[]).includes(item.systemId) || (item.systemId === 11 && item.required)),
      );
      const ids = chosen.map((item) => item.id);
      const [fault] = faultsOf(items, new Set(ids), 'zh_CN');
      if (fault) throw new Error(`package ${code}: ${fault.key} ${JSON.stringify(fault.args)}`);
      const systemIds = [...new Set(chosen.map((item) => item.systemId))];
      await tx.query(
        `insert into platform.sys_tenant_package (package_code, package_name, system_ids, item_ids, max_users, max_principals, max_animals, storage_gb, term_months, status, price_note)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [code, name, JSON.stringify(systemIds), JSON.stringify(ids), ...quotas, status, price],
      );
    }
    const rows = await tx.query<{ code: string; id: number }>(
      'select package_code as code, id from platform.sys_tenant_package',
    );
    return new Map(rows.map((row) => [row.code, row.id]));
  });
}

const quotas = { maxUsers: 8000, maxPrincipals: 60_000, maxAnimals: 800_000, storageGb: 500 };

type TenantForm = Omit<OpenTenantInput, 'administrators' | 'portal'>;

const tenantForms =
  (packages: ReadonlyMap<string, number>, today: string) =>
  (
    tenantNo: number,
    names: readonly [string, string],
    regionCode: number,
    packageCode: string,
    days: number,
    more: Partial<OpenTenantInput> = {},
  ): TenantForm => ({
    tenantNo,
    tenantName: names[0],
    shortName: names[1],
    regionCode,
    packageId: packages.get(packageCode) ?? 0,
    trial: false,
    startOn: daysFrom(today, -365),
    expireOn: daysFrom(today, days),
    contactName: '王主任',
    contactPhone: `139${String(tenantNo).padStart(4, '0')}6688`,
    ...quotas,
    ...more,
  });

/** A tenant with the whole chain and a year to go. */
export async function saveTenant(
  database: Database,
  today: string,
  { tenantNo, name, short, region }: { tenantNo: number; name: string; short: string; region: number },
): Promise<void> {
  await database.transaction(systemScope(0, 'demo'), async (tx) => {
    const rows = await tx.query<{ code: string; id: number }>(
      'select package_code as code, id from platform.sys_tenant_package',
    );
    const tenant = tenantForms(new Map(rows.map((row) => [row.code, row.id])), today);
    await insertTenant(tx, tenant(tenantNo, [name, short], region, 'whole', 365));
  });
}

/** The operator and its tenants, each in another state; Qinghai is opened as the wizard opens one. */
export async function saveTenants(
  database: Database,
  packages: ReadonlyMap<string, number>,
  today: string,
): Promise<PrintedAccount[]> {
  const tenant = tenantForms(packages, today);
  const accounts = await database.transaction(systemScope(0, 'demo'), async (tx) => {
    await insertTenant(tx, tenant(0, ['平台运营方', '运营方'], 150000000000, 'whole', 3650));
    await insertTenant(
      tx,
      tenant(1505, ['通辽市', '通辽'], 150500000000, 'whole', 500, {
        maxUsers: 70_000,
        maxPrincipals: 350_000,
        maxAnimals: 5_000_000,
        storageGb: 5000,
      }),
    );
    await insertTenant(tx, tenant(1504, ['赤峰市', '赤峰'], 150400000000, 'whole', 20));
    await insertTenant(tx, tenant(5202, ['六盘水市', '六盘水'], 520200000000, 'whole', -3));
    await tx.query("update platform.sys_tenant set status = 'expired' where tenant_no = 5202");
    await saveConfig(tx, {
      sys_title: '牧链',
      sys_title_en: 'Mulian',
      sys_copyright: '© 2026 牧链 畜牧产业链服务平台',
      sys_copyright_en: '© 2026 Mulian livestock industry-chain platform',
      dataV_total_title: '畜牧产业链数据中心',
      dataV_total_title_en: 'Livestock data centre',
    });
    const trial = tenant(6300, ['青海省', '青海'], 630000000000, 'prevention', 60, { trial: true, maxUsers: 500 });
    return openTrial(tx, trial);
  });
  await database.transaction(systemScope(1505, 'demo'), (tx) =>
    saveConfig(tx, {
      sys_title: '通辽市畜牧业综合服务平台',
      sys_title_tw: '通遼市畜牧業綜合服務平台',
      sys_title_en: 'Tongliao livestock services',
      dataV_total_title: '通辽市畜牧业数据中心',
      dataV_total_title_tw: '通遼市畜牧業數據中心',
      dataV_total_title_en: 'Tongliao livestock data centre',
      support_phone: '0475-8230000',
    }),
  );
  return accounts;
}

async function openTrial(tx: Tx, trial: TenantForm): Promise<PrintedAccount[]> {
  const people = [
    ['qh_admin', '马志远'],
    ['qh_sec', '才让'],
    ['qh_audit', '李青'],
  ] as const;
  const roles = ['tenant_admin', 'security_admin', 'audit_admin'];
  const passwords = people.map(() => newPassword());
  const administrators = people.map(([username, realName], index) => ({
    username,
    realName,
    phone: `1370971${String(1001 + index * 37)}`,
  }));
  const portal = { portalId: 'qhxm', title: '青海畜牧业试用平台', titleEn: 'Qinghai trial platform' };
  await openTenant(tx, { ...trial, administrators, portal }, await Promise.all(passwords.map(hashPassword)), 72);
  return people.map(([username, person], index) => ({
    username,
    role: roles[index] ?? '',
    password: passwords[index] ?? '',
    portal: '/qhxmLogin',
    tenantNo: 6300,
    principalType: 'authority',
    person,
    unit: trial.tenantName,
    ...titleOf(roles[index]),
  }));
}

async function saveConfig(tx: Tx, config: Record<string, string>): Promise<void> {
  for (const [code, value] of Object.entries(config)) {
    await tx.query(
      'insert into platform.sys_tenant_config (tenant_no, config_code, config_value) values ($1, $2, $3)',
      [tx.scope.tenantNo, code, value],
    );
  }
}

/** The first pages of the prevention workers' app. */
export async function saveMobileMenus(database: Database): Promise<void> {
  const pages = [
    ['今日任务', "Today's tasks", '/m/task', 'sys:task:list'],
    ['通知', 'Notices', '/m/notice', 'sys:notice:info:list'],
    ['扫码查畜', 'Scan a tag', '/m/scan', 'ant:home:search'],
    ['免疫登记', 'Immunise', '/m/immune', 'ant:visit:list'],
    ['养殖户', 'Households', '/m/household', 'pri:principal:list'],
  ] as const;
  await database.transaction(systemScope(0, 'demo'), async (tx) => {
    const common = { menuType: 1, orderNum: 10, systemId: 1, icon: 'MobileOutlined' };
    const first = await insertMenu(tx, 'mobile', {
      ...common,
      parentId: null,
      menuName: '防疫员端',
      menuNameEn: 'Worker app',
    });
    const folder = await insertMenu(tx, 'mobile', {
      ...common,
      menuType: 2,
      parentId: first.id,
      menuName: '工作台',
      menuNameTw: '工作臺',
      menuNameEn: 'Workbench',
    });
    for (const [index, [menuName, menuNameEn, path, permission]] of pages.entries()) {
      const made = await insertMenu(tx, 'mobile', {
        menuName,
        menuNameEn,
        path,
        permission,
        menuType: 3,
        parentId: folder.id,
        orderNum: (index + 1) * 10,
        systemId: 1,
      });
      // Sold with the web's page of the same right.
      await tx.query(
        "select platform.join_item((select min(id) from platform.sys_menu where terminal = 'web' and menu_type = 3 and permission = $1), $2)",
        [permission, made.id],
      );
    }
  });
}

/** A year of growth up to what is there now; the trial has no past. */
export async function saveUsage(database: Database, today: string, grown: readonly number[]): Promise<void> {
  for (const tenantNo of [...grown, 6300]) await countUsage(database, tenantNo);
  const roots: [number, number][] = [];
  for (const tenantNo of grown) {
    const [[root]] = await database.read<[{ id: number }]>(systemScope(tenantNo, 'demo'), {
      text: "select id from registry.principal where principal_unit_type = 'authority' and parent_id is null order by id limit 1",
      values: [],
    });
    if (root) roots.push([tenantNo, root.id]);
  }
  await database.transaction(systemScope(0, 'demo'), async (tx) => {
    for (const [tenantNo, principalId] of roots) await setRootPrincipal(tx, tenantNo, principalId);
    await tx.query(
      `insert into platform.sys_tenant_usage (tenant_no, month, users, principals, animals, storage_bytes, counted_at)
       select u.tenant_no, (date_trunc('month', $1::date) - make_interval(months => n))::date, ceil(u.users * (1 - n * 0.07))::int, ceil(u.principals * (1 - n * 0.06))::int,
         0, floor(u.storage_bytes * (1 - n * 0.08))::bigint, $1::date - make_interval(months => n)
       from platform.sys_tenant_usage u, generate_series(1, 11) n where u.tenant_no = any ($2) on conflict do nothing`,
      [today, grown],
    );
  });
  // Nobody must change the demo's passwords first; each account's is its own and random.
  await database.transaction(systemScope(6300, 'demo'), (tx) =>
    tx.query(
      'update platform.sys_user set must_change_password = false, initial_valid_until = null where tenant_no = 6300',
    ),
  );
}
