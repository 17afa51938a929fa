/**
 * Code 128, set C: two digits in one sign of eleven modules. Widths of bars and spaces by value, as the standard lists them; 105 begins set C, 106 ends it.
 */
const widths =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232'.match(
    /\d{6}/g,
  ) ?? [];
const stop = '2331112';
const startC = 105;

/** The bars of an even number of digits: where each begins and how wide it is, in modules, and the width of all. */
export function barsOf(digits: string): { bars: { x: number; width: number }[]; width: number } {
  if (!/^(\d\d)+$/.test(digits)) throw new Error('an even number of digits is wanted');
  const values = (digits.match(/\d\d/g) ?? []).map(Number);
  const check = values.reduce((sum, value, at) => sum + value * (at + 1), startC) % 103;
  const signs = [startC, ...values, check].map((value) => widths[value] ?? '').join('') + stop;
  const bars: { x: number; width: number }[] = [];
  let x = 0;
  [...signs].forEach((sign, at) => {
    const width = Number(sign);
    if (at % 2 === 0) bars.push({ x, width });
    x += width;
  });
  return { bars, width: x };
}
