import type { Tx } from '#kit/server/db/database.ts';
import { hashOf, versionOf } from '#modules/insurance/server/product/version-of.ts';
import type { DemoWorld } from '../part.ts';
import { counties, prefecture } from '../places.ts';

export interface Catalogue {
  readonly insurerA: number;
  readonly insurerB: number;
  /** Versions in sale by product. */
  readonly versions: ReadonlyMap<string, number>;
}
export const ofB = new Set([150526000000, 150581000000]);

type Ingredient = [kind: string, code: string, zh: string, en: string, more?: Record<string, unknown>];
const ingredients: readonly Ingredient[] = [
  ['payer', 'central', '中央财政', 'Central treasury', { payer_level: 'central' }],
  ['payer', 'region', '自治区财政', 'Treasury of the region', { payer_level: 'province' }],
  ['payer', 'prefecture', '市级财政', 'Treasury of the prefecture', { payer_level: 'prefecture' }],
  ['payer', 'county', '旗县财政', 'Treasury of the county', { payer_level: 'county' }],
  ['payer', 'farmer', '农户自缴', 'Paid by the holder', { payer_level: 'farmer' }],
  ['liability', 'disease', '疾病死亡', 'Death by disease', { death_causes: ['disease'] }],
  ['liability', 'calving', '难产死亡', 'Death in calving', { death_causes: ['calving'] }],
  ['liability', 'disaster', '自然灾害', 'Natural disaster', { death_causes: ['weather'] }],
  ['liability', 'accident', '意外事故', 'Accident', { death_causes: ['accident', 'predator', 'poison'] }],
  ['liability', 'culling', '强制扑杀', 'Killed by order'],
  ['liability', 'theft', '盗抢', 'Theft'],
  ['exclusion', 'deliberate', '故意行为', 'Deliberate act'],
  ['exclusion', 'neglect', '饲养管理不善', 'Neglect'],
  ['exclusion', 'noTag', '耳标缺失或不符', 'Ear tag missing or wrong'],
  ['exclusion', 'war', '战争、核辐射', 'War, radiation'],
  ['exclusion', 'starved', '饥饿、中暑', 'Hunger, heat'],
  ['document', 'application', '投保单', 'Application'],
  ['document', 'list', '分户清单', 'List of holders'],
  ['document', 'idCard', '身份证明', 'Proof of identity'],
  ['document', 'bankCard', '惠农卡复印件', 'Copy of the bank card'],
  ['photo', 'tagPhoto', '耳标照', 'Ear tag', { angle: 'tag', min_count: 1 }],
  ['photo', 'wholePhoto', '全身照', 'Whole animal', { angle: 'whole', min_count: 1 }],
  ['photo', 'frontPhoto', '正面照', 'Front', { angle: 'front', min_count: 1 }],
  ['clause', 'average', '按比例赔付', 'Average clause'],
  ['clause', 'beneficiary', '第一受益人', 'First beneficiary'],
];
const phrases: readonly [scene: string, words: string][] = [
  ['survey', '现场核实耳标 {tag} 清晰,与保单一致。'],
  ['survey', '标的已死亡,尸僵明显,无外伤。'],
  ['survey', '现场无尸体,已按户主 {holder} 指认地点拍照。'],
  ['assess', '按条款约定定损 {amount} 元,户主无异议。'],
  ['assess', '月龄按出生日期计算,核定如下。'],
  ['review', '资料齐全,责任成立,同意赔付。'],
  ['review', '照片齐全,公式复核无误。'],
  ['return', '请补充耳标特写照片。'],
  ['return', '户主签字不清晰,请重新签字。'],
  ['reject', '出险日期 {date} 不在保险期间内。'],
  ['reject', '标的与清单不符,无法确认。'],
  ['objection', '经核实,{holder} 户头数与实际一致,维持公示结果。'],
  ['objection', '经核实情况属实,已从清单中剔除。'],
  ['callback', '户主确认本人签字,已缴保费。'],
  ['patrol', '抽查畜只均在栏,耳标清晰。'],
];
const shares = [
  ['central', 'central', 4_500],
  ['region', 'province', 2_500],
  ['prefecture', 'prefecture', 500],
  ['county', 'county', 500],
  ['farmer', 'farmer', 2_000],
] as const;
const year = { months: 12, num: 1, den: 1 };
const terms = [year, { months: 9, num: 4, den: 5 }, { months: 6, num: 4, den: 7 }, { months: 3, num: 3, den: 7 }];
const fixed = { kind: 'fixed' };
const deaths = ['disease', 'calving', 'disaster', 'accident', 'culling'].map((code) => ({ code, bp: 10_000 }));

interface Product {
  readonly code: string;
  readonly name: string;
  readonly en: string;
  readonly species: string;
  readonly stages: readonly string[];
  readonly sex?: string;
  readonly kind?: string;
  readonly sum: number;
  readonly ppm: number;
  readonly terms: readonly object[];
  readonly payout: object;
  readonly more?: Record<string, unknown>;
}
const products: readonly Product[] = [
  {
    code: 'COW',
    name: '能繁母牛保险',
    en: 'Breeding cow',
    species: 'cattle',
    stages: ['cow', 'heifer'],
    sex: 'female',
    sum: 1_200_000,
    ppm: 35_000,
    terms: [year],
    payout: fixed,
    more: { must_insure_all: true, age_min_days: 365, age_max_days: 4_380 },
  },
  {
    code: 'FATTEN',
    name: '育肥牛保险',
    en: 'Fattening cattle',
    species: 'cattle',
    stages: ['steer', 'bull'],
    sum: 1_200_000,
    ppm: 35_000,
    terms,
    payout: fixed,
    more: { age_min_days: 180 },
  },
  {
    code: 'CALF',
    name: '犊牛保险',
    en: 'Calf',
    species: 'cattle',
    stages: ['calf'],
    sum: 1_000_000,
    ppm: 35_000,
    terms,
    payout: { kind: 'ageLinear', baseCents: 300_000, stepCents: 80_000 },
    more: { age_min_days: 15, check_mode: 'sample', sample_bp: 3_000 },
  },
  {
    code: 'SHEEP',
    name: '肉羊保险',
    en: 'Sheep',
    species: 'sheep',
    stages: [],
    sum: 80_000,
    ppm: 60_000,
    terms: [year],
    payout: fixed,
    more: { check_mode: 'sample', sample_bp: 2_000 },
  },
  {
    code: 'COW-B',
    name: '商业母牛保险',
    en: 'Commercial cow',
    species: 'cattle',
    stages: ['cow', 'heifer'],
    sex: 'female',
    kind: 'commercial',
    sum: 1_500_000,
    ppm: 42_000,
    terms: [year],
    payout: fixed,
    more: { waiting_days: 20, deductible_bp: 1_000, average_clause: true },
  },
];

async function version(tx: Tx, productId: number, one: Product, given: Record<string, unknown>): Promise<number> {
  const whole = one.kind === 'commercial' ? [['farmer', 'farmer', 10_000] as const] : shares;
  const row = {
    tenant_no: tx.scope.tenantNo,
    product_id: productId,
    region_code: prefecture,
    sum_insured: one.sum,
    rate_ppm: one.ppm,
    terms: JSON.stringify(one.terms),
    payers: JSON.stringify(whole.map(([payerCode, level, bp]) => ({ payerCode, level, bp }))),
    payout: JSON.stringify(one.payout),
    refund_rule: 'proRata',
    liabilities: JSON.stringify(deaths),
    exclusions: JSON.stringify(['deliberate', 'neglect', 'noTag', 'war']),
    documents: JSON.stringify(['application', 'list', 'idCard', 'bankCard']),
    photos: JSON.stringify(['tagPhoto', 'wholePhoto']),
    ...one.more,
    ...given,
  };
  const names = Object.keys(row);
  const [made] = await tx.query<{ id: number }>(
    `insert into insurance.ins_product_version (${names.join(', ')})
     values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(row),
  );
  return made?.id ?? 0;
}

/** The figures of the scheme of 2020, published, and this year's, the same; beside them a draft that does not add up. */
export async function saveCatalogue({ today, units }: DemoWorld, tx: Tx): Promise<Catalogue> {
  const tenant = tx.scope.tenantNo;
  const insurerA = units.get('insurerA') as number;
  const insurerB = units.get('insurerB') as number;
  for (const [at, [kind, code, zh, en, more = {}]] of ingredients.entries())
    await tx.query(
      `insert into insurance.ins_ingredient (tenant_no, kind, code, name, name_tw, name_en, death_causes, payer_level,
         angle, min_count, order_num) values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10)`,
      [
        tenant,
        kind,
        code,
        zh,
        en,
        more.death_causes ?? [],
        more.payer_level ?? null,
        more.angle ?? null,
        more.min_count ?? null,
        (at + 1) * 10,
      ],
    );
  for (const [at, [scene, words]] of phrases.entries())
    await tx.query(
      `insert into insurance.ins_phrase (tenant_no, scene, wording, owner, principal_id, uses, order_num)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [tenant, scene, words, at % 5 === 4 ? 'insurer' : 'tenant', insurerA, (at * 7) % 23, at],
    );
  const thisYear = Number(today.slice(0, 4));
  const versions = new Map<string, number>();
  for (const one of products) {
    const [row] = await tx.query<{ id: number }>(
      `insert into insurance.ins_product (tenant_no, code, name, name_tw, name_en, cover_code, kind, species, stages, sex,
         owner_insurer_id) values ($1, $2, $3, $3, $4, 'death', $5, $6, $7, $8, $9) returning id`,
      [
        tenant,
        one.code,
        one.name,
        one.en,
        one.kind ?? 'policy',
        one.species,
        one.stages,
        one.sex ?? null,
        one.kind === 'commercial' ? insurerB : null,
      ],
    );
    const productId = row?.id ?? 0;
    const publish = async (id: number) =>
      tx.query(
        `update insurance.ins_product_version set status = 'published', rule_hash = $2, published_at = sale_from
         where id = $1`,
        [id, hashOf(await versionOf(tx, id))],
      );
    if (['COW', 'FATTEN', 'CALF'].includes(one.code))
      await publish(
        await version(tx, productId, one, {
          version_no: 1,
          sale_from: '2020-01-01',
          sale_to: `${thisYear - 2}-12-31`,
        }),
      );
    const id = await version(tx, productId, one, { version_no: 2, sale_from: `${thisYear - 1}-01-01` });
    await publish(id);
    versions.set(one.code, id);
    if (one.code === 'COW')
      await version(tx, productId, one, {
        version_no: 3,
        sale_from: `${thisYear + 1}-01-01`,
        payers: JSON.stringify(
          shares.map(([payerCode, level, bp]) => ({ payerCode, level, bp: payerCode === 'farmer' ? 1_900 : bp })),
        ),
      });
    for (const { code } of counties) {
      const insurer = ofB.has(code) ? insurerB : insurerA;
      if (one.kind === 'commercial' && insurer !== insurerB) continue;
      await tx.query(
        `insert into insurance.ins_area (tenant_no, region_code, insurer_id, product_id, valid_from)
         values ($1, $2, $3, $4, $5)`,
        [tenant, code, insurer, productId, `${thisYear - 2}-01-01`],
      );
    }
  }
  await tx.query(
    `insert into insurance.ins_setting (tenant_no, region_code, insurer_id, code, value, remark) values
       ($1, $2, 0, 'publicity.hotline', '0475-8230110', '市畜牧保险监督电话'),
       ($1, 150581000000, 0, 'check.placeKm', '5', '牧区居住分散')`,
    [tenant, prefecture],
  );
  return { insurerA, insurerB, versions };
}
