import type { Sample } from '#apps/server/testing/samples.ts';

let serial = 0;
const unique = () => {
  serial += 1;
  return `${Date.now().toString(36)}${serial}`;
};

/** What the wizard sends; `more` names the package. */
export const tenantWish = (tenantNo: number, more: object) => ({
  tenantNo,
  tenantName: `试验市${tenantNo}`,
  shortName: '试验',
  regionCode: 150200000000,
  trial: false,
  startOn: '2026-01-01',
  expireOn: '2099-01-01',
  maxUsers: 100,
  maxPrincipals: 50,
  maxAnimals: 1000,
  storageGb: 1,
  contactName: '孙主任',
  contactPhone: '13947211234',
  administrators: ['admin', 'sec', 'audit'].map((name, index) => ({
    username: `t${tenantNo}_${name}`,
    realName: `管理员${index}`,
    phone: `1394721234${index}`,
  })),
  portal: { portalId: `t${tenantNo}`, title: `试验平台${tenantNo}` },
  ...more,
});

/** Tenants and what is sold to them: the operator's. */
export const samples: Record<string, Sample> = {
  'platform.sysTenant': {
    keeper: 'op_admin',
    stranger: 'tl_admin',
    neighbour: 'tl_sec',
    form: async (world) => {
      const [pack] = await world.sql<{ id: number }>(
        "select id from platform.sys_tenant_package where package_code = 'whole'",
      );
      return {
        tenantName: '试验租户',
        shortName: '试验',
        packageId: pack?.id,
        graceDays: 30,
        maxUsers: 10,
        maxPrincipals: 10,
        maxAnimals: 10,
        storageGb: 1,
        contactName: '联系人',
        contactPhone: '13847512345',
        remark: null,
      };
    },
    make: async (world) => {
      serial += 1;
      const [row] = await world.sql<{ id: number; version: number }>(
        `insert into platform.sys_tenant (tenant_no, tenant_name, short_name, region_code, start_on, expire_on, package_id)
         select $1::int, '试验租户' || $1::int, '试验', 150200000000, current_date, current_date + 100, id from platform.sys_tenant_package where package_code = 'whole' returning id, version`,
        [800_000 + serial],
      );
      return row as { id: number; version: number };
    },
    inputs: { activate: async () => ({ expireOn: '2099-12-31', contractNo: 'HT-1' }) },
    wrong: {},
  },
  'platform.sysTenantPackage': {
    keeper: 'op_admin',
    stranger: 'tl_admin',
    neighbour: 'tl_sec',
    form: async (world) => {
      const items = await world.sql<{ id: number }>(
        "select id from platform.sys_function_item where item_code in ('bank/home', 'bank/clients') order by 1",
      );
      return {
        packageCode: `p${unique()}`,
        packageName: '试验套餐',
        itemIds: items.map((one) => one.id),
        maxUsers: 10,
        maxPrincipals: 20,
        maxAnimals: 30,
        storageGb: 4,
        termMonths: 12,
        priceNote: null,
        remark: null,
      };
    },
    wrong: { termMonths: 0 },
  },
  'platform.sysFunctionGroup': {
    keeper: 'op_admin',
    stranger: 'tl_admin',
    neighbour: 'tl_sec',
    form: async () => ({
      groupCode: `try.${unique()}`,
      groupName: '试验分组',
      groupNameTw: null,
      groupNameEn: null,
      systemId: '12',
      orderNum: 9000,
      status: 'enabled',
    }),
    wrong: { systemId: 'none' },
  },
  'platform.sysFunctionItem': {
    keeper: 'op_admin',
    stranger: 'tl_admin',
    neighbour: 'tl_sec',
    form: async (world) => {
      const [group] = await world.sql<{ id: number }>('select min(id) as id from platform.sys_function_group');
      const [menu] = await world.sql<{ id: number }>(
        "select id from platform.sys_menu where permission = 'sys:post:edit'",
      );
      return {
        itemCode: `try/${unique()}`,
        itemName: '试验功能',
        itemNameTw: null,
        itemNameEn: null,
        groupId: group?.id,
        menuIds: [menu?.id],
        dependsOn: [],
        required: false,
        terminal: 'web',
        orderNum: 9000,
        status: 'enabled',
      };
    },
    wrong: { menuIds: [999_999_999] },
  },
};
