import type { Sample } from '#apps/server/testing/samples.ts';
import type { Person, World } from '#apps/server/testing/world.ts';

let serial = 0;
const unique = () => {
  serial += 1;
  return `${Date.now().toString(36)}${serial}`;
};

const principalOf = async (world: World, username: string): Promise<number | undefined> =>
  (
    await world.sql<{ id: number }>('select principal_id as id from platform.sys_user where username = $1', [username])
  )[0]?.id;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A picture somebody has sent and not used yet. */
export async function sentFile(world: World, who: Person, bizType: string): Promise<number> {
  const sent = await world.upload(who, 'sys/file/upload', png, { bizType }, 'paper.png');
  return sent.data.fileId;
}

const someone = () => {
  serial += 1;
  return {
    name: `新员工${serial}`,
    phone: `139${String(10_000_000 + serial)}`,
    idCard: null,
    job: 'clerk',
    title: null,
    hiredOn: '2026-03-01',
  };
};

/** People and places of the registry. */
export const samples: Record<string, Sample> = {
  'registry.hovel': {
    keeper: 'kzzq_mgr',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async (world) => ({
      principalId: await principalOf(world, 'farm1'),
      hovelNo: unique().slice(-8),
      name: '新建牛舍',
      kind: 'cowHouse',
      area: 120,
      capacity: 40,
      location: null,
    }),
    wrong: { kind: 'noSuchKind' },
  },
  'registry.pen': {
    keeper: 'kzzq_mgr',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async (world) => {
      const [house] = await world.sql<{ id: number }>(
        'select id from registry.hovel where principal_id = $1 order by id limit 1',
        [await principalOf(world, 'farm1')],
      );
      return { hovelId: house?.id, penNo: unique().slice(-8), capacity: 12, purpose: null };
    },
    wrong: { capacity: -1 },
  },
  'registry.variety': {
    keeper: 'kzzq_mgr',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async () => ({
      species: 'cattle',
      code: `own${unique()}`,
      nameZh: '自育牛',
      nameTw: null,
      nameEn: 'Own cattle',
      category: 'developed',
      purpose: 'beef',
      origin: null,
      gestationDays: 284,
      firstServiceMonths: 18,
      adultWeightMale: 900,
      adultWeightFemale: 560,
      growthStandard: [{ month: 0, sex: 'male', weightKg: 38 }],
      intro: null,
    }),
    wrong: { gestationDays: 20 },
  },
  'registry.principalDocument': {
    keeper: 'kzzq_station',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async (world) => ({
      principalId: await principalOf(world, 'kzzq_station'),
      docKind: 'other',
      title: '用房租赁合同',
      certNo: unique(),
      issuer: '示范机关',
      issuedOn: '2026-01-05',
      validFrom: null,
      validTo: '2028-01-04',
      files: [await sentFile(world, await world.as('kzzq_station'), 'registry.principalDocument')],
      replacesId: null,
    }),
    wrong: { validTo: '2025-01-01' },
  },
  'registry.person': {
    keeper: 'kzzq_station',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async () => ({
      name: '何人',
      phone: '13900002222',
      sex: 'male',
      birthDate: '1980-01-01',
      ethnicGroup: null,
      address: null,
    }),
    make: async (world) => {
      const station = await world.as('kzzq_station');
      const form = { principalId: await principalOf(world, 'kzzq_station'), ...someone() };
      const { data } = await station.post('pri/staff/info/add', form);
      const [row] = await world.sql<{ id: number; version: number }>(
        'select p.id, p.version from registry.person p join registry.staff s on s.person_id = p.id where s.id = $1',
        [data.id],
      );
      return row as { id: number; version: number };
    },
    wrong: { sex: 'noSuchSex' },
  },
  'registry.staff': {
    keeper: 'kzzq_station',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async (world) => ({ principalId: await principalOf(world, 'kzzq_station'), ...someone() }),
    inputs: {
      leave: async () => ({ leftOn: '2026-10-01', leaveReason: '调离' }),
      rehire: async () => ({ hiredOn: '2026-10-02' }),
    },
    wrong: { job: 'noSuchJob' },
  },
  'registry.subAdmin': {
    keeper: 'kzzq_mgr',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async (world) => {
      const [free] = await world.sql<{ id: number }>(
        `select s.id from registry.staff s join platform.sys_user u on u.id = s.user_id and u.status = 'active' and u.username <> 'kzzq_mgr' and u.principal_id = s.principal_id
         where s.status = 'active' and s.principal_id = $1 and not exists (select 1 from registry.sub_admin a where a.user_id = u.id and a.status = 'active') order by s.id desc limit 1`,
        [await principalOf(world, 'kzzq_mgr')],
      );
      return { staffId: free?.id, actions: ['pri:staff:list'], regionCodes: [150521101000], expireOn: '2099-12-31' };
    },
    wrong: { actions: ['sys:tenant:list'] },
  },
  'registry.grid': {
    keeper: 'kzzq_station',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async (world) => {
      const [town] = await world.sql<{ code: number; village: number }>(
        `select p.region_code::float8 as code, r.code::float8 as village from platform.sys_user u join registry.principal p on p.id = u.principal_id
         join platform.sys_region r on r.parent_code = p.region_code and r.status = 'active'
         where u.username = 'kzzq_station' and not exists (select 1 from registry.grid_village v where v.village_code = r.code and v.grid_level = 'county') order by r.code limit 1`,
      );
      return {
        gridLevel: 'county',
        regionCode: town?.code,
        name: '新网格',
        parentId: null,
        villages: [town?.village],
        remark: null,
      };
    },
    wrong: { gridLevel: 'noSuchLevel' },
  },
  'registry.serviceInfo': {
    keeper: 'kzzq_mgr',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async (world) => ({
      principalId: await principalOf(world, 'farm1'),
      title: '青贮饲料加工',
      serviceKind: 'feedProcessing',
      price: 120.5,
      priceUnit: '吨',
      phone: '0475-8123456',
      validTo: '2099-12-31',
      serviceRegions: [150521000000],
      intro: null,
    }),
    wrong: { serviceKind: 'noSuchKind' },
  },
  'registry.toolInfo': {
    keeper: 'kzzq_mgr',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async (world) => ({
      principalId: await principalOf(world, 'kzzq_station'),
      assetNo: unique().slice(-10),
      name: '冷藏箱',
      toolKind: 'coldBox',
      model: null,
      serialNo: null,
      boughtOn: '2025-05-01',
      value: 860,
      nextCheckOn: null,
    }),
    inputs: {
      issue: async (world) => {
        const [one] = await world.sql<{ id: number }>(
          "select id from registry.staff where principal_id = $1 and status = 'active' order by id limit 1",
          [await principalOf(world, 'kzzq_station')],
        );
        return { custodianStaffId: one?.id };
      },
    },
    wrong: { toolKind: 'noSuchKind' },
  },
};
