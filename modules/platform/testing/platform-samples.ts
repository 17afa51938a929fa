import type { Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import { unique } from '#apps/server/testing/unique.ts';
import type { World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { openAlarm } from '#modules/platform/server/index.ts';

const idsOf = (world: World, username: string) =>
  world.sql<{ user: number; principal: number }>(
    'select id as user, principal_id as principal from platform.sys_user where username = $1',
    [username],
  );

export const samples: Record<string, Sample> = {
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
        "select id from registry.principal where tenant_no = 1505 and principal_unit_type = 'authority' order by id limit 1",
      );
      return {
        principalId: unit?.id,
        parentId: null,
        deptName: `科室${unique()}`,
        leaderUserId: null,
        phone: null,
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
  'platform.alarm': {
    keeper: 'tl_region',
    stranger: 'ins1',
    neighbour: 'cf_mgr',
    form: async () => ({}),
    make: async (world) => {
      const [unit] = await idsOf(world, 'tl_region');
      const id = await world.database.transaction(systemScope(1505, 'test'), (tx) =>
        openAlarm(tx, {
          kind: 'duplicateHolder',
          dedupKey: `sample:${unique()}`,
          subject: { entity: 'registry.principal', id: unit?.principal ?? 0, name: '试验' },
          regionCode: 150521101202,
          principalId: unit?.principal ?? 0,
          args: { name: '甲', other: '乙', place: '某镇', why: '电话' },
        }),
      );
      const [row] = await world.sql<{ id: number; version: number }>(
        'select id, version from platform.alarm where id = $1',
        [id],
      );
      if (!row) throw new Error('no alarm was opened');
      return row;
    },
    inputs: {
      assign: async (world) => ({ assigneeId: (await idsOf(world, 'tl_region'))[0]?.user }),
      handle: async () => ({ closeReason: 'confirmed', closeNote: '试验' }),
    },
    wrong: {},
  },
  'platform.alarmReceiver': {
    keeper: 'tl_region',
    stranger: 'ins1',
    neighbour: 'cf_mgr',
    form: async (world) => {
      const [unit] = await idsOf(world, 'tl_region');
      return {
        principalId: unit?.principal,
        bankId: null,
        supervisorId: null,
        userId: unit?.user,
        receiverName: `接收人${unique()}`,
        phone: '13847512345',
        sources: ['registry'],
        kinds: null,
        minLevel: 'warn',
        whereKind: 'regions',
        whereIds: [150521000000],
        channels: ['notice'],
        step: 1,
        quietFrom: '22:00',
        quietTo: '06:00',
      };
    },
    wrong: { minLevel: 'noSuchLevel' },
  },
  'platform.alarmMute': {
    keeper: 'tl_region',
    stranger: 'ins1',
    neighbour: 'cf_mgr',
    form: async (world) => ({
      subjectEntity: 'registry.principal',
      subjectId: 7,
      subjectName: `对象${unique()}`,
      principalId: (await idsOf(world, 'tl_region'))[0]?.principal,
      kinds: ['stockDiff'],
      fromAt: '2026-11-15T08:00:00+08:00',
      toAt: '2026-11-16T08:00:00+08:00',
      reason: '检修',
    }),
    wrong: { toAt: '2026-11-15T07:00:00+08:00' },
  },
  'platform.sysNotice': {
    keeper: 'tl_admin',
    stranger: 'kzzq_mgr',
    form: async (world) => {
      const [reader] = await world.sql<{ id: number }>("select id from platform.sys_user where username = 'tl_leader'");
      return {
        type: 'notice',
        level: 'normal',
        title: `试验通知${unique()}`,
        content: '<p>请各单位<strong>知悉</strong></p>',
        audience: { userIds: [reader?.id] },
        attachments: [],
        linkPath: null,
        needReceipt: false,
        receiptBefore: null,
        scheduledAt: null,
      };
    },
    wrong: { audience: {} },
  },
  'platform.sysThirdClient': {
    keeper: 'tl_sec',
    stranger: 'kzzq_mgr',
    neighbour: 'cf_mgr',
    form: async (world) => {
      const [unit] = await world.sql<{ id: number }>(
        "select id from registry.principal where tenant_no = 1505 and principal_unit_type = 'authority' order by id limit 1",
      );
      return {
        clientName: `接入方${unique()}`,
        principalId: unit?.id,
        scopes: ['ticket'],
        ipAllow: '10.0.0.0/8, 127.0.0.1',
        ratePerMinute: 60,
        validUntil: '2030-12-31',
        remark: null,
      };
    },
    wrong: { ipAllow: 'everywhere' },
  },
  'platform.sysThirdLog': {
    keeper: 'tl_sec',
    stranger: 'kzzq_mgr',
    form: async () => ({}),
    wrong: {},
  },
  'platform.sysUser': {
    keeper: 'tl_admin',
    stranger: 'kzzq_mgr',
    // Making accounts and authorising them are never one person's in the product.
    person: async (world) => {
      await makeMaster(world, 'keeper_of_users');
      return world.person(await openSession(world, 'keeper_of_users'));
    },
    ready: async (world, _transition, id) => {
      await world.sql('update platform.sys_user set created_by = null where id = $1', [id]);
    },
    form: async (world) => {
      const [unit] = await world.sql<{ id: number }>(
        "select id from registry.principal where tenant_no = 1505 and principal_unit_type = 'preventionStation' order by id limit 1",
      );
      const [role] = await world.sql<{ id: number }>(
        "select id from platform.sys_role where tenant_no = 0 and role_code = 'ant_worker'",
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
        "select id from platform.sys_role_group where group_code = 'authority'",
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
  'platform.sysLoginLog': {
    keeper: 'tl_sec',
    stranger: 'kzzq_mgr',
    form: async () => ({}),
    wrong: {},
  },
  'platform.sysOperLog': {
    keeper: 'tl_audit',
    stranger: 'kzzq_mgr',
    form: async () => ({}),
    wrong: {},
  },
};
