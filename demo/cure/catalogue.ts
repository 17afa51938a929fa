import type { Tx } from '#kit/server/db/database.ts';
import { moreDrugs } from './more-drugs.ts';

const fields = [
  '内科 Internal medicine',
  '外科 Surgery',
  '产科 Obstetrics',
  '寄生虫 Parasites',
  '幼畜 Young stock',
  '传染病 Infectious disease',
];

/** Name, English, field, species, other words; of those that may be notifiable the diseases. */
const signs: readonly [
  name: string,
  english: string,
  field: number,
  species: string,
  words: string,
  suspects?: string,
][] = [
  ['腹胀', 'Bloat', 0, 'cattle', '胀肚 鼓胀'],
  ['咳嗽', 'Cough', 0, '', '咳'],
  ['呼吸急促', 'Fast breathing', 0, '', '喘 气喘'],
  ['体温升高', 'Fever', 0, '', '发烧 发热'],
  ['食欲减退', 'Poor appetite', 0, '', '不吃 厌食'],
  ['反刍停止', 'No rumination', 0, 'cattle', '不倒嚼'],
  ['腹泻', 'Diarrhoea', 4, '', '拉稀'],
  ['便血', 'Blood in dung', 4, '', '血便'],
  ['流鼻涕', 'Nasal discharge', 0, '', '鼻涕'],
  ['跛行', 'Lameness', 1, '', '瘸 腿瘸'],
  ['蹄部溃烂', 'Foot rot', 1, '', '烂蹄'],
  ['乳房红肿', 'Swollen udder', 2, 'cattle', '奶硬'],
  ['产后不食', 'Off feed after calving', 2, 'cattle', '产后'],
  ['胎衣不下', 'Retained placenta', 2, 'cattle', '衣胞不下'],
  ['难产', 'Difficult birth', 2, '', '生不下来'],
  ['卧地不起', 'Cannot stand', 0, 'cattle', '站不起来'],
  ['皮肤结节', 'Skin nodules', 5, 'cattle', '疙瘩', 'lsd'],
  ['口蹄水疱', 'Blisters of mouth and feet', 5, '', '嘴里起泡', 'fmd'],
  ['流涎', 'Drooling', 5, '', '流口水', 'fmd'],
  ['流产', 'Abortion', 5, '', '掉胎', 'brucellosis'],
  ['眼结膜发红', 'Red eyes', 5, 'sheep', '红眼', 'ppr'],
  ['突然死亡', 'Sudden death', 5, '', '猝死', 'anthrax'],
  ['脱毛瘙痒', 'Itching and hair loss', 3, '', '掉毛 蹭痒'],
  ['消瘦', 'Wasting', 3, '', '瘦'],
];

/** Name, English, field; prevention's code where treating is forbidden. */
const diseases: readonly [name: string, english: string, field: number, code?: string][] = [
  ['瘤胃臌气', 'Ruminal tympany', 0],
  ['支气管肺炎', 'Bronchopneumonia', 0],
  ['犊牛腹泻', 'Calf diarrhoea', 4],
  ['羔羊痢疾', 'Lamb dysentery', 4],
  ['乳房炎', 'Mastitis', 2],
  ['腐蹄病', 'Foot rot', 1],
  ['胎衣滞留', 'Retained placenta', 2],
  ['产后瘫痪', 'Milk fever', 2],
  ['前胃弛缓', 'Forestomach atony', 0],
  ['疥螨病', 'Mange', 3],
  ['肝片吸虫病', 'Liver fluke', 3],
  ['消化道线虫病', 'Gut worms', 3],
  ['创伤', 'Wound', 1],
  ['难产', 'Dystocia', 2],
  ['未确诊', 'Undetermined', 0],
  ['口蹄疫', 'Foot-and-mouth disease', 5, 'fmd'],
  ['布鲁氏菌病', 'Brucellosis', 5, 'brucellosis'],
  ['小反刍兽疫', 'Peste des petits ruminants', 5, 'ppr'],
  ['牛结节性皮肤病', 'Lumpy skin disease', 5, 'lsd'],
];

interface Drug {
  readonly code: string;
  readonly name: string;
  readonly form: string;
  readonly strength: string;
  readonly kind: string;
  readonly rx: boolean;
  readonly rural?: boolean;
  readonly microbial?: string;
  readonly pack?: readonly [no: string, mg: number];
  readonly ban?: boolean;
  readonly labels: readonly (readonly [
    species: string,
    route: string,
    from: number,
    to: number,
    per: string,
    unit: string,
    days: number,
    meat: number,
    milk: number | null,
  ])[];
}

const mL = (
  species: string,
  route: string,
  from: number,
  to: number,
  days: number,
  meat: number,
  milk: number | null,
) => [species, route, from, to, 'kg', 'mL', days, meat, milk] as const;

const drugs: readonly Drug[] = [
  {
    code: 'YP001',
    name: '伊维菌素注射液',
    form: 'injection',
    strength: '1%',
    kind: 'anthelmintic',
    rx: false,
    pack: ['SY-001', 10],
    labels: [
      mL('cattle', 'sc', 0.02, 0.02, 1, 35, null),
      mL('sheep', 'sc', 0.02, 0.02, 1, 35, null),
      mL('goat', 'sc', 0.02, 0.02, 1, 35, null),
    ],
  },
  {
    code: 'YP002',
    name: '土霉素注射液',
    form: 'injection',
    strength: '10%',
    kind: 'tetracycline',
    rx: true,
    rural: true,
    microbial: 'normal',
    pack: ['SY-002', 100],
    labels: [mL('cattle', 'im', 0.05, 0.1, 5, 28, 168), mL('sheep', 'im', 0.05, 0.1, 5, 28, 168)],
  },
  {
    code: 'YP003',
    name: '恩诺沙星注射液',
    form: 'injection',
    strength: '10%',
    kind: 'fluoroquinolone',
    rx: true,
    microbial: 'critical',
    pack: ['SY-003', 100],
    labels: [mL('cattle', 'im', 0.025, 0.025, 3, 14, null)],
  },
  {
    code: 'YP004',
    name: '氟尼辛葡甲胺注射液',
    form: 'injection',
    strength: '5%',
    kind: 'nsaid',
    rx: true,
    rural: true,
    pack: ['SY-004', 50],
    labels: [mL('cattle', 'im', 0.04, 0.044, 5, 28, 96)],
  },
  {
    code: 'YP005',
    name: '头孢噻呋注射液',
    form: 'injection',
    strength: '5%',
    kind: 'cephalosporin34',
    rx: true,
    microbial: 'critical',
    pack: ['SY-005', 50],
    labels: [mL('cattle', 'im', 0.02, 0.04, 5, 5, 0)],
  },
  {
    code: 'YP006',
    name: '维生素AD注射液',
    form: 'injection',
    strength: '5 mL',
    kind: 'vitamin',
    rx: false,
    pack: ['SY-006', 1],
    labels: [
      ['cattle', 'im', 5, 10, 'head', 'mL', 1, 0, 0],
      ['sheep', 'im', 2, 4, 'head', 'mL', 1, 0, 0],
      ['goat', 'im', 2, 4, 'head', 'mL', 1, 0, 0],
    ],
  },
  {
    code: 'YP007',
    name: '阿苯达唑混悬液',
    form: 'suspension',
    strength: '10%',
    kind: 'anthelmintic',
    rx: false,
    pack: ['SY-007', 100],
    labels: [
      mL('cattle', 'oral', 0.1, 0.15, 1, 14, 60),
      mL('sheep', 'oral', 0.1, 0.15, 1, 14, 60),
      mL('goat', 'oral', 0.1, 0.15, 1, 14, 60),
    ],
  },
  {
    code: 'YP008',
    name: '缩宫素注射液',
    form: 'injection',
    strength: '10 IU/mL',
    kind: 'hormone',
    rx: true,
    rural: true,
    pack: ['SY-008', 0.02],
    labels: [
      ['cattle', 'im', 3, 10, 'head', 'mL', 1, 0, 0],
      ['sheep', 'im', 1, 5, 'head', 'mL', 1, 0, 0],
    ],
  },
  {
    code: 'YP009',
    name: '土霉素片',
    form: 'tablet',
    strength: '0.25 g',
    kind: 'tetracycline',
    rx: true,
    rural: true,
    microbial: 'normal',
    labels: [['sheep', 'oral', 1, 2, 'head', 'piece', 5, 7, 72]],
  },
  {
    code: 'YP010',
    name: '双甲脒溶液',
    form: 'solution',
    strength: '12.5%',
    kind: 'anthelmintic',
    rx: false,
    labels: [
      ['cattle', 'topical', 20, 40, 'head', 'mL', 1, 21, 48],
      ['sheep', 'topical', 10, 20, 'head', 'mL', 1, 21, 48],
    ],
  },
  {
    code: 'YP011',
    name: '水杨酸钠注射液',
    form: 'injection',
    strength: '10%',
    kind: 'nsaid',
    rx: true,
    rural: true,
    labels: [['cattle', 'iv', 100, 200, 'head', 'mL', 3, 0, 48]],
  },
  {
    code: 'YP012',
    name: '氟苯尼考注射液',
    form: 'injection',
    strength: '30%',
    kind: 'amphenicol',
    rx: true,
    microbial: 'normal',
    labels: [mL('cattle', 'im', 0.067, 0.067, 3, 28, null)],
  },
  {
    code: 'YP090',
    name: '氯霉素注射液',
    form: 'injection',
    strength: '12.5%',
    kind: 'amphenicol',
    rx: true,
    microbial: 'normal',
    ban: true,
    labels: [],
  },
  {
    code: 'YP091',
    name: '呋喃唑酮片',
    form: 'tablet',
    strength: '0.1 g',
    kind: 'other',
    rx: true,
    microbial: 'normal',
    ban: true,
    labels: [],
  },
];

const factories = [
  '示范动物药业公司',
  '示范兽药一厂',
  '示范兽药二厂',
  '示范生物制品公司',
  '草原示范药业',
  '示范中兽药厂',
];

const both = (text: string) => {
  const at = text.indexOf(' ');
  return [text.slice(0, at), text.slice(at + 1)] as const;
};

/** Words, medicines with leaflets and packs, and who makes them. */
export async function saveCatalogue(tx: Tx, today: string): Promise<void> {
  const tenant = tx.scope.tenantNo;
  const tag = async (kind: string, name: string, english: string, more: Record<string, unknown> = {}, order = 0) =>
    (
      await tx.query<{ id: number }>(
        `insert into cure.cure_tag (tenant_no, kind, name_zh, name_en, synonyms, species, field_tag_id, red_flag, suspect_diseases, disease_code, no_treat, order_num)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
        [
          tenant,
          kind,
          name,
          english,
          more.words ?? null,
          more.species ?? [],
          more.field ?? null,
          more.red ?? false,
          more.suspects ?? [],
          more.code ?? null,
          more.code !== undefined,
          order,
        ],
      )
    )[0]?.id as number;
  const fieldIds: number[] = [];
  for (const [at, one] of fields.entries()) fieldIds.push(await tag('field', ...both(one), {}, at));
  for (const [at, [name, english, field, species, words, suspects]] of signs.entries())
    await tag(
      'sign',
      name,
      english,
      {
        field: fieldIds[field],
        species: species ? [species] : [],
        words,
        red: suspects !== undefined,
        suspects: suspects ? [suspects] : [],
      },
      at,
    );
  for (const [at, [name, english, field, code]] of diseases.entries())
    await tag('disease', name, english, { field: fieldIds[field], ...(code && { code }) }, at);
  for (const one of drugs) await saveDrug(tx, one);
  for (const [code, name, form, strength, kind, rx, microbial, species, route, dose, days, meat, milk] of moreDrugs) {
    const labels = species.map((one) => [one, route, ...dose, days, meat, milk] as const);
    await saveDrug(tx, { code, name, form, strength, kind, rx, microbial, labels });
  }
  for (const [at, name] of factories.entries())
    await tx.query(
      `insert into cure.medicine_factory (tenant_no, name, licence_no, gmp_no, licence_to, region_code, watch, watch_reason)
       values ($1, $2, $3, $4, $5::date + $6::int, 150500000000, $7, $8)`,
      [
        tenant,
        name,
        `(2023)兽药生产证字${1501 + at}号`,
        `GMP-15-${100 + at}`,
        today,
        40 + at * 190,
        at === 2,
        at === 2 ? '一批产品含量抽检不合格' : null,
      ],
    );
}

async function saveDrug(tx: Tx, one: Drug): Promise<void> {
  const [row] = await tx.query<{ id: number }>(
    `insert into cure.medicine (tenant_no, medicine_code, generic_name, form, strength, class_code, rx_only, rural_list, food_ban, antimicrobial, source_note, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    [
      tx.scope.tenantNo,
      one.code,
      one.name,
      one.form,
      one.strength,
      one.kind,
      one.rx,
      one.rural ?? false,
      one.ban ?? false,
      one.microbial ?? 'none',
      '示例，以说明书为准',
      one.ban ? 'banned' : 'published',
    ],
  );
  for (const [at, [species, route, from, to, per, unit, days, meat, milk]] of one.labels.entries())
    await tx.query(
      `insert into cure.medicine_label (tenant_no, parent_id, line_no, species, route, dose_from, dose_to, dose_per, dose_unit, days_max, meat_days, milk_hours)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [tx.scope.tenantNo, row?.id, at + 1, species, route, from, to, per, unit, days, meat, milk],
    );
  if (one.pack)
    await tx.query(
      `insert into cure.medicine_pack (tenant_no, parent_id, line_no, material_id, active_mg_per_unit)
       select $1, $2, 1, m.id, $4 from depot.material m where m.tenant_no = $1 and m.material_no = $3`,
      [tx.scope.tenantNo, row?.id, one.pack[0], one.pack[1]],
    );
}
