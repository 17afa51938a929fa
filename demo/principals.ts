import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { creditCodeCheck } from '#modules/registry/contract/principal/credit-code.ts';
import { pinyinOf } from '#modules/registry/server/principal/principal.ts';
import { type County, counties, prefecture } from './places.ts';
import type { Random } from './random.ts';

export interface DemoPrincipal {
  /** Name other parts of the demo know it by. */
  key?: string;
  name: string;
  type: string;
  level: number;
  regionCode: number;
  parent?: string;
  contact: string;
  center?: readonly [number, number];
  scale?: string;
  species?: string[];
  mark?: string;
  status?: string;
  source?: string;
  /** Regions given to it. */
  jurisdiction?: number[];
  showFlag?: boolean;
}

const surnames = ['王', '李', '张', '刘', '陈', '包', '白', '韩', '吴', '赵', '孙', '何', '梁', '席', '佟', '齐'];
const given = [
  '海山',
  '志强',
  '秀英',
  '建国',
  '玉兰',
  '铁柱',
  '永胜',
  '春花',
  '德力格尔',
  '文华',
  '明',
  '丽',
  '国庆',
  '金山',
  '桂芝',
  '长江',
  '宝音',
  '立新',
];
const mongol = [
  '巴图',
  '宝音德力格尔',
  '苏和',
  '斯琴高娃',
  '图雅',
  '乌日娜',
  '朝鲁',
  '额尔敦',
  '哈斯',
  '那日苏',
  '格日勒',
  '阿木古楞',
  '其其格',
  '孟和',
  '萨仁',
  '牧仁',
];

export const personName = (random: Random): string =>
  random.next() < 0.4 ? random.pick(mongol) : random.pick(surnames) + random.pick(given);

export function creditCode(random: Random, regionCode: number): string {
  const body = `9${random.pick(['1', '2', '3'])}${Math.floor(regionCode / 1e6)}${Array.from({ length: 9 }, () => random.int(0, 9)).join('')}`;
  return body + (creditCodeCheck(body) ?? '0');
}

/** Authorities, stations and units of the demo world, superiors before subordinates. */
export function organisations(random: Random): DemoPrincipal[] {
  const units: DemoPrincipal[] = [
    {
      key: 'root',
      name: '通辽市农牧主管部门(示范)',
      type: 'authority',
      level: 2,
      regionCode: prefecture,
      contact: '陈局',
      center: [122.24, 43.65],
      jurisdiction: [prefecture],
    },
    {
      key: 'lab',
      name: '通辽市动物疫病检测室(示范)',
      type: 'lab',
      level: 2,
      regionCode: prefecture,
      parent: 'root',
      contact: '高敏',
      center: [122.27, 43.63],
      jurisdiction: [prefecture],
    },
    {
      key: 'improve',
      name: '通辽市家畜改良站(示范)',
      type: 'breedingStation',
      level: 2,
      regionCode: prefecture,
      parent: 'root',
      contact: '佟国庆',
      center: [122.2, 43.66],
      jurisdiction: [prefecture],
    },
  ];
  for (const county of counties) units.push(...countyUnits(county, random));
  const village = (county: number, index: number) => counties[county]?.story.villages[index] ?? prefecture;
  const kzzq = counties[1] as County;
  units.push(
    {
      key: 'farm1',
      name: '东宝龙山肉牛养殖场(示范)',
      type: 'farm',
      level: 5,
      regionCode: village(1, 2),
      contact: '韩梅',
      center: kzzq.center,
      scale: 'large',
      species: ['cattle'],
      showFlag: true,
    },
    {
      key: 'coop1',
      name: '西宝龙山养殖合作社(示范)',
      type: 'cooperative',
      level: 5,
      regionCode: village(1, 3),
      contact: '斯琴',
      center: kzzq.center,
      scale: 'medium',
      species: ['cattle', 'sheep'],
      showFlag: true,
    },
    {
      key: 'host1',
      name: '小街基托管牧场(示范)',
      type: 'farm',
      level: 5,
      regionCode: village(3, 0),
      contact: '刘永胜',
      center: counties[3]?.center ?? kzzq.center,
      scale: 'medium',
      species: ['cattle'],
      showFlag: true,
    },
    {
      key: 'house1',
      name: '包海山',
      type: 'household',
      level: 5,
      regionCode: village(1, 0),
      contact: '包海山',
      center: kzzq.center,
      scale: 'retail',
      species: ['cattle'],
    },
    {
      key: 'baiyinna',
      name: '白音那',
      type: 'household',
      level: 5,
      regionCode: village(0, 4),
      contact: '白音那',
      center: counties[0]?.center ?? kzzq.center,
      scale: 'small',
      species: ['cattle', 'sheep'],
    },
    { key: 'insurerA', name: '示范安牧保险', type: 'insurer', level: 2, regionCode: prefecture, contact: '齐文华' },
    { key: 'bank1', name: '示范农商行', type: 'bank', level: 2, regionCode: prefecture, contact: '何立新' },
    {
      key: 'sup1',
      name: '示范饲料(示范)',
      type: 'supplier',
      level: 3,
      regionCode: counties[0]?.code ?? prefecture,
      contact: '梁金山',
    },
    {
      key: 'plant1',
      name: '示范屠宰一厂',
      type: 'slaughterhouse',
      level: 3,
      regionCode: counties[0]?.code ?? prefecture,
      contact: '孙长江',
    },
    {
      key: 'clinic1',
      name: '示范动物诊所',
      type: 'clinic',
      level: 3,
      regionCode: counties[0]?.code ?? prefecture,
      contact: '席明',
    },
  );
  return units;
}

function countyUnits(county: County, random: Random): DemoPrincipal[] {
  const key = `county ${county.code}`;
  const stations = [county.story, ...county.further].map(
    (town): DemoPrincipal => ({
      key: `station ${town.code}`,
      name: `${town.name}畜牧兽医站(示范)`,
      type: 'preventionStation',
      level: 4,
      regionCode: town.code,
      parent: key,
      contact: personName(random),
      center: county.center,
      jurisdiction: [town.code],
    }),
  );
  return [
    {
      key,
      name: `${county.name}农牧主管部门(示范)`,
      type: 'authority',
      level: 3,
      regionCode: county.code,
      parent: 'root',
      contact: personName(random),
      center: county.center,
      jurisdiction: [county.code],
    },
    ...stations,
  ];
}

/** Households, farms and cooperatives over the villages that have stock. */
export function holders(
  random: Random,
  villages: readonly { code: number; center: readonly [number, number] }[],
  counts: { households: number; farms: number; cooperatives: number },
): DemoPrincipal[] {
  const spot = () => random.pick(villages);
  const household = (): DemoPrincipal => {
    const { code, center } = spot();
    const name = personName(random);
    return {
      name,
      contact: name,
      type: 'household',
      level: 5,
      regionCode: code,
      center,
      scale: random.weighted([
        ['retail', 7],
        ['small', 2],
        ['medium', 1],
      ]),
      species: random.weighted([
        [['cattle'], 5],
        [['sheep'], 2],
        [['sheep', 'goat'], 1],
        [['cattle', 'sheep'], 3],
        [['goat'], 1],
      ]),
      mark: random.weighted([
        ['none', 12],
        ['povertyExited', 2],
        ['monitored', 1],
      ]),
      source: random.weighted([
        ['census', 5],
        ['manual', 3],
        ['app', 2],
        ['import', 2],
      ]),
      status: random.weighted([
        ['active', 40],
        ['pending', 3],
        ['suspended', 1],
        ['closed', 1],
        ['rejected', 1],
      ]),
    };
  };
  const enterprise = (type: 'farm' | 'cooperative', index: number): DemoPrincipal => {
    const { code, center } = spot();
    const suffix = type === 'farm' ? '养殖场' : '养殖专业合作社';
    return {
      name: `${random.pick(['兴牧', '草原', '丰源', '鸿雁', '金牛', '科尔沁', '绿野', '塔拉'])}${index + 1}号${suffix}(示范)`,
      contact: personName(random),
      type,
      level: 5,
      regionCode: code,
      center,
      scale: random.weighted([
        ['small', 2],
        ['medium', 3],
        ['large', 2],
      ]),
      species: random.weighted([
        [['cattle'], 5],
        [['sheep'], 3],
        [['cattle', 'sheep'], 2],
      ]),
      status: random.weighted([
        ['active', 15],
        ['pending', 2],
        ['suspended', 1],
      ]),
      source: 'manual',
      showFlag: random.next() < 0.6,
    };
  };
  return [
    ...Array.from({ length: counts.households }, household),
    ...Array.from({ length: counts.farms }, (_, index) => enterprise('farm', index)),
    ...Array.from({ length: counts.cooperatives }, (_, index) => enterprise('cooperative', index)),
  ];
}

/** Writes them and answers the ids of those that have a key. */
export async function savePrincipals(
  tx: Tx,
  units: readonly DemoPrincipal[],
  random: Random,
  today: string,
  /** Units that are there already: a new one may stand below them. */
  known: ReadonlyMap<string, number> = new Map(),
): Promise<Map<string, number>> {
  const ids = new Map(known);
  for (let from = 0; from < units.length; from += 500) {
    // Superiors come before subordinates, but within one batch their ids are not known yet: split where a parent is needed.
    for (const batch of splitByParent(units.slice(from, from + 500), ids)) {
      const rows = batch.map((unit) => row(unit, ids, random, today, tx.scope.tenantNo));
      const saved = await tx.query<{ id: number }>(insertText, [tx.scope.tenantNo, JSON.stringify(rows)]);
      saved.forEach(({ id }, index) => {
        const key = batch[index]?.key;
        if (key) ids.set(key, id);
      });
    }
  }
  const given = units.flatMap((unit) =>
    (unit.jurisdiction ?? []).map((region) => ({ id: ids.get(unit.key ?? ''), region })),
  );
  await tx.query(
    `insert into registry.principal_jurisdiction (tenant_no, principal_id, region_code) select $1, id, region from jsonb_to_recordset($2::jsonb) as r(id bigint, region bigint)`,
    [tx.scope.tenantNo, JSON.stringify(given)],
  );
  return ids;
}

/** Made-up numbers with right check characters. */
export function idCard(random: Random, regionCode: number): string {
  const birth = `${random.int(1955, 2000)}${String(random.int(1, 12)).padStart(2, '0')}${String(random.int(1, 28)).padStart(2, '0')}`;
  const body = `${Math.floor(regionCode / 1e6)}${birth}${String(random.int(0, 999)).padStart(3, '0')}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(body[index]), 0);
  return body + '10X98765432'[sum % 11];
}

const phone = (random: Random) =>
  `1${random.pick(['38', '39', '50', '58', '77', '86'])}${String(random.int(0, 99_999_999)).padStart(8, '0')}`;

const insertText = `insert into registry.principal (tenant_no, region_code, principal_unit_name, name_pinyin, principal_unit_type, principal_level, longitude, latitude, parent_id,
    contact_name, contact_phone_enc, contact_phone_hash, contact_phone_mask, contact_id_card_enc, contact_id_card_hash, contact_id_card_mask, credit_code, species_kept, scale, household_mark, source, show_flag, status, created_at, updated_at)
  select $1, region, name, pinyin, type, level, longitude, latitude, parent, contact, contact_phone_enc, contact_phone_hash, contact_phone_mask, contact_id_card_enc, contact_id_card_hash, contact_id_card_mask, code, species, scale, mark, source, shown, status, made::timestamptz, made::timestamptz
  from rows from (jsonb_to_recordset($2::jsonb) as (region bigint, name text, pinyin text, type text, level int, longitude float8, latitude float8, parent bigint, contact text, contact_phone_enc text, contact_phone_hash text, contact_phone_mask text, contact_id_card_enc text, contact_id_card_hash text, contact_id_card_mask text,
    code text, species text[], scale text, mark text, source text, shown boolean, status text, made text)) with ordinality r order by ordinality returning id`;

function splitByParent(units: readonly DemoPrincipal[], known: ReadonlyMap<string, number>): DemoPrincipal[][] {
  const batches: DemoPrincipal[][] = [[]];
  const pending = new Set<string>();
  for (const unit of units) {
    if (unit.parent && !known.has(unit.parent) && pending.has(unit.parent)) {
      batches.push([]);
      pending.clear();
    }
    batches.at(-1)?.push(unit);
    if (unit.key) pending.add(unit.key);
  }
  return batches.filter((batch) => batch.length > 0);
}

function row(
  unit: DemoPrincipal,
  ids: ReadonlyMap<string, number>,
  random: Random,
  today: string,
  tenantNo: number,
): object {
  const shift = () => Math.round((random.next() - 0.5) * 0.4 * 1e5) / 1e5;
  // People register holders in office hours.
  const made = new Date(
    Date.parse(`${today}T08:30:00+08:00`) - random.int(1, 700) * 86_400_000 + random.int(0, 33_000) * 1000,
  ).toISOString();
  const card = unit.type === 'household' ? idCard(random, unit.regionCode) : null;
  return {
    ...Object.fromEntries(piiColumns('contact_phone', 'phone', phone(random), tenantNo)),
    ...Object.fromEntries(piiColumns('contact_id_card', 'idCard', card, tenantNo)),
    region: unit.regionCode,
    name: unit.name,
    pinyin: pinyinOf(unit.name),
    type: unit.type,
    level: unit.level,
    longitude: unit.center ? unit.center[0] + shift() : null,
    latitude: unit.center ? unit.center[1] + shift() : null,
    parent: unit.parent ? ids.get(unit.parent) : null,
    contact: unit.contact,
    code: unit.type === 'household' ? null : creditCode(random, unit.regionCode),
    species: unit.species ?? null,
    scale: unit.scale ?? null,
    mark: unit.mark ?? null,
    source: unit.source ?? 'manual',
    shown: unit.showFlag ?? false,
    status: unit.status ?? 'active',
    made,
  };
}
