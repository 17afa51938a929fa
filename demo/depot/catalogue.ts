/** What the demo's stores keep, by a key the other parts of the demo know it by; the key is the number on the file too. */
export interface DemoMaterial {
  readonly no: string;
  readonly kind: string;
  readonly name: string;
  readonly spec: string;
  readonly maker?: string;
  readonly approvalNo?: string;
  readonly baseUnit: string;
  readonly decimals: number;
  readonly packs: readonly { readonly unit: string; readonly factor: number }[];
  readonly tracking: 'none' | 'batch' | 'segment';
  readonly hasExpiry: boolean;
  readonly shelfLifeMonths?: number;
  readonly temp?: readonly [min: number | null, max: number];
  readonly openHours?: number;
  readonly vaccineCode?: string;
  readonly sireCode?: string;
  readonly withdrawalDays?: number;
  /** What a base unit costs when it is bought. */
  readonly cost: number;
  /** Of this unit alone. */
  readonly owner?: string;
}

const cold = [2, 8] as const;

const vaccine = (
  no: string,
  name: string,
  spec: string,
  maker: string,
  code: string,
  perBottle: number,
  perCarton: number,
  cost: number,
  months = 12,
): DemoMaterial => ({
  no,
  kind: 'vaccine',
  name,
  spec,
  maker,
  approvalNo: `兽药生字${no.slice(-3)}0${perBottle}`,
  baseUnit: 'dose',
  decimals: 0,
  packs: [
    { unit: 'bottle', factor: perBottle },
    { unit: 'carton', factor: perCarton },
  ],
  tracking: 'batch',
  hasExpiry: true,
  shelfLifeMonths: months,
  temp: cold,
  openHours: 24,
  vaccineCode: code,
  cost,
});

const vaccines: readonly DemoMaterial[] = [
  vaccine('YM-001', '口蹄疫O型A型二价灭活疫苗', '50头份/瓶', '示范生物一厂', 'fmdOA', 50, 2000, 1.35),
  vaccine('YM-002', '口蹄疫O型灭活疫苗', '50头份/瓶', '示范生物二厂', 'fmdO', 50, 2000, 0.98),
  vaccine('YM-003', '布鲁氏菌病活疫苗(S2株)', '100头份/瓶', '示范生物一厂', 'brucS2', 100, 4000, 0.32),
  vaccine('YM-004', '牛结节性皮肤病灭活疫苗', '20头份/瓶', '示范生物三厂', 'lsd', 20, 800, 2.6),
  vaccine('YM-005', '小反刍兽疫活疫苗', '100头份/瓶', '示范生物二厂', 'ppr', 100, 4000, 0.28),
  vaccine('YM-006', '山羊痘活疫苗', '100头份/瓶', '示范生物三厂', 'goatPox', 100, 4000, 0.36),
  vaccine('YM-007', '羊梭菌病多联灭活疫苗', '20头份/瓶', '示范生物一厂', 'clostridial', 20, 800, 0.85),
  vaccine('YM-008', '牛多杀性巴氏杆菌病灭活疫苗', '20头份/瓶', '示范生物二厂', 'pasteurella', 20, 800, 1.1),
  vaccine('YM-009', '无荚膜炭疽芽孢疫苗', '50头份/瓶', '示范生物三厂', 'anthrax', 50, 2000, 0.42, 24),
];

const semen: readonly DemoMaterial[] = [
  ['XM-001', '西门塔尔 11198', '15311198'],
  ['XM-002', '西门塔尔 16085', '15316085'],
  ['XM-003', '华西牛 20013', '15320013'],
  ['XM-004', '安格斯 18042', '15318042'],
  ['XM-005', '利木赞 17066', '15317066'],
  ['XM-006', '夏洛莱 19031', '15319031'],
].map(([no = '', name = '', sire = '']) => ({
  no,
  kind: 'semen',
  name: `${name}冻精`,
  spec: '0.25毫升/支 常规',
  maker: '示范种公牛站',
  baseUnit: 'straw',
  decimals: 0,
  packs: [{ unit: 'bag', factor: 50 }],
  tracking: 'batch',
  hasExpiry: false,
  temp: [-200, -150],
  sireCode: sire,
  cost: 18,
}));

const tags: readonly DemoMaterial[] = [
  ['EB-001', '牛用二维码耳标'],
  ['EB-002', '羊用二维码耳标'],
  ['EB-003', '牛用电子耳标'],
  ['EB-004', '羊用电子耳标'],
].map(([no = '', name = '']) => ({
  no,
  kind: 'earTag',
  name,
  spec: '1枚',
  maker: '示范标识厂',
  baseUnit: 'piece',
  decimals: 0,
  packs: [{ unit: 'box', factor: 100 }],
  tracking: 'segment',
  hasExpiry: false,
  cost: 0.6,
}));

const drug = (no: string, name: string, spec: string, mL: number, days: number, cost: number): DemoMaterial => ({
  no,
  kind: 'drug',
  name,
  spec,
  maker: '示范动物药业',
  approvalNo: `兽药字05${no.slice(-3)}${mL}`,
  baseUnit: 'mL',
  decimals: 1,
  packs: [
    { unit: 'bottle', factor: mL },
    { unit: 'carton', factor: mL * 40 },
  ],
  tracking: 'batch',
  hasExpiry: true,
  shelfLifeMonths: 24,
  temp: [null, 30],
  withdrawalDays: days,
  cost,
});

const drugs: readonly DemoMaterial[] = [
  drug('SY-001', '伊维菌素注射液', '100毫升/瓶', 100, 35, 0.22),
  drug('SY-002', '土霉素注射液', '100毫升/瓶', 100, 28, 0.12),
  drug('SY-003', '恩诺沙星注射液', '100毫升/瓶', 100, 14, 0.18),
  drug('SY-004', '氟尼辛葡甲胺注射液', '50毫升/瓶', 50, 28, 0.9),
  drug('SY-005', '头孢噻呋注射液', '100毫升/瓶', 100, 5, 0.65),
  drug('SY-006', '维生素AD注射液', '100毫升/瓶', 100, 0, 0.15),
  drug('SY-007', '阿苯达唑混悬液', '500毫升/瓶', 500, 14, 0.05),
  drug('SY-008', '缩宫素注射液', '10毫升/瓶', 10, 0, 0.8),
];

const plain = (
  no: string,
  kind: string,
  name: string,
  spec: string,
  baseUnit: string,
  pack: readonly [string, number] | null,
  rest: Partial<DemoMaterial> & { cost: number },
): DemoMaterial => ({
  no,
  kind,
  name,
  spec,
  baseUnit,
  decimals: baseUnit === 'kg' ? 3 : 0,
  packs: pack ? [{ unit: pack[0], factor: pack[1] }] : [],
  tracking: 'batch',
  hasExpiry: true,
  ...rest,
});

const others: readonly DemoMaterial[] = [
  plain('SJ-001', 'reagent', '布病虎红平板抗原', '10毫升/套', 'set', ['box', 10], { temp: cold, cost: 42 }),
  plain('SJ-002', 'reagent', '口蹄疫抗体检测试剂盒', '5×96孔/套', 'set', null, { temp: cold, cost: 1680 }),
  plain('SJ-003', 'reagent', '小反刍兽疫抗体检测试剂盒', '2×96孔/套', 'set', null, { temp: cold, cost: 980 }),
  plain('SJ-004', 'reagent', '提纯牛型结核菌素', '2毫升/套', 'set', ['box', 20], { temp: cold, cost: 36 }),
  plain('XD-001', 'disinfectant', '二氯异氰脲酸钠粉', '1公斤/袋', 'kg', ['bag', 1], { shelfLifeMonths: 24, cost: 14 }),
  plain('XD-002', 'disinfectant', '戊二醛癸甲溴铵溶液', '5公斤/桶', 'kg', ['barrel', 5], {
    shelfLifeMonths: 24,
    cost: 22,
  }),
  plain('XD-003', 'disinfectant', '过硫酸氢钾复合盐', '10公斤/桶', 'kg', ['barrel', 10], {
    shelfLifeMonths: 24,
    cost: 31,
  }),
  plain('HC-001', 'consumable', '一次性注射器', '10毫升', 'piece', ['box', 100], {
    tracking: 'none',
    hasExpiry: false,
    cost: 0.35,
  }),
  plain('HC-002', 'consumable', '真空采血管', '5毫升', 'piece', ['box', 100], {
    tracking: 'none',
    hasExpiry: false,
    cost: 0.6,
  }),
  plain('HC-003', 'consumable', '防护服', '均码', 'piece', ['carton', 50], {
    tracking: 'none',
    hasExpiry: false,
    cost: 12,
  }),
  plain('FQ-001', 'consumable', '运输车辆封签', '1枚', 'piece', ['box', 500], {
    tracking: 'segment',
    hasExpiry: false,
    cost: 0.4,
  }),
  plain('SL-001', 'feed', '育肥牛精料补充料', '40公斤/袋', 'kg', ['bag', 40], {
    maker: '示范饲料(示范)',
    shelfLifeMonths: 3,
    cost: 3.1,
  }),
  plain('SL-002', 'feed', '母牛精料补充料', '40公斤/袋', 'kg', ['bag', 40], {
    maker: '示范饲料(示范)',
    shelfLifeMonths: 3,
    cost: 2.9,
  }),
  plain('SL-003', 'feed', '犊牛开食料', '25公斤/袋', 'kg', ['bag', 25], {
    maker: '示范饲料(示范)',
    shelfLifeMonths: 3,
    cost: 4.2,
  }),
  plain('SL-101', 'feed', '自产全株玉米青贮', '散装', 'kg', ['t', 1000], {
    shelfLifeMonths: 12,
    cost: 0.52,
    owner: 'farm1',
  }),
  plain('SL-102', 'feed', '自购苜蓿干草', '500公斤/捆', 'kg', ['t', 1000], {
    shelfLifeMonths: 12,
    cost: 2.1,
    owner: 'farm1',
  }),
];

export const demoMaterials: readonly DemoMaterial[] = [...vaccines, ...semen, ...tags, ...drugs, ...others];
