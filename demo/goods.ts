import type { Tx } from '#kit/server/db/database.ts';
import type { Random } from './random.ts';

/** First level: code, name, English, licence; then its four second levels with unit, licence and what is sold under it. */
const tree: readonly [code: string, name: string, english: string, licence: string, below: readonly string[]][] = [
  [
    'VAC',
    '疫苗',
    'Vaccines',
    'vetDrug',
    [
      '口蹄疫疫苗 FMD vaccine dose',
      '布病疫苗 Brucellosis vaccine dose',
      '小反刍兽疫疫苗 PPR vaccine dose',
      '羊痘疫苗 Sheep pox vaccine dose',
    ],
  ],
  [
    'DRG',
    '兽药',
    'Veterinary drugs',
    'vetDrug',
    [
      '抗生素 Antibiotics bottle',
      '驱虫药 Antiparasitics box',
      '解热镇痛药 Analgesics box',
      '消化系统药 Digestive drugs box',
    ],
  ],
  [
    'DIS',
    '消毒用品',
    'Disinfectants',
    'vetDrug',
    [
      '含氯消毒剂 Chlorine disinfectants barrel',
      '过氧化物消毒剂 Peroxide disinfectants barrel',
      '季铵盐消毒剂 Quaternary ammonium bottle',
      '碘制剂 Iodine disinfectants bottle',
    ],
  ],
  [
    'FED',
    '配合饲料',
    'Compound feed',
    'feed',
    [
      '育肥牛饲料 Beef finishing feed bag',
      '母牛饲料 Cow feed bag',
      '犊牛饲料 Calf feed bag',
      '羊用饲料 Sheep feed bag',
    ],
  ],
  [
    'ADD',
    '饲料添加剂',
    'Feed additives',
    'feed',
    [
      '预混料 Premix bag',
      '舔砖 Mineral blocks piece',
      '过瘤胃脂肪 Rumen-bypass fat bag',
      '酵母制剂 Yeast products bag',
    ],
  ],
  [
    'FOR',
    '饲草',
    'Forage',
    'none',
    ['苜蓿 Alfalfa t', '青贮玉米 Corn silage t', '羊草 Chinese wildrye t', '秸秆饲料 Straw feed t'],
  ],
  [
    'SEM',
    '冻精与胚胎',
    'Semen and embryos',
    'semen',
    [
      '西门塔尔冻精 Simmental semen straw',
      '安格斯冻精 Angus semen straw',
      '肉羊冻精 Sheep semen straw',
      '牛胚胎 Cattle embryos straw',
    ],
  ],
  [
    'AIT',
    '人工授精器械',
    'Insemination tools',
    'none',
    [
      '输精枪 Insemination guns piece',
      '液氮罐 Nitrogen tanks piece',
      '外套管 Sheaths box',
      '解冻杯 Thawing cups piece',
    ],
  ],
  [
    'TAG',
    '畜禽标识',
    'Ear tags',
    'tag',
    [
      '牛耳标 Cattle ear tags piece',
      '羊耳标 Sheep ear tags piece',
      '电子耳标 Electronic tags piece',
      '耳标钳 Tag pliers piece',
    ],
  ],
  [
    'INJ',
    '注射与采样',
    'Injection and sampling',
    'none',
    ['连续注射器 Repeater syringes piece', '针头 Needles box', '采血管 Blood tubes box', '采样箱 Sampling cases piece'],
  ],
  [
    'COL',
    '冷链设备',
    'Cold chain',
    'none',
    [
      '冷藏箱 Cool boxes piece',
      '冰排 Ice packs piece',
      '温度记录仪 Temperature loggers piece',
      '医用冰箱 Medical fridges piece',
    ],
  ],
  [
    'DEV',
    '智能设备',
    'Smart devices',
    'none',
    ['智能项圈 Smart collars piece', '瘤胃胶囊 Rumen boluses piece', '称重设备 Scales set', '视频监控 Cameras set'],
  ],
  [
    'BRN',
    '圈舍设施',
    'Barn equipment',
    'none',
    ['饮水槽 Water troughs piece', '保定架 Crushes set', '通风设备 Fans set', '颈枷 Headlocks set'],
  ],
  [
    'MAC',
    '牧草机械',
    'Forage machines',
    'none',
    ['割草机 Mowers set', '打捆机 Balers set', '揉丝机 Shredders set', '撒料车 Feed wagons set'],
  ],
  [
    'PRO',
    '防护用品',
    'Protective gear',
    'none',
    ['防护服 Protective suits set', '手套 Gloves box', '胶靴 Boots set', '护目镜 Goggles piece'],
  ],
];

const makers = [
  '金宇保灵生物',
  '中牧实业兰州厂',
  '天康生物',
  '通辽正大饲料',
  '科尔沁草业',
  '赛科星种业',
  '安乐福标识',
  '蒙牧智联',
  '齐鲁动保',
  '草原兴发',
];
const specs: Readonly<Record<string, readonly string[]>> = {
  dose: ['50头份/瓶', '100头份/瓶', '20头份/瓶', '25头份/瓶', '200头份/瓶'],
  bottle: ['100mL/瓶', '250mL/瓶', '500mL/瓶', '50mL/瓶', '1L/瓶'],
  box: ['10支/盒', '50片/盒', '100个/盒', '20支/盒', '12瓶/盒'],
  barrel: ['5L/桶', '10L/桶', '20L/桶', '25kg/桶', '10kg/桶'],
  bag: ['40kg/袋', '25kg/袋', '20kg/袋', '5kg/袋', '1kg/袋'],
  straw: ['0.25mL/支', '0.5mL/支', '0.25mL 性控', '0.5mL 验证', '0.25mL 验证'],
  t: ['大捆 400kg', '小捆 25kg', '散装', '颗粒', '压块'],
  piece: ['标准型', '加厚型', '轻便型', '大号', '小号'],
  set: ['A型', 'B型', 'C型', '标准套', '加强套'],
};
const brands = ['牧源', '草原牌', '蒙牛草', '绿野', '科牧'];
const storage: Readonly<Record<string, string>> = {
  VAC: 'cold',
  DRG: 'cool',
  DIS: 'normal',
  SEM: 'nitrogen',
  FED: 'dry',
  ADD: 'dry',
};
const licenceOf: Readonly<Record<string, (n: number) => string>> = {
  vetDrug: (n) => `兽药生字${String(50_120_000 + n)}`,
  feed: (n) => `蒙饲证(2026)${String(5000 + n)}`,
  semen: (n) => `(2026)编号:蒙A${String(100_000 + n)}`,
  tag: (n) => `农牧标识${String(2026_000 + n)}`,
};

/** The operator's tree: 15 and 60. */
export async function saveCategories(tx: Tx): Promise<void> {
  for (const [index, [code, name, english, licence, below]] of tree.entries()) {
    const [row] = await tx.query<{ id: number }>(
      `insert into platform.sys_commodity_category (code, name, name_en, licence_kind, order_num) values ($1, $2, $3, $4, $5) returning id`,
      [code, name, english, licence, (index + 1) * 10],
    );
    for (const [at, line] of below.entries()) {
      const words = line.split(' ');
      await tx.query(
        `insert into platform.sys_commodity_secondary (parent_id, code, name, name_en, unit, licence_kind, order_num) values ($1, $2, $3, $4, $5, $6, $7)`,
        [row?.id, `${code}${at + 1}`, words[0], words.slice(1, -1).join(' '), words.at(-1), licence, (at + 1) * 10],
      );
    }
  }
}

/** The tenant's 300 products; four of them wait for a licence number, government-issued vaccines and tags are never sold. */
export async function saveCommodities(tx: Tx, random: Random): Promise<number[]> {
  const categories = await tx.query<{ id: number; code: string; name: string; unit: string; licence_kind: string }>(
    'select id, code, name, unit, licence_kind from platform.sys_commodity_secondary order by id',
  );
  const ids: number[] = [];
  let serial = 0;
  for (const { id, code, name, unit, licence_kind } of categories) {
    for (let at = 0; at < 5; at += 1) {
      serial += 1;
      const isBare = licence_kind !== 'none' && at === 4 && ['DRG1', 'FED2', 'ADD4', 'SEM3'].includes(code);
      const isIssued = (code.startsWith('VAC') && at < 2) || (code.startsWith('TAG') && at === 0);
      const brand = brands[at % brands.length] ?? '';
      const [row] = await tx.query<{ id: number }>(
        `insert into platform.tenant_commodity (tenant_no, commodity_code, commodity_name, category_id, brand, spec, unit, manufacturer, licence_no, storage_condition, shelf_life_days, restricted, detail, status)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
        [
          tx.scope.tenantNo,
          `SP${String(serial).padStart(4, '0')}`,
          `${brand}${name}`,
          id,
          brand,
          specs[unit]?.[at] ?? '标准',
          unit,
          random.pick(makers),
          licence_kind === 'none' || isBare ? null : licenceOf[licence_kind]?.(serial),
          storage[code.slice(0, 3)] ?? 'normal',
          storage[code.slice(0, 3)] ? 180 + at * 90 : null,
          isIssued,
          isIssued ? '政府统一采购发放，不对外销售。' : null,
          isBare || serial % 23 === 0 ? 'draft' : serial % 17 === 0 ? 'offShelf' : 'onShelf',
        ],
      );
      if (row) ids.push(row.id);
    }
  }
  await tx.query(
    `insert into platform.tenant_commodity_category (tenant_no, category_id, alias, visible, order_num)
     select $1, c.id, case c.code when 'FOR' then '草料' when 'TAG' then '耳标' end, c.code <> 'MAC', c.order_num from platform.sys_commodity_category c where c.code in ('FOR', 'TAG', 'MAC')`,
    [tx.scope.tenantNo],
  );
  return ids;
}
