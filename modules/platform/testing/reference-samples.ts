import type { Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';

let serial = 0;
const unique = () => {
  serial += 1;
  return `${Date.now().toString(36)}${serial}`;
};

const categoryOf = async (world: World, table: string, code: string): Promise<number | undefined> =>
  (await world.sql<{ id: number }>(`select id from platform.${table} where code = $1`, [code]))[0]?.id;

/** Reference data: mostly the operator's. */
export const samples: Record<string, Sample> = {
  'platform.sysRegion': {
    keeper: 'op_admin',
    decider: 'op_sec',
    stranger: 'kzzq_mgr',
    form: async () => {
      serial += 1;
      return {
        code: 150_523_105_700 + serial,
        name: '新设嘎查',
        nameTw: null,
        nameEn: null,
        kind: 'gacha',
        place: { longitude: 121.3, latitude: 43.6 },
      };
    },
    inputs: {
      abolish: async (world) => {
        const [heir] = await world.sql<{ code: number }>(
          "select code::float8 as code from platform.sys_region where parent_code = 150523105000 and status = 'active' order by code limit 1",
        );
        return { successorCode: heir?.code, effectiveOn: '2026-10-01' };
      },
    },
    wrong: { kind: 'noSuchKind' },
  },
  'platform.sysPortal': {
    keeper: 'op_admin',
    stranger: 'kzzq_mgr',
    form: async () => {
      const name = unique();
      return {
        portalId: `p${name}`,
        route: `/p${name}Login`,
        titleZhCn: '示范入口',
        titleZhTw: '示範入口',
        titleEn: 'Sample door',
        subtitleZhCn: null,
        subtitleZhTw: null,
        subtitleEn: null,
        forTenant: null,
        principalTypes: ['authority'],
        layout: 'center',
        color: '#336699',
        logo: null,
        background: null,
        homePath: null,
        showInNav: false,
        navGroup: null,
        rememberAllowed: true,
        showDownload: false,
        hostNames: ['sample.example'],
        orderNum: 900,
      };
    },
    wrong: { layout: 'noSuchLayout' },
  },
  'platform.sysAppRelease': {
    keeper: 'op_admin',
    stranger: 'kzzq_mgr',
    form: async () => {
      serial += 1;
      return {
        appCode: 'farmer',
        platform: 'harmony',
        versionName: '2.0.1',
        versionCode: 200 + serial,
        minVersionCode: 0,
        fileId: null,
        storeUrl: 'https://apps.example/farmer',
        notesZhCn: '修复问题',
        notesZhTw: null,
        notesEn: null,
      };
    },
    wrong: { storeUrl: 'http://not-safe.example' },
  },
  'platform.sysCommodityCategory': {
    keeper: 'op_admin',
    stranger: 'kzzq_mgr',
    form: async () => ({
      code: `C${unique().toUpperCase()}`,
      name: '示范分类',
      nameTw: null,
      nameEn: 'Sample',
      licenceKind: 'none',
      orderNum: 900,
      icon: null,
    }),
    wrong: { licenceKind: 'noSuchKind' },
  },
  'platform.sysCommoditySecondary': {
    keeper: 'op_admin',
    stranger: 'kzzq_mgr',
    form: async (world) => ({
      code: `S${unique().toUpperCase()}`,
      name: '示范二级',
      nameTw: null,
      nameEn: null,
      parentId: await categoryOf(world, 'sys_commodity_category', 'VAC'),
      unit: 'bottle',
      licenceKind: 'vetDrug',
      orderNum: 900,
    }),
    wrong: { parentId: 999_999_999 },
  },
  'platform.tenantCommodity': {
    keeper: 'tl_admin',
    stranger: 'kzzq_mgr',
    neighbour: 'cf_mgr',
    form: async (world) => ({
      commodityCode: `N${unique()}`,
      commodityName: '示范商品',
      categoryId: await categoryOf(world, 'sys_commodity_secondary', 'VAC1'),
      brand: null,
      spec: '100头份/瓶',
      unit: 'dose',
      manufacturer: null,
      licenceNo: '兽药生字0001',
      storageCondition: 'cold',
      shelfLifeDays: 360,
      restricted: false,
      detail: null,
      photos: [],
    }),
    wrong: { unit: 'noSuchUnit' },
  },
  'platform.sysEncyclopedia': {
    keeper: 'op_admin',
    stranger: 'kzzq_mgr',
    form: async () => ({
      title: '示范文章',
      category: 'feeding',
      species: 'cattle',
      tags: null,
      cover: null,
      content: '<p>示范内容</p>',
      source: null,
      author: null,
      hot: false,
    }),
    wrong: { category: 'noSuchCategory' },
  },
};
