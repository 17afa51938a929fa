/** What both sides and every module say in the same way about animals. */

export const speciesOfTag: Readonly<Record<string, readonly string[]>> = { 2: ['cattle'], 3: ['sheep', 'goat'] };

export const earTagPattern = /^[23]\d{14}$/;

/** `215050200000101` → county 150502, serial 101. */
export const countyOfTag = (tag: string): number => Number(tag.slice(1, 7));

/** ISO 11784 as China uses it: the country's 156, or a maker's 900 to 998. */
export const isElectronicTag = (tag: string): boolean => /^(156|9([0-8]\d|9[0-8]))\d{12}$/.test(tag);

export interface StageFacts {
  readonly species: string;
  readonly sex: string;
  readonly birthDate: string;
  readonly parity: number;
  readonly castrated: boolean;
}

/** Whole months between two days. */
export function monthsBetween(from: string, to: string): number {
  const [y1 = 0, m1 = 0, d1 = 0] = from.split('-').map(Number);
  const [y2 = 0, m2 = 0, d2 = 0] = to.split('-').map(Number);
  return (y2 - y1) * 12 + (m2 - m1) - (d2 < d1 ? 1 : 0);
}

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** R43: what an animal is called by its age, sex and births. */
export function stageOf({ species, sex, birthDate, parity, castrated }: StageFacts, on: string): string {
  const isYoung = monthsBetween(birthDate, on) < 6;
  if (species === 'cattle') {
    if (isYoung) return 'calf';
    if (sex === 'female') return parity > 0 ? 'cow' : 'heifer';
    return castrated ? 'steer' : 'bull';
  }
  if (isYoung) return 'lamb';
  if (sex === 'female') return parity > 0 ? 'ewe' : 'eweLamb';
  return castrated ? 'wether' : 'ram';
}

/** Whether who hands animals over for this purpose sells them; property passes with a gift too, yet nobody buys. */
export const notSold: readonly string[] = ['gift', 'entrust', 'returned', 'show'];
export const isSale = (purpose: string | null | undefined): boolean => !notSold.includes(purpose ?? '');

export interface Segment {
  readonly from: string;
  readonly to: string;
}

/** Numbers as people write them: `215050200001001-215050200001050`, `215050200001001+50`, or one by one; `-` before a number leaves it out. */
export function tagsOf(text: string): { tags: string[]; bad: string[]; twice: string[] } {
  const tags: string[] = [];
  const bad: string[] = [];
  const out = new Set<string>();
  const most = 50_000;
  for (const word of text.split(/[\s,;，；、]+/).filter(Boolean)) {
    const range = /^(\d{15})[-–~](\d{15})$/.exec(word);
    const run = /^(\d{15})\+(\d{1,5})$/.exec(word);
    const not = /^[-!](\d{15})$/.exec(word);
    if (not) out.add(not[1] as string);
    else if (/^\d{15}$/.test(word)) tags.push(word);
    else if (range || run) {
      const from = BigInt((range ?? run)?.[1] as string);
      const count = range ? BigInt(range[2] as string) - from + 1n : BigInt(run?.[2] as string);
      if (count < 1n || count > BigInt(most)) bad.push(word);
      else for (let n = 0n; n < count; n++) tags.push(String(from + n));
    } else bad.push(word);
  }
  const wanted = tags.filter((tag) => !out.has(tag));
  const seen = new Set<string>();
  const twice = wanted.filter((tag) => seen.size === seen.add(tag).size);
  return { tags: [...seen], bad, twice: [...new Set(twice)] };
}

/** Numbers as people read them: runs written as `first–last`. */
export function segmentsOf(tags: readonly string[]): Segment[] {
  const sorted = [...tags].sort();
  const segments: { from: string; to: string }[] = [];
  for (const tag of sorted) {
    const last = segments.at(-1);
    if (last && BigInt(tag) === BigInt(last.to) + 1n) last.to = tag;
    else segments.push({ from: tag, to: tag });
  }
  return segments;
}
