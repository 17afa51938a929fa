import { pinyin } from 'pinyin-pro';

// Chinese in this file: the last word of a place name tells the kind of place.

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

/** Names that say nothing without the province: the list needs a prefecture where there is none. */
export const saysNothing = (name: string) => name === '市辖区' || name === '县' || name.endsWith('直辖县级行政区划');

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

const syllablesOf = (name: string): string[] => pinyin(name, { toneType: 'none', type: 'array' });

const typed = (syllables: readonly string[]) => ({
  pinyin: syllables.join(''),
  initials: syllables.map((one) => one[0] ?? '').join(''),
});

/** How a name is typed: in full and by first letters. */
export const lettersOf = (name: string): { pinyin: string; initials: string } => typed(syllablesOf(name));

/** The reference files keep the syllables: working them out takes longer than loading the rows. */
export const syllableText = (name: string): string => syllablesOf(name).join(' ');
export const lettersFrom = (text: string): { pinyin: string; initials: string } => typed(text.split(' '));
