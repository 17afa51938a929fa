import { pinyin } from 'pinyin-pro';

/** How a name is typed by those who type it in letters: whole, and by its initials. */
export function pinyinOf(name: string): string {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).map((one) =>
    one.toLowerCase(),
  );
  return `${syllables.join('')} ${syllables.map((one) => one[0] ?? '').join('')}`;
}
