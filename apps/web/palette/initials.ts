// Chinese in this file: Chinese is sorted by the first character of each initial.

// The first sign of each initial in the order of the dictionary; no syllable begins with i, u or v.
const firsts = '阿芭擦搭蛾发噶哈击喀垃妈拿哦啪期然撒塌挖昔压匝';
const letters = 'abcdefghjklmnopqrstwxyz';
const order = new Intl.Collator('zh-Hans-CN-u-co-pinyin');
const isHan = /\p{Script=Han}/u;

/** `主体管理` → `ztgl`, by the order the browser sorts Chinese in; other signs stay as they are. */
export function initialsOf(text: string): string {
  return Array.from(text.toLowerCase(), (sign) => {
    if (!isHan.test(sign)) return sign;
    let at = 0;
    for (let index = 0; index < firsts.length; index += 1) {
      if (order.compare(sign, firsts.charAt(index)) >= 0) at = index;
    }
    return letters.charAt(at);
  }).join('');
}
