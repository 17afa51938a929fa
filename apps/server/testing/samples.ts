import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import { creditCodeCheck } from '#modules/registry/contract/credit-code.ts';
import { makeMaster, openSession } from './sessions.ts';
import type { Person, World } from './world.ts';

/** What the suite over all resources needs of each: who may do everything with it, who may do nothing, and a form that is right. */
export interface Sample {
  /** Holds every permission of the resource. */
  keeper: string;
  /** Instead of the keeper, where no one account of the demo may do everything. */
  person?(world: World): Promise<Person>;
  /** Logged in, without any of them. */
  stranger: string;
  /** Keeper of another tenant's rows, where there is one. */
  neighbour?: string;
  form(world: World): Promise<Record<string, unknown>>;
  /** Fields that make a form wrong when changed to this value. */
  wrong: Record<string, unknown>;
}

let serial = 0;
const unique = () => {
  serial += 1;
  return `${Date.now().toString(36)}${serial}`;
};

export function newCreditCode(): string {
  serial += 1;
  const body = `91150521${String(100000000 + serial + (process.pid % 1000) * 1000).slice(0, 9)}`;
  return body + creditCodeCheck(body);
}

const samples: Record<string, Sample> = {
  'platform.sysDictType': {
    keeper: 'tl_admin',
    stranger: 'kzzq_mgr',
    neighbour: 'cf_mgr',
    form: async () => ({
      dictCode: `own_${unique()}`,
      dictName: '自有字典',
      dictNameTw: null,
      dictNameEn: null,
      extensible: true,
      status: 'enabled',
      remark: null,
    }),
    wrong: { status: 'noSuchStatus' },
  },
  'platform.sysDictData': {
    keeper: 'tl_admin',
    stranger: 'kzzq_mgr',
    form: async (world) => {
      const [type] = await world.sql<{ dict_code: string }>(
        'select dict_code from platform.sys_dict_type where extensible order by dict_code limit 1',
      );
      return {
        dictCode: type?.dict_code,
        dictValue: `v${unique()}`,
        labelZhCn: '自有值',
        labelZhTw: null,
        labelEn: null,
        color: '#2F9E58',
        isDefault: false,
        orderNum: 990,
        status: 'enabled',
        remark: null,
      };
    },
    wrong: { color: 'green' },
  },
  'platform.sysDept': {
    keeper: 'tl_admin',
    stranger: 'kzzq_mgr',
    form: async (world) => {
      const [unit] = await world.sql<{ id: number }>(
        "select id::int from registry.principal where tenant_no = 1505 and principal_unit_type = 'authority' order by id limit 1",
      );
      return {
        principalId: unit?.id,
        parentId: null,
        deptName: `科室${unique()}`,
        leaderName: null,
        orderNum: 1,
        status: 'enabled',
      };
    },
    wrong: { principalId: 999_999_999 },
  },
  'platform.sysPost': {
    keeper: 'tl_admin',
    stranger: 'kzzq_mgr',
    form: async () => ({
      postCode: `p${unique()}`,
      postName: '防疫专干',
      postNameTw: null,
      postNameEn: null,
      principalTypes: ['authority'],
      orderNum: 10,
      remark: null,
    }),
    wrong: { principalTypes: ['noSuchType'] },
  },
  'platform.sysUser': {
    keeper: 'tl_admin',
    stranger: 'kzzq_mgr',
    // Making accounts and authorising them are never one person's in the product.
    person: async (world) => {
      await makeMaster(world, 'keeper_of_users');
      return world.person(await openSession(world, 'keeper_of_users'));
    },
    form: async (world) => {
      const [unit] = await world.sql<{ id: number }>(
        "select id::int from registry.principal where tenant_no = 1505 and principal_unit_type = 'preventionStation' order by id limit 1",
      );
      const [role] = await world.sql<{ id: number }>(
        "select id::int from platform.sys_role where tenant_no = 0 and role_code = 'ant_worker'",
      );
      return {
        username: `u_${unique()}`,
        nickname: '新人',
        realName: '新人',
        phone: '13847512345',
        sex: 'female',
        email: 'new@example.cn',
        principalId: unit?.id,
        deptId: null,
        postIds: null,
        roleIds: [role?.id],
        regionCodes: [],
        staffId: null,
        remark: null,
      };
    },
    wrong: { principalId: 999_999_999 },
  },
  'platform.sysRoleGroup': {
    keeper: 'tl_sec',
    stranger: 'kzzq_mgr',
    form: async () => ({
      groupCode: `g${unique()}`,
      groupName: '自有角色组',
      groupNameTw: null,
      groupNameEn: null,
      principalTypes: ['authority'],
      orderNum: 990,
    }),
    wrong: { principalTypes: ['noSuchType'] },
  },
  'platform.sysRole': {
    keeper: 'tl_sec',
    stranger: 'kzzq_mgr',
    form: async (world) => {
      const [group] = await world.sql<{ id: number }>(
        "select id::int from platform.sys_role_group where group_code = 'authority'",
      );
      return {
        roleCode: `r${unique()}`,
        roleName: '自有角色',
        roleNameTw: null,
        roleNameEn: null,
        groupId: group?.id,
        dataScope: 'jurisdiction',
        delegable: false,
        mfaRequired: false,
        status: 'enabled',
        orderNum: 990,
        remark: null,
      };
    },
    wrong: { dataScope: 'everything' },
  },
  'platform.sysApproval': {
    keeper: 'tl_sec',
    stranger: 'kzzq_mgr',
    person: async (world) => {
      await world.sql(
        `insert into platform.sys_approval (tenant_no, kind, title, payload, decider_roles, requested_by, requested_name, reason)
         select 1505, 'resetAdmin', '试验', '{}', '["security_admin"]', id, nickname, '试验' from platform.sys_user where username = 'tl_admin'`,
      );
      return world.as('tl_sec');
    },
    form: async () => ({}),
    wrong: {},
  },
  'registry.principal': {
    keeper: 'tl_region',
    stranger: 'tl_sec',
    neighbour: 'cf_mgr',
    form: async () => ({
      principalUnitType: 'farm',
      principalUnitName: `试验养殖场${unique()}`,
      principalLevel: 5,
      regionCode: 150521101202,
      address: null,
      location: { longitude: 123.3, latitude: 44.1 },
      parentId: null,
      contactName: '试验人',
      contactPhone: '13847512345',
      contactIdCard: null,
      bankAccountNo: null,
      creditCode: newCreditCode(),
      speciesKept: ['cattle'],
      scale: 'small',
      householdMark: null,
      remark: null,
    }),
    wrong: { regionCode: 150421000000 },
  },
};

/** A resource without a sample fails the suite: nothing is left untested by forgetting. */
export function sampleOf(resource: AnyResource): Sample {
  const sample = samples[fullName(resource)];
  if (!sample) throw new Error(`apps/server/testing/samples.ts has no sample of ${fullName(resource)}`);
  return sample;
}
