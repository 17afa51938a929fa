import type { Tx } from '#kit/server/db/database.ts';

const stages: readonly [
  code: string,
  zh: string,
  en: string,
  species: string,
  from: number,
  to: number,
  gain: number,
  weight: number,
][] = [
  ['calfRearing', '犊牛培育', 'Calf rearing', 'cattle', 0, 180, 0.7, 160],
  ['backgrounding', '架子牛', 'Backgrounding', 'cattle', 181, 360, 0.8, 300],
  ['fatteningEarly', '育肥前期', 'Early fattening', 'cattle', 361, 450, 1.1, 400],
  ['fatteningLate', '育肥后期', 'Late fattening', 'cattle', 451, 570, 1.3, 560],
  ['cowKeeping', '母牛饲养', 'Cow keeping', 'cattle', 540, 3650, 0, 480],
  ['lambRearing', '羔羊培育', 'Lamb rearing', 'sheep', 0, 75, 0.22, 20],
  ['lambFattening', '羔羊育肥', 'Lamb fattening', 'sheep', 76, 180, 0.25, 45],
  ['eweKeeping', '母羊饲养', 'Ewe keeping', 'sheep', 300, 2500, 0, 55],
];
const physiological: readonly [
  code: string,
  zh: string,
  en: string,
  species: string,
  anchor: string,
  from: number,
  to: number,
  hint: string,
][] = [
  ['suckling', '哺乳', 'Suckling', 'cattle', 'birth', 0, 90, '初乳一小时内吃足，圈舍干燥保温'],
  ['weaned', '断奶', 'Weaned', 'cattle', 'birth', 91, 180, '断奶前后两周不换料、不转群'],
  ['open', '空怀', 'Open', 'cattle', 'calving', 46, 120, '观察发情，体况三分左右'],
  ['gestationEarly', '妊娠前期', 'Early gestation', 'cattle', 'insemination', 1, 180, '避免惊吓与霉变饲料'],
  ['gestationLate', '妊娠后期', 'Late gestation', 'cattle', 'insemination', 181, 270, '增加精料，禁用妊娠禁忌药'],
  ['calving', '围产', 'Around calving', 'cattle', 'calving', -10, 14, '产房消毒，备好助产器具'],
  ['lactation', '泌乳', 'Lactation', 'cattle', 'calving', 15, 240, '查乳房，注意休药期'],
  ['sucklingLamb', '羔羊哺乳', 'Suckling lamb', 'sheep', 'birth', 0, 60, '补饲开食料，防痢疾'],
  ['openEwe', '空怀母羊', 'Open ewe', 'sheep', 'calving', 61, 150, '短期优饲'],
  ['gestationEwe', '妊娠母羊', 'Pregnant ewe', 'sheep', 'insemination', 1, 150, '后期分群饲养'],
  ['lactatingEwe', '泌乳母羊', 'Lactating ewe', 'sheep', 'calving', 0, 60, '补充蛋白与水'],
];
/** Stages of the model a physiological stage is found in. */
const modelStages = (species: string, anchor: string) => {
  const [young, female] = species === 'cattle' ? ['calf', 'cow'] : ['lamb', 'ewe'];
  return [anchor === 'birth' ? young : female];
};
interface Action {
  readonly at: readonly [anchor: string, day: number, tolerance: number, kind: string, say: string, prove: boolean];
}
const act = (...at: Action['at']): Action => ({ at });
const cycles: readonly [
  name: string,
  species: string,
  purpose: string,
  days: number,
  steps: readonly [string, number, number][],
  actions: readonly Action[],
][] = [
  [
    '肉牛一百八十天育肥',
    'cattle',
    'fatten',
    180,
    [
      ['fatteningEarly', 0, 90],
      ['fatteningLate', 91, 180],
    ],
    [
      act('start', 1, 1, 'weigh', '入栏称重', true),
      act('start', 3, 2, 'deworm', '驱虫健胃', true),
      act('start', 7, 3, 'immunise', '补免口蹄疫', true),
      act('start', 90, 5, 'weigh', '中期称重换料', false),
      act('start', 178, 3, 'weigh', '出栏前称重', true),
    ],
  ],
  [
    '架子牛过渡',
    'cattle',
    'rear',
    90,
    [['backgrounding', 0, 90]],
    [act('start', 2, 2, 'check', '检查采食与粪便', false), act('start', 5, 2, 'deworm', '驱虫', true)],
  ],
  [
    '母牛年度管理',
    'cattle',
    'breed',
    365,
    [['cowKeeping', 0, 365]],
    [
      act('calving', 45, 10, 'check', '产后检查', false),
      act('insemination', 60, 10, 'pregnancyCheck', '妊娠诊断', true),
      act('calving', 7, 5, 'immunise', '犊牛免疫', true),
    ],
  ],
  [
    '羔羊一百天育肥',
    'sheep',
    'fatten',
    105,
    [['lambFattening', 0, 105]],
    [
      act('start', 1, 1, 'weigh', '入栏称重', true),
      act('start', 5, 2, 'deworm', '驱虫', true),
      act('start', 100, 4, 'weigh', '出栏称重', true),
    ],
  ],
  [
    '犊牛培育',
    'cattle',
    'rear',
    180,
    [['calfRearing', 0, 180]],
    [act('birth', 1, 0, 'check', '初乳确认', true), act('birth', 30, 5, 'castrate', '去势（育肥用）', false)],
  ],
  [
    '母羊两年三产',
    'sheep',
    'breed',
    243,
    [['eweKeeping', 0, 243]],
    [act('insemination', 40, 7, 'pregnancyCheck', '妊娠诊断', true), act('calving', 0, 2, 'check', '接羔', false)],
  ],
];
const feeds: readonly [
  name: string,
  species: string,
  stage: string,
  from: number,
  to: number,
  gain: number,
  lines: readonly [feed: string, kg: number, cents: number][],
][] = [
  [
    '育肥前期日粮',
    'cattle',
    'fatteningEarly',
    300,
    400,
    1.1,
    [
      ['青贮玉米', 14, 45],
      ['玉米', 3.2, 235],
      ['豆粕', 0.6, 380],
      ['羊草', 1.5, 110],
    ],
  ],
  [
    '育肥后期日粮',
    'cattle',
    'fatteningLate',
    400,
    560,
    1.3,
    [
      ['青贮玉米', 12, 45],
      ['玉米', 5, 235],
      ['豆粕', 0.8, 380],
      ['预混料', 0.12, 620],
    ],
  ],
  [
    '架子牛日粮',
    'cattle',
    'backgrounding',
    160,
    300,
    0.8,
    [
      ['青贮玉米', 10, 45],
      ['玉米', 1.8, 235],
      ['羊草', 2, 110],
    ],
  ],
  [
    '犊牛开食料',
    'cattle',
    'calfRearing',
    40,
    160,
    0.7,
    [
      ['开食料', 1.5, 360],
      ['苜蓿干草', 1, 210],
    ],
  ],
  [
    '空怀母牛日粮',
    'cattle',
    'cowKeeping',
    400,
    520,
    0,
    [
      ['玉米秸秆', 6, 25],
      ['青贮玉米', 10, 45],
      ['玉米', 1, 235],
    ],
  ],
  [
    '羔羊育肥日粮',
    'sheep',
    'lambFattening',
    20,
    45,
    0.25,
    [
      ['玉米', 0.7, 235],
      ['豆粕', 0.15, 380],
      ['羊草', 0.5, 110],
    ],
  ],
  [
    '母羊日粮',
    'sheep',
    'eweKeeping',
    45,
    60,
    0,
    [
      ['羊草', 1.2, 110],
      ['玉米', 0.3, 235],
    ],
  ],
];

/** What the authority recommends; farms and contracts begin with it. */
export async function saveTemplates(tx: Tx): Promise<void> {
  const tenant = tx.scope.tenantNo;
  const ids = new Map<string, number>();
  for (const [at, [code, zh, en, species, from, to, gain, weight]] of stages.entries()) {
    const [row] = await tx.query<{ id: number }>(
      `insert into cure.breeding_stage (tenant_no, code, name_zh, name_en, species, from_day, to_day, target_gain,
         target_weight, order_num, status) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'published') returning id`,
      [tenant, code, zh, en, species, from, to, gain || null, weight, at],
    );
    ids.set(code, row?.id as number);
  }
  for (const [at, [code, zh, en, species, anchor, from, to, hint]] of physiological.entries())
    await tx.query(
      `insert into cure.care_stage (tenant_no, code, name_zh, name_en, species, anchor, from_day, to_day, care_hints,
         order_num, model_stages, status) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'published')`,
      [tenant, code, zh, en, species, anchor, from, to, hint, at, modelStages(species, anchor)],
    );
  for (const [name, species, purpose, days, steps, actions] of cycles) {
    const [row] = await tx.query<{ id: number }>(
      `insert into cure.care_cycle (tenant_no, name, species, purpose, total_days, status)
       values ($1, $2, $3, $4, $5, 'published') returning id`,
      [tenant, name, species, purpose, days],
    );
    for (const [no, [stage, from, to]] of steps.entries())
      await tx.query(
        `insert into cure.care_cycle_step (tenant_no, parent_id, line_no, breeding_stage_id, from_day, to_day)
         values ($1, $2, $3, $4, $5, $6)`,
        [tenant, row?.id, no + 1, ids.get(stage), from, to],
      );
    for (const [no, { at }] of actions.entries())
      await tx.query(
        `insert into cure.care_cycle_action (tenant_no, parent_id, line_no, anchor, day, tolerance, kind, say, must_prove)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [tenant, row?.id, no + 1, ...at],
      );
  }
  const [open] = await tx.query<{ id: number }>(
    `select id from cure.care_stage where tenant_no = $1 and code = 'open'`,
    [tenant],
  );
  for (const [name, species, stage, from, to, gain, lines] of feeds) {
    const isCow = stage === 'cowKeeping';
    const costs = lines.map(([, kg, cents]) => Math.round(kg * cents));
    const [row] = await tx.query<{ id: number }>(
      `insert into cure.feeding_template (tenant_no, name, species, stage_kind, breeding_stage_id, weight_from, weight_to,
         target_gain, kg_per_head_day, cost_per_head_day, care_stage_id, status)
       values ($1, $2, $3, $10, $4, $5, $6, $7, $8, $9, $11, 'published') returning id`,
      [
        tenant,
        name,
        species,
        isCow ? null : ids.get(stage),
        from,
        to,
        gain || null,
        lines.reduce((sum, [, kg]) => sum + kg, 0),
        costs.reduce((sum, cents) => sum + cents, 0),
        isCow ? 'care' : 'breeding',
        isCow ? open?.id : null,
      ],
    );
    for (const [no, [feed, kg, cents]] of lines.entries())
      await tx.query(
        `insert into cure.feeding_template_line (tenant_no, parent_id, line_no, feed_name, kg_per_head_day, price_per_kg, cost)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [tenant, row?.id, no + 1, feed, kg, cents, costs[no]],
      );
  }
}
