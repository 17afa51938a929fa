import { pinyin } from 'pinyin-pro';

export interface NewPlace {
  readonly code: number;
  readonly name: string;
}

/** The code list names committees (西归力村委会); people, maps and papers name the place (西归力村). */
export function spoken(name: string): string {
  return name
    .replace(/村?(村民委员会|村委会|村委)$/, '村')
    .replace(/嘎查村$/, '嘎查')
    .replace(/(社区)?(居民委员会|居委会)$/, '社区');
}

const suffixKinds: readonly [RegExp, string][] = [
  [/嘎查$/, 'gacha'],
  [/社区/, 'community'],
  [/(农场|牧场|林场|分场|农牧场)/, 'farmUnit'],
  [/苏木$/, 'sumu'],
  [/镇$/, 'town'],
  [/乡$/, 'township'],
  [/街道/, 'subdistrict'],
  [/旗$/, 'banner'],
  [/区$/, 'district'],
  [/县$/, 'county'],
  [/市$/, 'city'],
];

export function kindOf(name: string, level: number): string | null {
  const found = suffixKinds.find(([pattern]) => pattern.test(name))?.[1];
  return found ?? (level === 5 ? 'village' : null);
}

/** How a name is typed: in full and by first letters. */
export function lettersOf(name: string): { pinyin: string; initials: string } {
  const syllables = pinyin(name, { toneType: 'none', type: 'array' });
  return { pinyin: syllables.join(''), initials: syllables.map((one) => one[0] ?? '').join('') };
}
